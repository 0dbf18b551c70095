/**
 * `npm test`: all checks of the product, on a machine with only Node and `npm ci`. It finds or installs Chromium,
 * PostgreSQL and slapd, runs all steps (or named ones: `npm test -- unit e2e`), and ends with the sum of the runners' results.
 * Independent steps run in parallel, because tests wait for disks, processes and browsers for a third of their time. A
 * step that did not run counts as failed.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import {
  count,
  OUTSIDE_REPORT,
  outsideResults,
  PLAYWRIGHT_REPORT,
  playwrightResults,
  readReport,
  REPORTS,
  VITEST_REPORT,
  vitestResults,
} from "./architecture/reports.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const bin = (...path) => join(root, "node_modules", ...path);

/** Each worker of the server's tests holds an embedded database of some hundred megabytes. */
const MAX_WORKERS = 4;
const MAX_STEP_MS = 80 * 60_000;

/**
 * @param {boolean} isShared whether other steps run in parallel
 * @returns the number of workers of one runner; alone it has one more than there are cores
 */
const workers = (isShared) => Math.min(MAX_WORKERS, availableParallelism() + (isShared ? 0 : 1));

const STEPS = [
  { name: "build", command: () => ["server/start.mjs", "--build"] },
  { name: "lint", command: () => ["tests/architecture/lint.mjs"] },
  { name: "types", after: ["lint"], command: () => [bin("typescript/bin/tsc"), "--noEmit"] },
  {
    name: "unit",
    // Some tests briefly write test files into the tree, which lint and types would examine.
    after: ["build", "lint", "types"],
    command: (isShared) => [
      bin("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      "--reporter=./tests/architecture/outsideReporter.mjs",
      `--outputFile.json=${VITEST_REPORT}`,
      `--maxWorkers=${workers(isShared)}`,
    ],
    reports: { [VITEST_REPORT]: vitestResults, [OUTSIDE_REPORT]: outsideResults },
    needs: ["postgres", "slapd"],
  },
  {
    name: "e2e",
    after: ["build"],
    command: (isShared) => [
      bin("@playwright/test/cli.js"),
      "test",
      "--config",
      "e2e/playwright.config.ts",
      `--workers=${workers(isShared)}`,
    ],
    reports: { [PLAYWRIGHT_REPORT]: playwrightResults },
    needs: ["chromium", "postgres", "slapd"],
  },
];

const LABEL_WIDTH = Math.max(...STEPS.map(({ name }) => name.length));

const environment = {
  ...process.env,
  TZ: "UTC",
  PROVISION_REQUIRE_POSTGRES: "1",
  PROVISION_REQUIRE_SLAPD: "1",
  PROVISION_TEST_REPORT: PLAYWRIGHT_REPORT,
};

/**
 * @param {string} [label] prefix of each output line, when several commands write in parallel
 * @returns {Promise<boolean>} whether the command succeeded
 */
async function run(command, args, { label, env = environment } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", ...(label ? ["pipe", "pipe"] : ["inherit", "inherit"])],
    env,
    timeout: MAX_STEP_MS,
    killSignal: "SIGTERM",
  });
  if (label) {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => console.log(`${label} | ${line}`));
    }
  }
  return new Promise((resolve) => {
    child.once("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(false);
    });
    child.once("close", (status, signal) => {
      if (signal) console.error(`${command} ${args[0]} was ended by ${signal}`);
      resolve(status === 0);
    });
  });
}

