/** A PostgreSQL database with a table of accounts, in a cluster of its own. */
import pg from "pg";
import type { Configuration } from "#server/connectors/contract.ts";
import { findBinaries, startPostgres } from "../../tests/server/support/postgres.ts";
import type { Cleanup } from "../harness/cleanup.ts";

export interface Table {
  /** The table has ten entitlements for each account, and says when each row was changed. */
  readonly configuration: Configuration;
  /** Gives other entitlements to so many accounts. */
  change(accounts: number): Promise<void>;
}

export async function startTable(rows: number, cleanup: Cleanup): Promise<Table> {
  const binaries = findBinaries();
  if (binaries === null) throw new Error("There is no PostgreSQL on this machine");
  const cluster = await startPostgres(binaries, {});
  cleanup.add(cluster.stop);
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(text);
    await client.end();
  };
  await query(`
    create table people (
      id int primary key, login text not null, mail text, enabled bool, rights text[], changed timestamptz not null);
    insert into people
      select n, 'user' || n, 'user' || n || '@example.com', true,
        array(select 'right ' || (n + r) % 500 from generate_series(1, 10) r),
        now() - interval '1 day' - make_interval(secs => n)
      from generate_series(1, ${rows}) n;
    create index on people (changed);
    analyze people;
  `);
  const { hostname, port, pathname, username, password } = new URL(cluster.url);
  return {
    configuration: {
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: username,
      password: password === "" ? "none" : decodeURIComponent(password),
      tls: "NONE",
      accounts: "public.people",
      idColumn: "id",
      nameColumn: "login",
      activeColumn: "enabled",
      changeColumn: "changed",
      entitlementSource: "COLUMN",
      entitlementsColumn: "rights",
      entitlementSeparator: ",",
    },
    change: (accounts) =>
      query(`update people set rights[1] = 'right 500', changed = now() where id <= ${accounts}`),
  };
}
