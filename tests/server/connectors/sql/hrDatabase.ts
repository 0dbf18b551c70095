/** A private PostgreSQL database with people, which a role with a password may read and change. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, onTestFinished } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type {
  Configuration,
  Connection,
  ConnectorEnvironment,
} from "#server/connectors/contract.ts";
import { sqlConnector } from "#server/connectors/sql/index.ts";
import { copyPostgres } from "../../support/databases.ts";
import { readAll, environment } from "../support/environment.ts";

const PASSWORD = "a reader's pass word";

/** Reads entitlements with a query of their own. */
export const QUERY = {
  entitlementSource: "QUERY",
  entitlements: "select person, name from hr.rights",
  entitlementAccountColumn: "person",
  entitlementNameColumn: "name",
};

/** Call it once in a block. Each test starts with the same rows. */
export function useHrDatabase() {
  let url: URL;
  let admin: pg.Client;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const database = await copyPostgres("");
    remove = database.remove;
    url = new URL(database.url);
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const role = `reader_${url.pathname.slice(1)}`;
    await admin.query(`create role ${role} login password '${PASSWORD.replaceAll("'", "''")}'`);
    url.username = role;
  });
  afterAll(async () => {
    await admin.end();
    await remove();
  });
  beforeEach(async () => {
    await admin.query(`
      set lock_timeout = '5s'; drop schema if exists hr cascade; create schema hr;
      create table hr.people (
        id int primary key, "Login" text unique, mail text, enabled bool not null default true, hired date,
        photo bytea, rights text[] not null default '{}', changed timestamptz not null default now());
      create table hr.rights (person int references hr.people on delete cascade, name text, unique (person, name));
      create table hr.empty (id int, login text);
      grant usage on schema hr to ${url.username};
      grant select, insert, update, delete on hr.people, hr.rights, hr.empty to ${url.username};
      insert into hr.people (id, "Login", mail, hired, photo, rights, changed)
        select n, 'user' || n, 'user' || n || '@example.com', date '2020-01-01' + n, '\\x00ff', array['a, b', 'r' || n],
          timestamptz '2026-01-01 00:00:00.123456+00' + n * interval '1 hour'
        from generate_series(1, 25) as n;
      insert into hr.rights select n, 'right ' || r from generate_series(1, 25) as n, generate_series(1, n % 3) as r;
    `);
  });

  function configuration(more: Configuration = {}): Configuration {
    return {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: url.username,
      password: PASSWORD,
      tls: "NONE",
      accounts: "hr.people",
      idColumn: "id",
      nameColumn: "login",
      activeColumn: "enabled",
      entitlementSource: "NONE",
      ...more,
    };
  }
  async function open(
    more: Configuration = {},
    around: ConnectorEnvironment = environment(),
  ): Promise<Connection> {
    const connection = await sqlConnector.open(configuration(more), around);
    onTestFinished(() => connection.close());
    return connection;
  }
  async function read(more: Configuration = {}, pageSize = 10) {
    const connection = await open(more);
    const [account] = await connection.discoverSchema();
    if (account === undefined) throw new Error("No class");
    return { account, ...(await readAll(connection.search(account, pageSize))) };
  }
  function changesOf(
    connection: Connection,
    classes: readonly ObjectClass[],
    token: string | null,
  ) {
    if (connection.sync === null) throw new Error("No sync");
    return connection.sync(classes, token ?? "");
  }
  const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    admin.query<Row>(text, values);

  return { open, read, changesOf, query };
}
