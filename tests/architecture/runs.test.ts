/** `npm test` counts the runners' results, and never counts a test that did not run as passed. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  lastLine,
  linkPackage,
  root,
  run,
  prepareRepository,
  vitestReport,
  write,
  type FakeTest,
} from "./fakeRepository.ts";

prepareRepository();

/** A fake Vitest that writes the report, if any, and exits with the code. */
function fakeVitest(report: string | null, exitCode: number): void {
  const writing =
    report === null
      ? ""
      : `const out = process.argv.find((arg) => arg.startsWith("--outputFile.json=")).split("=")[1];
         require("node:fs").writeFileSync(out, ${JSON.stringify(report)});`;
  write("node_modules/vitest/package.json", '{ "type": "commonjs" }');
  write(
    "node_modules/vitest/vitest.mjs",
    `import { createRequire } from "node:module";
     const require = createRequire(import.meta.url);
     ${writing}
     process.exit(${exitCode});`,
  );
}

function fakeTypes(exitCode: number): void {
  write("node_modules/typescript/bin/tsc", `process.exit(${exitCode});`);
  write("node_modules/typescript/package.json", '{ "type": "commonjs" }');
}

describe("npm test", () => {
  const passed: FakeTest = { title: "works", status: "passed" };

  it("ends with the counts of the runners and of the checks", () => {
    fakeTypes(0);
    fakeVitest(vitestReport([passed, passed]), 0);
    const { status, out } = run("tests/run.mjs", "types", "unit");
    expect(lastLine(out)).toBe("3 passed, 0 failed");
    expect(status).toBe(0);
  });

  it("fails when a test failed, and ends with its name and the reason", () => {
    fakeTypes(0);
    const why = "\u001B[31mexpected 1 to be 2\u001B[39m\n  at a.test.ts:3";
    fakeVitest(vitestReport([passed, { title: "breaks", status: "failed", why }], "failed"), 1);
    const { status, out } = run("tests/run.mjs", "types", "unit");
    expect(out.split("\n").slice(-5, -1)).toEqual([
      "failed: tests/a.test.ts: breaks",
      "    expected 1 to be 2",
      "      at a.test.ts:3",
      "2 passed, 1 failed",
    ]);
    expect(status).toBe(1);
  });

  it("reports skipped tests", () => {
    fakeVitest(vitestReport([passed, { title: "is not here", status: "pending" }]), 0);
    const { status, out } = run("tests/run.mjs", "unit");
    expect(out).toContain("skipped: tests/a.test.ts: is not here");
    expect(lastLine(out)).toBe("1 passed, 0 failed, 1 skipped");
    expect(status).toBe(0);
  });

  it("fails when a check failed", () => {
    fakeTypes(2);
    fakeVitest(null, 0);
    const { status, out } = run("tests/run.mjs", "types");
    expect(out).toContain("failed: types: see above");
    expect(lastLine(out)).toBe("0 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("fails when the runner crashed, even if an older report exists", () => {
    write("tests/.reports/vitest.json", vitestReport([passed]));
    fakeVitest(null, 134);
    const { status, out } = run("tests/run.mjs", "unit");
    expect(lastLine(out)).toBe("0 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("fails when the runner failed outside of its tests", () => {
    fakeVitest(vitestReport([passed]), 1);
    const { status, out } = run("tests/run.mjs", "unit");
    expect(out).toContain("unit failed outside of its tests");
    expect(lastLine(out)).toBe("1 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("names uncaught errors outside of the tests", () => {
    linkPackage("vitest");
    write(
      "tests/a.test.ts",
      `import { it } from "vitest";
       it("works", () => { setTimeout(() => { throw new Error("too late"); }); });
       it("ends after that", () => new Promise((resolve) => { setTimeout(resolve); }));`,
    );
    const { status, out } = run("tests/run.mjs", "unit");
    expect(out).toContain("failed: tests: Uncaught Exception: Error: too late");
    expect(lastLine(out)).toBe("2 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("fails when a file did not run", () => {
    fakeVitest(vitestReport([], "failed"), 1);
    const { status, out } = run("tests/run.mjs", "unit");
    expect(lastLine(out)).toBe("0 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("fails when nothing ran", () => {
    fakeVitest(vitestReport([]), 0);
    const { status, out } = run("tests/run.mjs", "unit");
    expect(out).toContain("unit ran no test");
    expect(lastLine(out)).toBe("0 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("runs independent steps in parallel and prefixes each line with its step", () => {
    const meets = (own: string, other: string): string =>
      `import { existsSync, writeFileSync } from "node:fs";
       writeFileSync("${own}", "");
       while (!existsSync("${other}")) await new Promise((resolve) => setTimeout(resolve, 5));
       console.log("has met ${other}");`;
    fakeVitest(null, 0);
    write("server/start.mjs", meets("build.mark", "lint.mark"));
    write("tests/architecture/lint.mjs", meets("lint.mark", "build.mark"));
    const { status, out } = run("tests/run.mjs", "build", "lint");
    expect(out).toMatch(/^build +\| has met lint\.mark$/m);
    expect(out).toMatch(/^lint +\| has met build\.mark$/m);
    expect(lastLine(out)).toBe("2 passed, 0 failed");
    expect(status).toBe(0);
  });

  it("runs the unit tests after the earlier steps, even if those fail", () => {
    fakeTypes(1);
    write("tests/architecture/lint.mjs", "console.log('linted');");
    fakeVitest(vitestReport([passed]), 0);
    const { status, out } = run("tests/run.mjs", "unit", "types", "lint");
    expect(out.match(/^== \w+$/gm)).toEqual(["== lint", "== types", "== unit"]);
    expect(lastLine(out)).toBe("2 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("refuses an unknown step", () => {
    fakeVitest(null, 0);
    const { status, err } = run("tests/run.mjs", "units");
    expect(err).toContain("There is no step units");
    expect(status).toBe(1);
  });
});

describe("a journey that passed on its second try", () => {
  it("counts as passed and is named as flaky", async () => {
    const { playwrightResults } = (await import(join(root, "tests/architecture/reports.mjs"))) as {
      playwrightResults: (report: object) => { state: string; isFlaky: boolean }[];
    };
    const specs = ["expected", "flaky", "unexpected"].map((status) => ({
      title: status,
      file: "a.spec.ts",
      tests: [{ projectName: "embedded", status }],
    }));
    const results = playwrightResults({
      suites: [{ title: "a.spec.ts", file: "a.spec.ts", specs }],
    });
    expect(results.map(({ state, isFlaky }) => [state, isFlaky])).toEqual([
      ["passed", false],
      ["passed", true],
      ["failed", false],
    ]);
  });
});
