import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { RUNS_NEEDED } from "../../bench/harness/compare.ts";
import { checkWritable, readResult } from "../../bench/harness/resultFile.ts";
import { describeOptions, readCommand, UsageError } from "../../bench/harness/options.ts";

const SAMPLE = fileURLToPath(new URL("../../bench/samples/core-100k.json", import.meta.url));

const CASES = {
  wide: { options: { rows: 1000, runs: 5, seed: 7 } },
  plain: { options: { runs: 1 } },
};

test("a case has default options, which arguments override", () => {
  expect(readCommand(["wide"], CASES)).toMatchObject({
    settings: { rows: 1000, runs: 5, seed: 7 },
  });
  expect(
    readCommand(["wide", "--rows", "10_000", "--seed=0", "--runs", "2", "--json", "a"], CASES),
  ).toEqual({
    name: "wide",
    settings: { rows: 10_000, runs: 2, seed: 0 },
    json: "a",
    baseline: null,
    compare: null,
  });
  expect(describeOptions(CASES.plain.options)).toBe("--runs N (1)");
});

test("help is about one case, or lists all", () => {
  expect(readCommand([], CASES)).toEqual({ help: null });
  expect(readCommand(["--help"], CASES)).toEqual({ help: null });
  expect(readCommand(["wide", "--help"], CASES)).toEqual({ help: "wide" });
  expect(readCommand(["wide", "-h"], CASES)).toEqual({ help: "wide" });
  expect(() => readCommand(["other", "--help"], CASES)).toThrow(UsageError);
});

test.each([
  [["other"], 'There is no case "other". The cases are wide, plain.'],
  [["constructor"], 'There is no case "constructor". The cases are wide, plain.'],
  [["plain", "--rows", "5"], "The case plain takes no --rows."],
  [["wide", "--rows", "1e6"], '--rows takes a whole number from 1 on, not "1e6".'],
  [["wide", "--runs", "0"], '--runs takes a whole number from 1 on, not "0".'],
  [["wide", "plain"], 'One case at a time: "plain" is too much.'],
  [["wide", "--rows", "-5"], "--rows needs a value, which begins with no dash."],
  [["wide", "--json"], "--json needs a value, which begins with no dash."],
  [["--runs", "2"], "Options need a case before them."],
  [
    ["wide", "--row", "5"],
    "There is no option --row. The options are --rows, --runs, --seed, --json, --baseline, --compare, --help.",
  ],
])("%j is refused", (words, message) => {
  expect(() => readCommand(words, CASES)).toThrow(new UsageError(message));
});

function directoryOfTest(): string {
  const directory = mkdtempSync(join(tmpdir(), "provision-bench-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

describe("the command", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const bench = (...words: string[]) =>
    spawnSync(process.execPath, ["--import", "tsx", "bench/run.ts", ...words], {
      cwd: root,
      encoding: "utf8",
    });

  test("lists the cases with their options", () => {
    const { status, stdout } = bench();
    expect(status).toBe(0);
    for (const name of ["builder", "core", "import", "mining", "start", "sign-in"]) {
      expect(stdout).toContain(`npm run bench -- ${name}`);
    }
    expect(stdout).toContain("--rows N (1000000)");
  });

  test("describes one case with its options and how long it takes", () => {
    const { status, stdout } = bench("core", "--help");
    expect(status).toBe(0);
    expect(stdout).toContain("npm run bench -- core  --rows N (1000000)  --runs N (5)");
    expect(stdout).toMatch(/Takes about \d+ min/);
    expect(stdout).not.toContain("builder");
  });

  test("compares only with a result that has runs of the case", () => {
    const { status, stdout, stderr } = bench("builder", "--compare", SAMPLE);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("has no run of the case builder, only of core.");
    const empty = join(directoryOfTest(), "empty.json");
    writeFileSync(empty, JSON.stringify({ ...readResult(SAMPLE, "core"), runs: [] }));
    expect(() => readResult(empty, "core")).toThrow("has no run.");
  });

  test("the published sample has the runs and the machine that a comparison needs", () => {
    const { runs, machine, settings } = readResult(SAMPLE, "core");
    expect(runs.length).toBeGreaterThanOrEqual(RUNS_NEEDED);
    expect(settings.rows).toBe(100_000);
    expect(machine.cores).toBeGreaterThan(0);
    expect(readFileSync(SAMPLE).length).toBeLessThan(200_000);
  });

  test("exits with 2 and a reason before it measures anything", () => {
    const foreign = join(directoryOfTest(), "foreign.json");
    writeFileSync(foreign, '{"case":"core"}');
    const { status, stdout, stderr } = bench("core", "--compare", foreign);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("is no result of this bench");
  });

  test("refuses files that it cannot read or write", () => {
    expect(() => readResult("/no/such.json", "core")).toThrow(/cannot be read/);
    const directory = directoryOfTest();
    const missing = join(directory, "missing/");
    for (const path of ["/no/such.json", "", directory, missing, "/proc/such.json"]) {
      expect(() => checkWritable(path)).toThrow(/cannot be written/);
    }
    const own = join(directory, "own.json");
    checkWritable(own);
    expect(existsSync(own)).toBe(false);
    writeFileSync(own, "kept");
    checkWritable(own);
    expect(readFileSync(own, "utf8")).toBe("kept");
  });
});
