/**
 * Opens the server's database: a PostgreSQL at an address, or the embedded one in a directory. Queries and their
 * results are the same on both.
 */
import { join, resolve } from "node:path";
import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import pg from "pg";
import { ConfigError, readSetting } from "../config.ts";
import { LOOPBACK } from "../configParsers.ts";
import { EmbeddedDatabase } from "./embedded.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { MAX_PARALLEL_RUNS } from "../settings.ts";
import { prepareFiles } from "./files.ts";
import { lockDataDirectory, type Holder } from "./lock.ts";
import { migrate } from "./migrate.ts";
import type { Database } from "./schema.ts";
import { valueTypes } from "./valueTypes.ts";

export type DatabaseSource =
  /** The embedded database in a directory, which this process holds exclusively until it closes. */
  | { dataDir: string; holder?: Holder }
  /** A PostgreSQL at a connection address. */
  | { url: string };

export interface OpenDatabase {
  /** For interactive work: on PostgreSQL, statements that wait or run too long are cancelled (`isTooSlow`). */
  db: Kysely<Database>;
  /** For work of any length: on the embedded database it yields to `db`. */
  background: Kysely<Database>;
  kind: "embedded" | "postgres";
  /** Ends running queries and releases the directory. Takes at most about ten seconds. */
  close(): Promise<void>;
}

const INTERACTIVE_CONNECTIONS = 10;
/**
 * Milliseconds. An import or another long transaction locks rows for minutes. A statement that waits for them must not
 * hold the connection that all others need.
 */
const INTERACTIVE_LIMITS = {
  lock_timeout: 5000,
  statement_timeout: 120_000,
  idle_in_transaction_session_timeout: 60_000,
};
/** Each import and each writing of changes uses one at a time, and the other jobs together a few. */
const BACKGROUND_CONNECTIONS = 2 * MAX_PARALLEL_RUNS + 4;

function kysely(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * The database of the environment: `DATABASE_URL`, or the data directory.
 *
 * @throws ConfigError for an invalid address. Its message omits the address, which may contain a password.
 */
export function databaseSource(environment: NodeJS.ProcessEnv, holder: Holder): DatabaseSource {
  const url = readSetting(environment, "databaseUrl");
  if (url === null) return { dataDir: readSetting(environment, "dataDirectory"), holder };
  requireTls(url);
  return { url };
}

/** The address's parameter for a trusted network. */
const WAIVERS: ReadonlySet<string | null> = new Set(["disable", "no-verify"]);

/** Requires an encrypted connection to another host. Uses pg's own parser, so that both interpret the address alike. */
function requireTls(url: string): void {
  const { host, ssl } = clientOf(url);
  const staysHere = host.startsWith("/") || LOOPBACK.test(host);
  if (staysHere || isChecked(ssl) || WAIVERS.has(new URL(url).searchParams.get("sslmode"))) return;
  throw new ConfigError(
    "DATABASE_URL leads over a network without TLS whose certificate is checked: end it with ?sslmode=verify-full " +
      "(and &sslrootcert=FILE for a certificate authority of your own), " +
      "or with ?sslmode=disable where that network is private.",
  );
}

/** Whether the address requires TLS with a verified certificate. */
function isChecked(ssl: pg.ClientConfig["ssl"]): boolean {
  return typeof ssl === "object" ? ssl.rejectUnauthorized !== false : ssl === true;
}

function clientOf(url: string): pg.Client {
  try {
    return new pg.Client({ connectionString: url });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`DATABASE_URL cannot be used: ${reason}.`, { cause: error });
  }
}

/**
 * Opens the database and updates its schema.
 * @throws ConfigError for a PostgreSQL whose encoding is not UTF-8.
 * @throws DataDirectoryInUseError if another process holds the directory.
 * @throws DatabaseUnavailableError if the database is unreachable or its files cannot be opened.
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenDatabase> {
  const database = "url" in source ? openPostgres(source.url) : await openEmbedded(source);
  try {
    if (database.kind === "postgres") await requireUtf8(database.background);
    await migrate(database.background);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Other encodings cannot fold or store every name. */
async function requireUtf8(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select current_setting('server_encoding') as encoding
  `.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === "UTF8") return;
  throw new ConfigError(
    `DATABASE_URL leads to a database with the encoding ${encoding}, which must be UTF8. ` +
      "Create one with: CREATE DATABASE provision ENCODING 'UTF8' TEMPLATE template0",
  );
}

function openPostgres(url: string): OpenDatabase {
  const createPool = (max: number, name: string, limits = {}): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types: valueTypes,
      application_name: `provision ${name}`,
      connectionTimeoutMillis: 10_000,
      ...limits,
    });
    // A broken connection, idle or inside a transaction, is replaced, and the transaction's next statement fails.
    // Without listeners it would end the process.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return pool;
  };
  const db = kysely(createPool(INTERACTIVE_CONNECTIONS, "interactive", INTERACTIVE_LIMITS));
  const background = kysely(createPool(BACKGROUND_CONNECTIONS, "background"));
  return {
    db,
    background,
    kind: "postgres",
    close: async () => {
      await Promise.all([db.destroy(), background.destroy()]);
    },
  };
}

async function openEmbedded(source: { dataDir: string; holder?: Holder }): Promise<OpenDatabase> {
  const dataDir = resolve(source.dataDir);
  const lock = lockDataDirectory(dataDir, source.holder ?? "server");
  try {
    const directory = join(dataDir, "database");
    await prepareFiles(directory);
    const embedded = await EmbeddedDatabase.open({ directory });
    const db = kysely(embedded.pool("interactive"));
    const background = kysely(embedded.pool("background"));
    return {
      db,
      background,
      kind: "embedded",
      close: async () => {
        try {
          await embedded.close();
          await Promise.all([db.destroy(), background.destroy()]);
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    if (error instanceof DatabaseUnavailableError) {
      throw new DatabaseUnavailableError(
        `The data directory ${dataDir} cannot be opened. ${error.message}`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}
