/** The results of the test runners, read from their JSON reports. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const REPORTS = fileURLToPath(new URL("../.reports/", import.meta.url));
export const VITEST_REPORT = `${REPORTS}vitest.json`;
export const OUTSIDE_REPORT = `${REPORTS}vitest-outside.json`;
export const PLAYWRIGHT_REPORT = `${REPORTS}playwright.json`;

/**
 * @typedef {object} Result
 * @property {string} title with the titles of its blocks
 * @property {string} file from the root of the repository
 * @property {"passed" | "failed" | "skipped"} state
 * @property {boolean} [isFlaky] passed, but not on the first try: counts as passed, but proves no rule
 * @property {string} [why] the runner's message about a failure
 */

/** @returns {unknown} the report, or null if there is none */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const fromRoot = (path) => (path.startsWith(root) ? path.slice(root.length) : path);

/** @returns {Result[]} one per test; a file that could not run counts as a failed test */
export function vitestResults(report) {
  return report.testResults.flatMap(({ name, status, assertionResults, message }) => {
    const file = fromRoot(name);
    const results = assertionResults.map((test) => ({
      file,
      title: test.fullName,
      state: stateOf(test.status),
      why: test.failureMessages?.[0],
    }));
    const isBroken = status === "failed" && !results.some(({ state }) => state === "failed");
    return isBroken
      ? [...results, { file, title: message || "the file could not be run", state: "failed" }]
      : results;
  });
}

/** @returns {Result[]} what failed outside of Vitest's tests */
export function outsideResults(errors) {
  return errors.map(({ title, why }) => ({ file: "tests", title, state: "failed", why }));
}

function stateOf(status) {
  return status === "passed" || status === "failed" ? status : "skipped";
}

const JOURNEY_STATES = { expected: "passed", flaky: "passed", skipped: "skipped" };

/** @returns {Result[]} one per test and project; an error outside of tests counts as a failed test */
export function playwrightResults(report) {
  const errors = (report.errors ?? []).map(({ message }) => ({
    file: "e2e",
    title: message ?? "an error outside of the tests",
    state: "failed",
    why: message,
  }));
  return [...report.suites.flatMap((suite) => suiteResults(suite, "")), ...errors];
}

function suiteResults({ title, file, specs = [], suites = [] }, above) {
  // The outermost suite is the file.
  const path = title === file ? above : `${above}${title} `;
  const own = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      file: `e2e/${spec.file}`,
      title: `${path}${spec.title} (${test.projectName})`,
      state: JOURNEY_STATES[test.status] ?? "failed",
      isFlaky: test.status === "flaky",
      why: test.results?.find(({ error }) => error)?.error.message,
    })),
  );
  return [...own, ...suites.flatMap((suite) => suiteResults(suite, path))];
}

/** @returns {{ passed: number, failed: number, skipped: number }} */
export function count(results) {
  const number = (state) => results.filter((result) => result.state === state).length;
  return { passed: number("passed"), failed: number("failed"), skipped: number("skipped") };
}
