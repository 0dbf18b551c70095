/** Complete reads of connected systems on loopback: an OpenLDAP server, a SCIM service, and a PostgreSQL database. */
import pg from "pg";
import type { Configuration } from "#server/connectors/contract.ts";
import { configurationOf, content } from "../../tests/server/connectors/ldap/content.ts";
import { findBinaries, startPostgres } from "../../tests/server/support/postgres.ts";
import { startSlapd } from "../../tests/server/support/slapd.ts";
import type { ConnectorName } from "../connectors/readSystem.ts";
import { startScimService } from "../connectors/scimService.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { runForked } from "../harness/fork.ts";

const MEMBERS = 5_000;

const FORKED = {
  module: new URL("../connectors/readSystem.ts", import.meta.url),
  work: "readSystem",
} as const;

/** Each run is a new process, whose peak of memory is its own. */
function readCase(
  connector: ConnectorName,
  describes: string,
  start: (rows: number, cleanup: Cleanup) => Promise<Configuration>,
): BenchCase {
  return {
    describes: `${describes} (the rows are its accounts)`,
    takes: "1 min",
    options: { rows: 200_000, runs: 1 },
    async open({ rows }, cleanup) {
      const configuration = await start(rows, cleanup);
      const options = { connector, configuration, rows };
      return { run: () => runForked<readonly Measurement[]>(FORKED, options, cleanup) };
    },
  };
}

export const ldapCase = readCase(
  "ldap",
  "a complete read of an LDAP directory and its groups; needs slapd",
  async (rows, cleanup) => {
    const slapd = await startSlapd(content(rows, Math.min(rows, MEMBERS)));
    cleanup.add(slapd.stop);
    return configurationOf(slapd);
  },
);

export const scimCase = readCase(
  "scim",
  "a complete read of a SCIM service that serves pages of 1,000 users",
  async (rows, cleanup) => {
    const { url, stop } = await startScimService(rows);
    cleanup.add(stop);
    return { url, authentication: "BEARER", token: "any" };
  },
);

export const sqlCase = readCase(
  "sql",
  "a complete read of a table with ten entitlements for each account; needs PostgreSQL",
  async (rows, cleanup) => {
    const binaries = findBinaries();
    if (binaries === null) throw new Error("There is no PostgreSQL on this machine");
    const cluster = await startPostgres(binaries, {});
    cleanup.add(cluster.stop);
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    await client.query(`
      create table people (id int primary key, login text not null, mail text, enabled bool, rights text[]);
      insert into people
        select n, 'user' || n, 'user' || n || '@example.com', true,
          array(select 'right ' || (n + r) % 500 from generate_series(1, 10) r)
        from generate_series(1, ${rows}) n;
      analyze people;
    `);
    await client.end();
    const { hostname, port, pathname, username, password } = new URL(cluster.url);
    return {
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
      entitlementSource: "COLUMN",
      entitlementsColumn: "rights",
      entitlementSeparator: ",",
    };
  },
);
