/** A private PostgreSQL cluster on loopback, created with the system's binaries for one test run. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface PostgresCluster {
  /** Address of the cluster's maintenance database. */
  url: string;
  stop(): Promise<void>;
}

/** This environment variable makes a missing PostgreSQL an error, like CI=true. */
export const REQUIRE_POSTGRES = "PROVISION_REQUIRE_POSTGRES";

const DEBIAN_DIRECTORY = "/usr/lib/postgresql";
/** Milliseconds. */
const MAX_START = 30_000;

/** The directory of `initdb` and `postgres`: from PATH, otherwise the newest of the system's; null if there is none. */
export function findBinaries(): string | null {
  const debian = existsSync(DEBIAN_DIRECTORY)
    ? readdirSync(DEBIAN_DIRECTORY)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN_DIRECTORY, version, "bin"))
    : [];
  const candidates = [...(process.env["PATH"] ?? "").split(delimiter), ...debian];
  const complete = (directory: string): boolean =>
    existsSync(join(directory, "initdb")) && existsSync(join(directory, "postgres"));
  return candidates.find((directory) => directory !== "" && complete(directory)) ?? null;
}

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres` or `nobody`. */
export function ordinaryUser(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const numbers = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
    const [uid, gid] = numbers.map(({ status, stdout }) => (status === 0 ? Number(stdout) : NaN));
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Error(
    "The tests run as root and found no user (postgres, nobody) to run PostgreSQL as",
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

async function untilReady(url: string, child: ChildProcess, log: string[]): Promise<void> {
  const deadline = Date.now() + MAX_START;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${log.join("")}`, { cause: error });
      }
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(50);
  }
}

/** Settings of a cluster for one test run, which need not survive a crash of the machine. */
const OF_TESTS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "200",
  deadlock_timeout: "50ms",
};

/**
 * @param settings override PostgreSQL's own.
 * @param disk where the data is; the write-ahead log is always in the directory of temporary files.
 */
export async function startPostgres(
  binaries: string,
  settings: Readonly<Record<string, string>> = OF_TESTS,
  disk: string | null = null,
): Promise<PostgresCluster> {
  const directory = mkdtempSync(join(tmpdir(), "provision-postgres-"));
  const user = ordinaryUser();
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
  const password = randomBytes(12).toString("hex");
  const passwordFile = join(directory, "password");
  writeFileSync(passwordFile, password, { mode: 0o644 });

  const data = join(disk ?? directory, "data");
  const made = spawnSync(
    join(binaries, "initdb"),
    ["-D", data, "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwordFile].concat([
      "-E",
      "UTF8",
      "--locale",
      "C",
      "--no-sync",
      ...(disk === null ? [] : ["--waldir", join(directory, "wal")]),
    ]),
    { ...user, cwd: directory, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`);

  const port = await freePort();
  const child = spawn(
    join(binaries, "postgres"),
    ["-D", data, "-p", String(port), "-k", "", "-h", "127.0.0.1"].concat(
      Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ),
    { ...user, cwd: directory, stdio: ["ignore", "pipe", "pipe"] },
  );
  const log: string[] = [];
  child.stdout.on("data", (bytes: Buffer) => log.push(bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => log.push(bytes.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGQUIT");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await untilReady(url, child, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
