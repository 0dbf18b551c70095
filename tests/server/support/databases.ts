/** Databases for the tests of a block, empty and migrated. */
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
  /** Open from before the block's first test to after its last. All its tables are empty at first. */
  readonly current: OpenDatabase;
}

/** A data directory with an empty, migrated database. */
export function copyEmbedded(): { dataDir: string; remove(): Promise<void> } {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-data-"));
  cpSync(inject("embeddedTemplate"), dataDir, { recursive: true });
  return {
    dataDir,
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/**
 * An empty, migrated database on the cluster. Throws where there is no PostgreSQL.
 * @param made of CREATE DATABASE, for a database of another kind.
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

/** An open database without rows, and how its block gives it back. */
interface Lease {
  readonly database: OpenDatabase;
  end(): Promise<void>;
}

interface Embedded {
  readonly database: OpenDatabase;
  /** What its schema was when it was opened. */
  readonly schema: string;
  remove(): void;
}

/** The embedded database of this worker between two blocks: to start it costs more than most blocks. */
let idle: Embedded | undefined;

async function openEmbedded(): Promise<Embedded> {
  const { dataDir } = copyEmbedded();
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  // The last one of a worker is never given back.
  process.once("exit", remove);
  const database = await openDatabase({ dataDir });
  return { database, schema: await schemaOf(database.db), remove };
}

/** Everything that tests could change besides rows, in a form that only equal schemas share. */
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

async function emptyTables(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The trigger of the audit refuses to lose rows.
    await sql`set local session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ tables: string }>`
      select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
      where schemaname = 'public' and tablename <> 'schema_migrations'
    `.execute(tx);
    await sql`truncate ${sql.raw(rows[0]?.tables ?? "")} restart identity cascade`.execute(tx);
  });
}

async function leaseEmbedded(): Promise<Lease> {
  const embedded = idle ?? (await openEmbedded());
  idle = undefined;
  const { database, schema, remove } = embedded;
  return {
    database,
    end: async () => {
      // A block that alters tables, or breaks the database, leaves none to the next.
      const isSound =
        idle === undefined && (await schemaOf(database.db).catch(() => null)) === schema;
      if (isSound) {
        await emptyTables(database.db);
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
    // Not in afterAll, which comes before what the block's own beforeAll returns, such as the end of an app.
    return async () => {
      lease = undefined;
      await leased.end();
    };
  }, 60_000);
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
 * Defines the tests once for each database: `eachDatabase((database) => { test('…', () => database.current.db …) })`.
 * For behaviour that depends on the database: transactions, locks, plans, collation, migrations, and long work.
 * Where there is no PostgreSQL its block is reported as skipped.
 */
export function eachDatabase(define: (database: TestDatabase) => void): void {
  for (const kind of ["embedded", "postgres"] as const) {
    describe.skipIf(kind === "postgres" && !hasPostgres())(TITLES[kind], () => {
      defineOn(kind, define);
    });
  }
}

/**
 * Defines the tests once, for behaviour that is the same on each database. They run on PostgreSQL, which starts in a
 * tenth of the time and is the older version of the two, or on the embedded database where there is no PostgreSQL.
 */
export function oneDatabase(define: (database: TestDatabase) => void): void {
  const kind = hasPostgres() ? "postgres" : "embedded";
  describe(TITLES[kind], () => {
    defineOn(kind, define);
  });
}

/** `test` for what is so on PostgreSQL alone; on the other database there is no such test. */
export function onPostgres({
  kind,
}: TestDatabase): (title: string, body: () => Promise<void>) => void {
  return kind === "postgres" ? test : () => undefined;
}
