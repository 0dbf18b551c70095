/**
 * Imports a large directory as an administrator does: the command line in a process of its own, on a fresh embedded
 * database. How long it takes, and the most memory that the process has resident.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "../support/directory.ts";

export interface ImportBenchOptions {
  readonly identities?: number;
  readonly assignments?: number;
  readonly seed?: number;
}

/** Of one run of the command. */
export interface ImportBenchFigure {
  readonly name: string;
  /** From the start of the process to its end. */
  readonly seconds: number;
  readonly rowsPerSecond: number;
  /** The most that the process had resident at once. */
  readonly residentMegabytes: number;
}

export interface ImportBenchResult {
  readonly identities: number;
  readonly assignments: number;
  readonly figures: readonly ImportBenchFigure[];
}

const RESOURCES = 12;
const ENTITLEMENTS_PER_RESOURCE = 250;
const ACCOUNTS_PER_IDENTITY = 4;
const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

/** Runs the case, prints a table and returns the figures. */
export async function runImportBench(options: ImportBenchOptions = {}): Promise<ImportBenchResult> {
  const { identities = 50_000, assignments = 1_000_000, seed = 4711 } = options;
  const directory = mkdtempSync(join(tmpdir(), "provision-bench-import-"));
  try {
    const files = {
      identities: join(directory, "identities.csv"),
      access: join(directory, "access.csv"),
    };
    await writeIdentities(files.identities, identities);
    await writeAccess(files.access, identities, assignments, seed);
    const rows = identities + assignments;
    const run = async (name: string, ...more: string[]): Promise<ImportBenchFigure> => {
      const parameters = ["--identities", files.identities, "--access", files.access, ...more];
      const { seconds, residentMegabytes } = await runCommand(parameters, join(directory, "data"));
      return { name, seconds, rowsPerSecond: Math.round(rows / seconds), residentMegabytes };
    };
    const figures = [
      await run("first import, fresh directory"),
      await run("the same again"),
      await run("the same as a replace", "--mode", "replace"),
    ];
    console.table(figures);
    return { identities, assignments, figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runCommand(
  parameters: readonly string[],
  dataDir: string,
): Promise<{ seconds: number; residentMegabytes: number }> {
  const start = performance.now();
  const command = ["--import", "tsx", "server/import/cli.ts", ...parameters];
  const child = spawn(process.execPath, command, {
    cwd: PACKAGE,
    env: { ...process.env, PROVISION_DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let resident = 0;
  const watch = setInterval(() => {
    resident = Math.max(resident, readPeakResident(child.pid ?? 0));
  }, 100);
  await once(child, "close");
  clearInterval(watch);
  if (child.exitCode !== 0) throw new Error(`The import ended with exit code ${child.exitCode}`);
  return {
    seconds: Math.round(performance.now() - start) / 1000,
    residentMegabytes: Math.round(resident / 1024),
  };
}

/** In KiB, as Linux counts it, so that no peak between two looks is missed; 0 where it cannot be read. */
function readPeakResident(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function writeIdentities(path: string, count: number): Promise<void> {
  await writeLines(path, function* () {
    yield "id,username,givenName,familyName,email,jobTitle,department,location,manager,costCentre";
    for (let at = 0; at < count; at++) {
      const manager = at < 100 ? "" : `E${100_000 + (at % 100)}`;
      yield `E${100_000 + at},user${at},Given ${at % 977},"Family, ${at % 1_009}",user${at}@corp.example,Job Title ${at % 400},Department ${at % 60},Location ${at % 45},${manager},CC-${at % 300}`;
    }
  });
}

async function writeAccess(
  path: string,
  identities: number,
  assignments: number,
  seed: number,
): Promise<void> {
  const draw = random(seed);
  const accounts = identities * ACCOUNTS_PER_IDENTITY;
  await writeLines(path, function* () {
    yield "identityId,resource,account,entitlement";
    for (let account = 0; account < accounts; account++) {
      const identity = Math.floor(account / ACCOUNTS_PER_IDENTITY);
      const resource = (identity + 3 * (account % ACCOUNTS_PER_IDENTITY)) % RESOURCES;
      const wanted = share(assignments, account, accounts);
      const held = new Set<number>();
      while (held.size < wanted) held.add(Math.floor(draw() * ENTITLEMENTS_PER_RESOURCE));
      for (const entitlement of held) {
        yield `E${100_000 + identity},Resource ${resource},user${identity}@corp.example,Entitlement ${resource} ${entitlement}`;
      }
    }
  });
}

/** How many of `total` things the holder at `index` of `count` has, as evenly as can be. */
function share(total: number, index: number, count: number): number {
  return Math.floor((total * (index + 1)) / count) - Math.floor((total * index) / count);
}

async function writeLines(path: string, lines: () => Generator<string>): Promise<void> {
  const file = createWriteStream(path);
  let text = "";
  for (const line of lines()) {
    text += `${line}\n`;
    if (text.length < 1_000_000) continue;
    if (!file.write(text)) await once(file, "drain");
    text = "";
  }
  file.end(text);
  await once(file, "close");
}
