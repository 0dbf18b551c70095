/**
 * Imports a large directory by the command line in a separate process, on a fresh embedded database, and measures its
 * duration and peak resident memory.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Run } from "../harness/figures.ts";
import { PACKAGE } from "../harness/machine.ts";
import { random } from "../support/directory.ts";
import { peakMegabytes } from "../support/memory.ts";
import { endProcess, productEnvironment } from "../support/product.ts";

const IDENTITIES = 50_000;
const RESOURCES = 12;
const ENTITLEMENTS_PER_RESOURCE = 250;
const ACCOUNTS_PER_IDENTITY = 4;

export const importCase: BenchCase = {
  describes: `assignments (the rows) of ${IDENTITIES} identities from CSV into the embedded database`,
  takes: "2 min",
  options: { rows: 1_000_000, runs: 1, seed: 4711 },
  goals: ({ rows }) =>
    rows === 1_000_000
      ? [
          { figure: `${FIRST}: time`, statistic: "value", atMost: 30 },
          { figure: `${FIRST}: most memory`, statistic: "value", atMost: 1500 },
        ]
      : [],
  async open({ rows, seed }, cleanup) {
    const files = cleanup.directory("import");
    const identities = join(files, "identities.csv");
    const access = join(files, "access.csv");
    await writeIdentities(identities, IDENTITIES);
    await writeAccess(access, IDENTITIES, rows, seed);
    const parameters = ["--identities", identities, "--access", access];
    const built = spawnSync(process.execPath, ["server/start.mjs", "--build", "server"], {
      cwd: PACKAGE,
    });
    if (built.status !== 0)
      throw new Error(`The server could not be built: ${built.stderr.toString()}`);
    return {
      async run() {
        const dataDir = cleanup.directory("import-data");
        const one = async (name: string, ...more: string[]): Promise<Run> =>
          measurements(name, await runCommand([...parameters, ...more], dataDir, cleanup));
        return [
          ...(await one(FIRST)),
          ...(await one("the same again")),
          ...(await one("the same as a replace", "--mode", "replace")),
        ];
      },
    };
  },
};

const FIRST = "first import, fresh directory";

/** Of one run of the command. */
interface CommandRun {
  /** From the start of the process to its end. */
  readonly seconds: number;
  /** The peak resident memory of the process. */
  readonly megabytes: number;
}

function measurements(name: string, { seconds, megabytes }: CommandRun): Run {
  return [
    { figure: `${name}: time`, unit: "s", samples: [seconds] },
    { figure: `${name}: most memory`, unit: "MB", samples: [megabytes] },
  ];
}

async function runCommand(
  parameters: readonly string[],
  dataDir: string,
  cleanup: Cleanup,
): Promise<CommandRun> {
  const start = performance.now();
  const command = ["server/import/start.mjs", ...parameters];
  const child = spawn(process.execPath, command, {
    cwd: PACKAGE,
    env: productEnvironment({ PROVISION_DATA_DIR: dataDir }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const end = cleanup.add(() => endProcess(child));
  let megabytes = 0;
  // The kernel keeps the peak, so that none between two samples is missed.
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid ?? 0));
  }, 100);
  await once(child, "close").finally(() => clearInterval(watch));
  await end();
  if (child.exitCode !== 0) throw new Error(`The import ended with exit code ${child.exitCode}`);
  return { seconds: (performance.now() - start) / 1000, megabytes };
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

/** How many of `total` items the holder at `index` of `count` gets, as evenly as possible. */
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
