/**
 * `npm run long -- mutation [FOLDER…] [--mutants N] [--seed N] [--list]`: plants one fault at a time in modules that decide
 * something, and runs the nearest tests that import the module. A fault that they don't notice survives and is printed.
 * The sources stay as they are: the runner of the tests loads a changed text.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { importsOf, listModules } from "../architecture/moduleGraph.mjs";
import { readReport, REPORTS } from "../architecture/reports.mjs";
import { mutantsOf } from "./mutants.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What decides something, by itself and without a screen. */
const DECISIONS = [
  /^events\/rules\//,
  /^workers\/analytics\//,
  /^server\/(?:.+\/)?(?:rules|changeRules|commands)\.ts$/,
  /^server\/(?:mining|import)\//,
];
/** Entries of threads and of the command line: tests start them in a process that loads no mutant. */
const ENTRIES = /\/(?:worker|thread|miningThread|cli|start)\.(?:ts|mjs)$/;
const LEAST_SCORE = 95;
/** A mutant is given this many test files, the nearest to it in the graph of imports. */
const TEST_FILES = 20;
const LIMIT_MS = 240_000;
const VITEST = join(root, "node_modules/vitest/vitest.mjs");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
    workers: { type: "string", default: String(Math.max(2, availableParallelism())) },
  },
});
const sampleSize = Number(values.mutants);
const seed = Number(values.seed);

const modules = listModules();
const targets = modules.filter(
  (file) =>
    DECISIONS.some((pattern) => pattern.test(file)) &&
    !ENTRIES.test(file) &&
    (positionals.length === 0 || positionals.some((folder) => file.startsWith(folder))),
);

/** By module: those that import it. */
const importers = new Map();
for (const file of modules) {
  for (const imported of importsOf(file)) {
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

/** The test files that reach a module, the nearest first; those with a database only where the module is the server's. */
function testsOf(target) {
  const isOfServer = target.startsWith("server/");
  const found = [];
  const seen = new Set([target]);
  for (let ring = [target]; ring.length > 0 && found.length < TEST_FILES;) {
    ring = [...new Set(ring.flatMap((file) => importers.get(file) ?? []))].filter(
      (file) => !seen.has(file),
    );
    for (const file of ring) seen.add(file);
    const tests = ring.filter((file) => /^tests\/.*\.test\.tsx?$/.test(file));
    const hasDatabase = (file) => /^tests\/(?:server|security)\//.test(file);
    const isFit = (file) =>
      !file.startsWith("tests/architecture/") && (isOfServer || !hasDatabase(file));
    found.push(...tests.filter(isFit).toSorted(bySameFolder(target)));
  }
  return found.slice(0, TEST_FILES);
}

/** Tests mirror the rooms: of equally near ones, those of the module's own folder come first. */
function bySameFolder(target) {
  const folder = `tests/${target.split("/").slice(0, -1).join("/")}`;
  const isOther = (file) => Number(!file.startsWith(folder));
  return (one, other) => isOther(one) - isOther(other) || one.localeCompare(other);
}

/** A seeded generator of numbers from 0 up to 1 (mulberry32). */
function randomFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items) {
  const random = randomFrom(seed);
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

/** @returns {Promise<"passed" | "failed" | "late">} of the tests of a mutant, or of none */
async function runTests(tests, mutant, at) {
  const report = `${REPORTS}mutation-${at}.json`;
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [
      VITEST,
      "run",
      "--config",
      "tests/mutation/vitest.config.mjs",
      "--bail=1",
      "--reporter=json",
      `--outputFile=${report}`,
    ],
    {
      cwd: root,
      stdio: "ignore",
      detached: true,
      env: {
        ...process.env,
        TZ: "UTC",
        PROVISION_MUTATION: JSON.stringify({ tests, mutant }),
      },
    },
  );
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, LIMIT_MS);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  if (isLate) return "late";
  const result = readReport(report);
  rmSync(report, { force: true });
  if (result === null) return mutant ? "failed" : "late";
  return result.success && result.numPassedTests > 0 ? "passed" : "failed";
}

const equivalent = JSON.parse(readFileSync(new URL("./equivalent.json", import.meta.url), "utf8"));
const isEquivalent = ({ file, context, change }) =>
  equivalent.some((one) => one.file === file && one.context === context && one.change === change);

/** @returns {Promise<string>} what became of a mutant */
async function verdictOf(mutant, at) {
  if (isEquivalent(mutant)) return "equivalent";
  const tests = testsOf(mutant.file);
  if (tests.length === 0) return "untested";
  const outcome = await runTests(tests, mutant, at);
  if (outcome === "failed") return "killed";
  if (outcome === "passed") return "survived";
  // A busy machine is late as well: only where the sound module is in time did the fault cause it.
  return (await runTests(tests, null, at)) === "passed" ? "killed" : "undecided";
}

const all = targets.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), "utf8")));
const sample = shuffled(all).slice(0, sampleSize);
console.log(`${sample.length} of ${all.length} mutants of ${targets.length} modules, seed ${seed}`);
const tell = ({ file, line, change }) => `${file}:${line}  ${change.replaceAll(/\s+/g, " ")}`;
if (values.list) {
  for (const mutant of sample) console.log(tell(mutant));
  process.exit(0);
}
mkdirSync(REPORTS, { recursive: true });
const counts = {};
const queue = sample.entries();
async function work() {
  for (const [at, mutant] of queue) {
    const verdict = await verdictOf(mutant, at);
    counts[verdict] = (counts[verdict] ?? 0) + 1;
    if (verdict !== "killed") console.log(`${verdict}: ${tell(mutant)}`);
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (done % 20 === 0) console.log(`${done} of ${sample.length} done`);
  }
}
await Promise.all(Array.from({ length: Number(values.workers) }, work));

const { killed = 0, equivalent: alike = 0 } = counts;
const score = (100 * killed) / (sample.length - alike);
const told = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
console.log(
  `${told.join(", ")}: ${score.toFixed(1)} % of the mutants that change something are killed`,
);
process.exitCode = score >= LEAST_SCORE ? 0 : 1;
