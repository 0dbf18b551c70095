/** `npm run bench`: lists the cases; `npm run bench -- CASE [--json FILE]` runs one, on the machine that it names. */
import { writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { parseArgs } from "node:util";

interface Case {
  readonly describes: string;
  readonly run: () => Promise<unknown>;
}

const CASES: Readonly<Record<string, Case>> = {
  import: {
    describes: "1,000,000 assignments of 50,000 identities from CSV into the embedded database",
    run: async () => (await import("./cases/import.ts")).runImportBench(),
  },
  mining: {
    describes: "one role of 200,000 identities with 10,000,000 assignments, requests beside it",
    run: async () => (await import("./cases/mining.ts")).runMiningBench(),
  },
  core: {
    describes: "the worker's methods alone, on a report of 1,000,000 entitlements",
    run: async () => (await import("./cases/core.ts")).runCoreBench(),
  },
  start: {
    describes: "building the client, the first start and later ones",
    run: async () => (await import("./cases/start.ts")).runStartBench(),
  },
  "sign-in": {
    describes: "bytes over the wire on the first visit of the sign-in page",
    run: async () => (await import("./cases/signIn.ts")).runSignInBench(),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "string" } },
});
const [name] = positionals;
const chosen = name === undefined ? undefined : CASES[name];
if (chosen) {
  const machine = {
    cpu: `${cpus().length} x ${cpus()[0]?.model ?? "unknown"}`,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    loadBefore: loadavg()[0],
  };
  console.log(machine);
  const result = await chosen.run();
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ case: name, machine, result }, null, 2));
} else {
  if (name !== undefined) console.error(`There is no case "${name}".`);
  for (const [known, { describes }] of Object.entries(CASES)) {
    console.log(`npm run bench -- ${known.padEnd(8)} ${describes}`);
  }
  process.exitCode = name === undefined ? 0 : 2;
}
