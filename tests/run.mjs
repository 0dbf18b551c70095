/**
 * `npm test`: everything that proves the product, on a machine that has no more than Node and `npm ci`.
 * It finds or installs a Chromium and PostgreSQL, runs all steps (or those that are named: `npm test -- unit e2e`),
 * and ends with the sum of what the runners reported. A step that did not run counts as failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
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

/** Each test of the server opens a database of its own, of some hundred megabytes. */
const MAX_WORKERS = 4;
/** One more than there are cores: tests wait for disks and processes for a third of their time. */
const workers = Math.min(MAX_WORKERS, availableParallelism() + 1);
const MAX_STEP = 30 * 60_000;

const STEPS = [
  { name: "lint", command: ["tests/architecture/lint.mjs"] },
  { name: "types", command: [bin("typescript/bin/tsc"), "--noEmit"] },
  { name: "build", command: ["server/start.mjs", "--build"] },
  {
    name: "unit",
    command: [
      bin("vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      "--reporter=./tests/architecture/outsideReporter.mjs",
      `--outputFile.json=${VITEST_REPORT}`,
      `--maxWorkers=${workers}`,
    ],
    reports: { [VITEST_REPORT]: vitestResults, [OUTSIDE_REPORT]: outsideResults },
    needs: ["postgres"],
  },
  {
    name: "e2e",
    command: [bin("@playwright/test/cli.js"), "test", "--config", "e2e/playwright.config.ts"],
    reports: { [PLAYWRIGHT_REPORT]: playwrightResults },
    needs: ["chromium", "postgres"],
  },
];

const environment = {
  ...process.env,
  TZ: "UTC",
  PROVISION_REQUIRE_POSTGRES: "1",
  PROVISION_TEST_REPORT: PLAYWRIGHT_REPORT,
};

/** @returns whether the command ended well */
function run(command, args, options = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: environment,
    timeout: MAX_STEP,
    killSignal: "SIGTERM",
    ...options,
  });
  if (error) console.error(`${command}: ${error.message}`);
  if (signal) console.error(`${command} ${args[0]} was ended by ${signal}`);
  return status === 0;
}

/** Installs a package of the system where that is possible. */
function install(name) {
  const isRoot = process.getuid?.() === 0;
  const hasApt = (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((directory) => directory !== "" && existsSync(join(directory, "apt-get")));
  if (!isRoot || !hasApt) return false;
  console.log(`Installing ${name} …`);
  const env = { ...environment, DEBIAN_FRONTEND: "noninteractive" };
  return (
    run("apt-get", ["update", "-qq"], { env }) &&
    run("apt-get", ["install", "-qq", "-y", "--no-install-recommends", name], { env })
  );
}

const LEAST_POSTGRES = 15;

const TOOLS = {
  chromium: {
    find: async () => (await import("./support/chromium.ts")).findChromium(),
    package: "chromium",
    absent:
      "No Chromium was found (PROVISION_CHROMIUM, chromium, google-chrome, Playwright's own) and none could be installed. Install one: apt-get install chromium, or npx playwright install chromium",
    use: (path) => (environment.PROVISION_CHROMIUM = path),
  },
  postgres: {
    find: async () => {
      const found = (await import("./server/support/postgres.ts")).findBinaries();
      return found !== null && postgresVersion(found) >= LEAST_POSTGRES ? found : null;
    },
    package: "postgresql",
    absent: `No PostgreSQL ${LEAST_POSTGRES} or newer was found (PATH, /usr/lib/postgresql) and none could be installed. Install one: apt-get install postgresql`,
    use: (path) => (environment.PATH = `${path}${delimiter}${environment.PATH ?? ""}`),
  },
};

function postgresVersion(directory) {
  const { stdout } = spawnSync(join(directory, "postgres"), ["--version"], { encoding: "utf8" });
  return Number(/(\d+)(?:\.\d+)?/.exec(stdout ?? "")?.[1] ?? 0);
}

/** @returns whether the tool is there now */
async function provide(name) {
  const tool = TOOLS[name];
  let path = await tool.find();
  if (path === null && install(tool.package)) path = await tool.find();
  if (path === null) {
    console.error(tool.absent);
    return false;
  }
  console.log(`${name}: ${path}`);
  tool.use(path);
  return true;
}

/** @returns the results of one step; the step itself is one where no runner reports */
async function runStep({ name, command, reports = {}, needs = [] }) {
  console.log(`\n== ${name}`);
  const failed = (title) => ({ file: name, title, state: "failed" });
  for (const tool of needs) {
    if (!(await provide(tool))) return [failed(TOOLS[tool].absent)];
  }
  const paths = Object.keys(reports);
  // An old report must not count for a run that crashed.
  for (const path of paths) rmSync(path, { force: true });
  const isSound = run(process.execPath, command);
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

const LINES_OF_WHY = 12;

/** Names what did not pass once more at the end, where one looks first. */
function tell({ state, isFlaky, file, title, why }) {
  const verdict = isFlaky ? "flaky, passed at the second try" : state;
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
const { register } = await import("tsx/esm/api");
register();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(", ")}: ${STEPS.map(({ name }) => name).join(", ")}`,
  );
  process.exit(1);
}
mkdirSync(REPORTS, { recursive: true });
const results = [];
for (const step of STEPS) {
  if (wanted.length === 0 || wanted.includes(step.name)) results.push(...(await runStep(step)));
}
console.log();
results.forEach(tell);
const { passed, failed, skipped } = count(results);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
