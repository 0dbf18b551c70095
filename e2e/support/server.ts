/** The product as an administrator runs it, server and import, on its own directory. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { SHORT_LIVED } from "../../tests/support/shortLived.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export type DatabaseKind = "embedded" | "postgres";

/** The environment variable with the cluster's address, set by the global setup. */
export const POSTGRES_URL = "PROVISION_E2E_POSTGRES";

/** The environment variables with the imported data, as the JSON of `ImportedPlace`. */
export const IMPORTED: Readonly<Record<DatabaseKind, string>> = {
  embedded: "PROVISION_E2E_IMPORTED_EMBEDDED",
  postgres: "PROVISION_E2E_IMPORTED_POSTGRES",
};

/** The data of a server that never ran, with the import's result. */
export interface ImportedPlace {
  readonly place: string;
  readonly result: ImportResult;
}

export const PASSWORD = "only-for-journeys-1";
/** Milliseconds for a start on a busy machine, including the migration of an empty database. */
const MAX_START = 150_000;

export interface ServerOptions {
  readonly database: DatabaseKind;
  /** A stopped server's data on the same kind of database, which this server copies. */
  readonly copyOf?: string;
  /** Fills the empty directory with the demo. */
  readonly demo?: boolean;
  /** null: the server generates a password. */
  readonly password?: string | null;
  /** Further environment variables. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Starts it like `npm start`. */
  readonly asUsers?: boolean;
}

export interface ImportOutcome {
  readonly exitCode: number | null;
  /** The JSON object of `--json`. */
  readonly result: ImportResult;
  readonly messages: string;
}

interface Counts {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly rejected: number;
}

export type ImportResult = Readonly<
  Record<"identities" | "orgs" | "resources" | "accounts" | "entitlements" | "assignments", Counts>
>;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

/** @param copyOf the name of another database without connections. @returns its name and address */
async function createDatabase(copyOf = "template1"): Promise<{ name: string; url: string }> {
  const clusterUrl = process.env[POSTGRES_URL];
  if (!clusterUrl) throw new Error("There is no PostgreSQL cluster");
  const name = `e2e_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  await client.query(`create database ${name} template ${copyOf}`);
  await client.end();
  const url = new URL(clusterUrl);
  url.pathname = name;
  return { name, url: url.href };
}

/** A server on its own directory; it can be stopped, killed and restarted at the same address. */
export class ProvisionServer {
  readonly url: string;
  readonly directory: string;
  /** The location of its data: the data directory, or the name of the database on PostgreSQL. */
  readonly place: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #command: readonly string[];
  #child: ChildProcess | null = null;
  #log = "";

  private constructor(
    port: number,
    database: { readonly name: string; readonly url: string } | null,
    options: ServerOptions,
  ) {
    const { demo = false, password = PASSWORD, asUsers = false, settings = {} } = options;
    // Users start it by a script that checks the build, which was done once for all journeys.
    this.#command = asUsers
      ? ["server/start.mjs"]
      : [...SHORT_LIVED, "--enable-source-maps", "dist/server/main.js"];
    this.url = `http://127.0.0.1:${port}`;
    this.directory = mkdtempSync(join(tmpdir(), "provision-e2e-"));
    const dataDirectory = join(this.directory, "data");
    this.place = database?.name ?? dataDirectory;
    const foreign = /^(?:PROVISION_|DATABASE_URL$|HOST$|PORT$|npm_|INIT_CWD$)/;
    const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
    this.#environment = {
      ...Object.fromEntries(inherited),
      PORT: String(port),
      PROVISION_DATA_DIR: dataDirectory,
      PROVISION_DEMO: demo ? "1" : "0",
      ...(database !== null && { DATABASE_URL: database.url }),
      ...(password !== null && { PROVISION_ADMIN_PASSWORD: password }),
      ...settings,
    };
  }

  static async create(options: ServerOptions): Promise<ProvisionServer> {
    const { copyOf } = options;
    const database = options.database === "postgres" ? await createDatabase(copyOf) : null;
    const server = new ProvisionServer(await freePort(), database, options);
    if (database === null && copyOf !== undefined)
      cpSync(copyOf, server.place, { recursive: true });
    return server;
  }

  /** The server's output so far. */
  get log(): string {
    return this.#log;
  }

  /** Resolves when the server is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, this.#command, {
      cwd: root,
      env: this.#environment,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#log = "";
    await new Promise<void>((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`The server ${what}:\n${this.#log}`));
      const tooLong = setTimeout(() => fail("did not become ready"), MAX_START);
      const read = (bytes: Buffer) => {
        this.#log += bytes.toString();
        if (!this.#log.includes(`Provision is ready at ${this.url}`)) return;
        clearTimeout(tooLong);
        resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", () => {
        clearTimeout(tooLong);
        fail("ended");
      });
    });
  }

  /** Stops the server. @returns its exit code */
  stop(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** Kills the server in the middle of its work. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    child.kill(signal);
    return ended;
  }

  /** Writes CSV files and imports them. */
  import(
    { identities, access }: { readonly identities?: string; readonly access?: string },
    ...options: readonly string[]
  ): ImportOutcome {
    const named = Object.entries({ identities, access }).flatMap(([name, text]) => {
      if (text === undefined) return [];
      const path = join(this.directory, `${name}.csv`);
      writeFileSync(path, text);
      return [`--${name}`, path];
    });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...SHORT_LIVED, "server/import/start.mjs", ...named, "--json", ...options],
      { cwd: root, env: this.#environment, encoding: "utf8" },
    );
    const result: unknown = JSON.parse(stdout || "null");
    return { exitCode: status, result: result as ImportResult, messages: stderr };
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }
}