/** Installs a system package if possible. */
async function install(name) {
  const isRoot = process.getuid?.() === 0;
  const hasApt = (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((directory) => directory !== "" && existsSync(join(directory, "apt-get")));
  if (!isRoot || !hasApt) return false;
  console.log(`Installing ${name} …`);
  const env = { ...environment, DEBIAN_FRONTEND: "noninteractive" };
  return (
    (await run("apt-get", ["update", "-qq"], { env })) &&
    run("apt-get", ["install", "-qq", "-y", "--no-install-recommends", name], { env })
  );
}

const LEAST_POSTGRES = 15;

const TOOLS = {
  chromium: {
    find: async () => (await import("./support/chromium.ts")).findChromium(),
    packages: ["chromium-headless-shell", "chromium"],
    // A CI machine exists for the tests, so it gets the faster browser in addition to an existing one.
    isBest: (path) =>
      environment.CI !== "true" ||
      Boolean(environment.PROVISION_CHROMIUM) ||
      path.endsWith("chromium-headless-shell"),
    absent:
      "No Chromium was found (PROVISION_CHROMIUM, chromium-headless-shell, chromium, google-chrome, Playwright's own) and none could be installed. Install one: apt-get install chromium, or npx playwright install chromium",
    use: (path) => (environment.PROVISION_CHROMIUM = path),
  },
  postgres: {
    find: async () => {
      const found = (await import("./server/support/postgres.ts")).findBinaries();
      return found !== null && postgresVersion(found) >= LEAST_POSTGRES ? found : null;
    },
    packages: ["postgresql"],
    absent: `No PostgreSQL ${LEAST_POSTGRES} or newer was found (PATH, /usr/lib/postgresql) and none could be installed. Install one: apt-get install postgresql`,
    use: (path) => (environment.PATH = `${path}${delimiter}${environment.PATH ?? ""}`),
  },
  slapd: {
    find: async () => (await import("./server/support/findSlapd.ts")).findSlapd(),
    packages: ["slapd"],
    absent:
      "No slapd was found (PATH, /usr/sbin, /usr/libexec) and none could be installed. Install one: apt-get install slapd",
    use: () => {},
  },
};

function postgresVersion(directory) {
  const { stdout } = spawnSync(join(directory, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(?:\.\d+)?/.exec(stdout ?? "")?.[1] ?? 0);
}

/** @returns whether the tool is available now */
async function provide(name) {
  const tool = TOOLS[name];
  let path = await tool.find();
  for (const name of tool.packages) {
    const isEnough = path !== null && (tool.isBest?.(path) ?? true);
    if (!isEnough && (await install(name))) path = await tool.find();
  }
  if (path === null) {
    console.error(tool.absent);
    return false;
  }
  console.log(`${name}: ${path}`);
  tool.use(path);
  return true;
}

/** @returns {Promise<import("./architecture/reports.mjs").Result[]>} the step itself if no runner reports */
async function runStep({ name, command, reports = {}, needs = [] }, { absent, isShared }) {
  const failed = (title) => ({ file: name, title, state: "failed" });
  const missing = needs.filter((tool) => absent.has(tool));
  if (missing.length > 0) return missing.map((tool) => failed(TOOLS[tool].absent));
  console.log(`\n== ${name}`);
  const paths = Object.keys(reports);
  // An old report must not count for a crashed run.
  for (const path of paths) rmSync(path, { force: true });
  const begin = performance.now();
  const label = isShared ? name.padEnd(LABEL_WIDTH) : undefined;
  const isSound = await run(process.execPath, command(isShared), { label });
  console.log(`\n== ${name}: ${Math.round((performance.now() - begin) / 1000)} s`);
  if (paths.length === 0) return [isSound ? { state: "passed" } : failed("see above")];

  const results = Object.entries(reports).flatMap(([path, read]) => {
    const report = readReport(path);
    return report === null ? [] : read(report);
  });
  const counts = count(results);
  if (counts.passed + counts.failed === 0) results.push(failed(`${name} ran no test.`));
  else if (!isSound && counts.failed === 0) {
    results.push(failed(`${name} failed outside of its tests.`));
  }
  return results;
}

/** Runs each step after its predecessors have ended, successfully or not. */
async function runSteps(steps) {
  const absent = new Set();
  const tools = new Set(steps.flatMap(({ needs = [] }) => needs));
  // The modules that find the tools are TypeScript.
  if (tools.size > 0) (await import("tsx/esm/api")).register();
  for (const tool of tools) {
    if (!(await provide(tool))) absent.add(tool);
  }
  const isShared = steps.length > 1;
  const ends = new Map();
  for (const step of steps) {
    const before = (step.after ?? []).map((name) => ends.get(name));
    ends.set(
      step.name,
      Promise.all(before)
        .then(() => runStep(step, { absent, isShared }))
        .catch((error) => [{ file: step.name, title: String(error), state: "failed" }]),
    );
  }
  return (await Promise.all(ends.values())).flat();
}

const LINES_OF_WHY = 12;

/** Lists failures once more at the end, where a reader looks first. */
function tell({ state, isFlaky, file, title, why }) {
  const verdict = isFlaky ? "flaky, needed a second try and proves no rule" : state;
  if (verdict === "passed") return;
  console.log(`${verdict}: ${file}: ${title.split("\n")[0]}`);
  if (!why) return;
  const lines = stripVTControlCharacters(why).split("\n").slice(0, LINES_OF_WHY);
  console.log(lines.map((line) => `    ${line}`).join("\n"));
}

function checkPackages() {
  if (existsSync(bin("tsx")) && existsSync(bin("vitest"))) return;
  console.error("The packages are not installed. Run: npm ci");
  process.exit(1);
}

checkPackages();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(", ")}: ${STEPS.map(({ name }) => name).join(", ")}`,
  );
  process.exit(1);
}
mkdirSync(REPORTS, { recursive: true });
const results = await runSteps(
  STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
);
console.log();
results.forEach(tell);
const { passed, failed, skipped } = count(results);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
