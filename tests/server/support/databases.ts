/** Migrated databases without other rows for the tests of a block. */
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import pg from "pg";
import { beforeAll, describe, inject, test } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { refuseLocksOutOfOrder } from "./lockOrder.ts";

refuseLocksOutOfOrder();

const TEMPLATE = "provision_template";

export interface TestDatabase {
  readonly kind: OpenDatabase["kind"];
  /** Open during all of the block's tests. At first it has only the rows that migrations insert. */
  readonly current: OpenDatabase;
}

/** A data directory with a migrated database. */
export function copyEmbedded(): { dataDir: string; remove(): Promise<void> } {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-data-"));
  cpSync(inject("embeddedTemplate"), dataDir, { recursive: true });
  return {
    dataDir,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/**
 * A migrated database on the cluster. Throws without PostgreSQL.
 * @param made options of CREATE DATABASE, for a database of another kind.
 */
export async function copyPostgres(
  made = `template ${TEMPLATE}`,
): Promise<{ url: string; remove(): Promise<void> }> {
  const clusterUrl = inject("postgresUrl");
  if (clusterUrl === null) throw new Error("There is no PostgreSQL on this system");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await administer(`create database ${name} ${made}`);
  const url = new URL(clusterUrl);
  url.pathname = name;
  return { url: url.href, remove: () => administer(`drop database ${name} with (force)`) };
}

/** An open database, and a function that returns it. */
interface Lease {
  readonly database: OpenDatabase;
  end(): Promise<void>;
}

interface Embedded {
  readonly database: OpenDatabase;
  /** Its schema when it was opened. */
  readonly schema: string;
  /** Its rows when it was opened: those that migrations insert. */
  readonly rows: readonly TableRows[];
  remove(): void;
}

interface TableRows {
  readonly table: string;
  readonly rows: readonly unknown[];
}

/** This worker's embedded database between two blocks, because starting one costs more than most blocks. */
let idle: Embedded | undefined;

async function openEmbedded(): Promise<Embedded> {
  const { dataDir } = copyEmbedded();
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  // The last one of a worker is never returned.
  process.once("exit", remove);
  const database = await openDatabase({ dataDir });
  return {
    database,
    schema: await schemaOf(database.db),
    rows: await rowsOf(database.db),
    remove,
  };
}

/** Everything that tests could change besides rows, as text that is equal only for equal schemas. */
async function schemaOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ parts: string }>`
    select concat_ws(E'\\n',
      (select string_agg(concat(attrelid::regclass, attname, atttypid, attnotnull, atthasdef), ',' order by attrelid::regclass::text, attnum)
         from pg_attribute join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace where attnum > 0),
      (select string_agg(indexdef, ',' order by indexdef) from pg_indexes where schemaname = 'public'),
      (select string_agg(pg_get_constraintdef(oid), ',' order by conrelid::regclass::text, conname) from pg_constraint
         where connamespace = 'public'::regnamespace),
      (select string_agg(concat(pg_get_triggerdef(oid), tgenabled), ',' order by tgrelid::regclass::text, tgname) from pg_trigger
         where not tgisinternal),
      (select string_agg(prosrc, ',' order by proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace),
      (select string_agg(name, ',' order by name) from schema_migrations)
    ) as parts
  `.execute(db);
  return rows[0]?.parts ?? "";
}

async function tablesOf(db: Kysely<Database>): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string }>`
    select quote_ident(tablename) as table from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'
  `.execute(db);
  return rows.map(({ table }) => table);
}

/** The tables that have rows. */
async function rowsOf(db: Kysely<Database>): Promise<readonly TableRows[]> {
  const filled: TableRows[] = [];
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{
      row: unknown;
    }>`select to_jsonb(t) as row from ${sql.raw(table)} t`.execute(db);
    if (rows.length > 0) filled.push({ table, rows: rows.map(({ row }) => row) });
  }
  return filled;
}

/** Leaves only the rows that a migrated database begins with. */
async function restoreRows(db: Kysely<Database>, filled: readonly TableRows[]): Promise<void> {
  const tables = await tablesOf(db);
  await db.transaction().execute(async (tx) => {
    // The audit trigger refuses to delete rows.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate ${sql.raw(tables.join(", "))} restart identity cascade`.execute(tx);
    for (const { table, rows } of filled) {
      await sql`
        insert into ${sql.raw(table)}
        select * from jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(rows)}::jsonb)
      `.execute(tx);
    }
  });
}

async function leaseEmbedded(): Promise<Lease> {
  const embedded = idle ?? (await openEmbedded());
  idle = undefined;
  const { database, schema, rows, remove } = embedded;
  return {
    database,
    end: async () => {
      // A block that alters tables or breaks the database does not pass it on.
      const isSound =
        idle === undefined && (await schemaOf(database.db).catch(() => null)) === schema;
      if (isSound) {
        await restoreRows(database.db, rows);
        idle = embedded;
      } else {
        await database.close();
        remove();
      }
    },
  };
}

async function leasePostgres(): Promise<Lease> {
  const { url, remove } = await copyPostgres();
  const database = await openDatabase({ url });
  return {
    database,
    end: async () => {
      await database.close();
      await remove();
    },
  };
}

type Kind = OpenDatabase["kind"];
const TITLES: Readonly<Record<Kind, string>> = {
  embedded: "on the embedded database",
  postgres: "on PostgreSQL",
};

function defineOn(kind: Kind, define: (database: TestDatabase) => void): void {
  let lease: Lease | undefined;
  beforeAll(async () => {
    const leased = await (kind === "embedded" ? leaseEmbedded() : leasePostgres());
    lease = leased;
    // Not in afterAll, which runs before the cleanup returned by the block's own beforeAll, such as closing an app.
    return async () => {
      lease = undefined;
      await leased.end();
    };
  });
  define({
    kind,
    get current() {
      if (lease === undefined) throw new Error("The database is open during tests and hooks only");
      return lease.database;
    },
  });
}

const hasPostgres = (): boolean => inject("postgresUrl") !== null;

/**
 * Defines the tests for each database: `eachDatabase((database) => { test('…', () => database.current.db …) })`. For
 * database-dependent behaviour: transactions, locks, plans, collation, migrations, and long work. Without PostgreSQL
 * its block is reported as skipped. Other behaviour is tested by `oneDatabase`.
 */
export function eachDatabase(define: (database: TestDatabase) => void): void {
  for (const kind of ["embedded", "postgres"] as const) {
    describe.skipIf(kind === "postgres" && !hasPostgres())(TITLES[kind], () => {
      defineOn(kind, define);
    });
  }
}

/** `npm run long -- databases`. */
const RUNS_ON_ALL = process.env["PROVISION_ALL_DATABASES"] === "1";

/**
 * Defines the tests once, for database-independent behaviour. They run on PostgreSQL, which starts in a tenth of the
 * time and is the older version of the two, or on the embedded database without PostgreSQL. The long form runs them on
 * each database.
 */
export function oneDatabase(define: (database: TestDatabase) => void): void {
  if (RUNS_ON_ALL) {
    eachDatabase(define);
    return;
  }
  const kind = hasPostgres() ? "postgres" : "embedded";
  describe(TITLES[kind], () => {
    defineOn(kind, define);
  });
}

/** `test` for behaviour of PostgreSQL only; the other database has no such test. */
export function onPostgres({
  kind,
}: TestDatabase): (title: string, body: () => Promise<void>) => void {
  return kind === "postgres" ? test : () => undefined;
}
