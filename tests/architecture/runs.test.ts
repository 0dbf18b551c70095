/** `npm test` and `npm run rules` count what the runners reported, and nothing that did not run as passed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const COPIED = [
  "run.mjs",
  "rules.mjs",
  "architecture/reports.mjs",
  "architecture/outsideReporter.mjs",
  "architecture/usedRules.mjs",
  "architecture/reachable.mjs",
  "architecture/moduleGraph.mjs",
  "server/support/postgres.ts",
];
let repository: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), "provision-runs-"));
  write("package.json", '{ "type": "module" }');
  for (const path of COPIED) {
    cpSync(join(root, "tests", path), join(repository, "tests", path));
  }
  for (const name of ["tsx", "pg", "vite"]) {
    mkdirSync(join(repository, "node_modules"), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(repository, "node_modules", name));
  }
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

function run(
  script: string,
  ...args: string[]
): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: repository,
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}

const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

interface FakeTest {
  readonly title: string;
  readonly status: "passed" | "failed" | "pending";
  readonly why?: string;
}

function vitestReport(tests: readonly FakeTest[], suiteStatus = "passed"): string {
  const assertionResults = tests.map(({ title, status, why }) => ({
    fullName: title,
    status,
    failureMessages: why ? [why] : [],
  }));
  return JSON.stringify({
    testResults: [
      {
        name: join(repository, "tests/a.test.ts"),
        status: suiteStatus,
        message: "",
        assertionResults,
      },
    ],
  });
}

/** A Vitest that writes the report, if any, and ends with the code. */
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

  it("fails when a test failed, and ends with its name and why", () => {
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

  it("says what was skipped", () => {
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

  it("fails when the runner crashed, whatever an older report says", () => {
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

  it("names what nobody caught outside of the tests", () => {
    rmSync(join(repository, "node_modules/vitest"), { recursive: true, force: true });
    symlinkSync(join(root, "node_modules/vitest"), join(repository, "node_modules/vitest"));
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

  it("fails when a file could not be run", () => {
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

  it("runs steps at the same time that do not need each other, and names the step of each line", () => {
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

  it("runs the unit tests after the steps before them, also where those fail", () => {
    fakeTypes(1);
    write("tests/architecture/lint.mjs", "console.log('linted');");
    fakeVitest(vitestReport([passed]), 0);
    const { status, out } = run("tests/run.mjs", "unit", "types", "lint");
    expect(out.match(/^== \w+$/gm)).toEqual(["== lint", "== types", "== unit"]);
    expect(lastLine(out)).toBe("2 passed, 1 failed");
    expect(status).toBe(1);
  });

  it("refuses a step that there is not", () => {
    fakeVitest(null, 0);
    const { status, err } = run("tests/run.mjs", "units");
    expect(err).toContain("There is no step units");
    expect(status).toBe(1);
  });
});

describe("a journey that passed at its second try", () => {
  it("is counted as passed, and named as flaky", async () => {
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

/** A product of a few modules, some of whose exports nothing reaches. */
const PRODUCT = {
  "src/app/main.tsx": `
    import { kept } from "../kept.ts";
    import * as more from "../more.ts";
    import { decide } from "../../events/rules/permissions.ts";
    const lazy = () => import("../screen.ts");
    const thread = new URL("../thread.ts", import.meta.url);
    start(kept, more.used, decide("Users"), lazy, thread);`,
  "src/replay/cli.ts": "",
  "server/main.ts": "",
  "server/import/cli.ts": "",
  "src/kept.ts": `
    export const kept = () => helper();
    const helper = () => 1;
    export const forgotten = () => alsoForgotten();
    export function alsoForgotten() { return kept(); }`,
  "src/more.ts": "export const used = 1; export const unused = 2;",
  "src/screen.ts": "export { shown } from './shown.ts';",
  "src/shown.ts": "export function shown() {} export type Shown = string; export class Hidden {}",
  "src/thread.ts": "export class Thread {}",
  "events/rules/permissions.ts": `
    export const PERMISSION_CODES = ["users_read", "orgs_read"];
    export const PERMISSION_GROUPS = { Users: ["users_read"], Orgs: ["orgs_read"] };
    export const decide = (group) => PERMISSION_GROUPS[group].every((one) => PERMISSION_CODES.includes(one));`,
  "src/app/routes.ts": `
    export const ROUTE_TABLE = {
      notFound: { path: "" },
      routes: [{ path: "/users" }, { path: "/errors/404" }],
    };`,
  "src/app/router.ts": `
    export function resolve({ routes, notFound }, { pathname }) {
      if (pathname === "/start") return { kind: "redirect", path: "/reports/all?a=1" };
      const route = routes.find(({ path }) => path === pathname) ?? notFound;
      return { kind: "screen", route };
    }`,
} as const;

describe("npm run rules", () => {
  beforeEach(() => {
    write(
      "tests/rules.json",
      JSON.stringify([
        {
          area: "APB",
          about: "the builder",
          rules: { "APB-1": "It mines.", "APB-2": "It applies." },
        },
        { area: "NAV", about: "navigation", rules: { "NAV-1": "It links." } },
        {
          area: "ROUTE",
          about: "addresses",
          rules: {
            "ROUTE-1": "`/users` shows the users.",
            "ROUTE-2": "`/reports/{oid}` needs a signed-in user.",
            "ROUTE-3": "`/:resourceId/setup` shows the setup.",
            "ROUTE-4": "`/start` redirects to `/reports/all`.",
            "ROUTE-5": "`/errors/*` holds the error pages.",
          },
        },
        {
          area: "PERM",
          about: "permissions",
          rules: {
            "PERM-1": "The codes include users_read.",
            "PERM-2": "The codes include orgs_read.",
          },
        },
      ]),
    );
    for (const [path, text] of Object.entries(PRODUCT)) write(path, text);
  });

  const journey = (title: string, status: string): string =>
    JSON.stringify({
      errors: [],
      suites: [
        {
          title: "a.spec.ts",
          file: "a.spec.ts",
          suites: [
            {
              title: "[APB-2] the builder",
              file: "a.spec.ts",
              specs: [{ title, file: "a.spec.ts", tests: [{ projectName: "embedded", status }] }],
            },
          ],
        },
      ],
    });

  it("takes the rules of passing tests of both runners as proven", () => {
    write(
      "tests/.reports/vitest.json",
      vitestReport([{ title: "[APB-1] mines", status: "passed" }]),
    );
    write("tests/.reports/playwright.json", journey("[NAV-1] links", "expected"));
    const { status, out } = run("tests/rules.mjs", "--require", "APB,NAV");
    expect(out).toMatch(/^APB +2 +2 +0 +0 +0$/m);
    expect(out).toMatch(/^all +10 +3 +0 +0 +7$/m);
    expect(out).not.toContain("not yet used");
    expect(status).toBe(0);
  });

  it("names what is unproven, and fails where it is required", () => {
    write(
      "tests/.reports/vitest.json",
      vitestReport([
        { title: "[APB-1] mines", status: "passed" },
        { title: "[APB-1] mines again", status: "failed" },
        { title: "[NAV-1] links", status: "pending" },
      ]),
    );
    const { status, out, err } = run("tests/rules.mjs", "APB", "--require", "NAV");
    expect(out).toMatch(/^APB +2 +0 +0 +1 +2$/m);
    expect(out).toContain("APB-2     It applies.");
    expect(out).toContain("APB-1     (its test fails) It mines.");
    expect(err).toContain("Required, and unproven or not used: NAV-1");
    expect(err).toContain("No report of e2e");
    expect(status).toBe(1);
  });

  it("takes a journey that needed a second try for no proof", () => {
    write("tests/.reports/playwright.json", journey("[NAV-1] links", "flaky"));
    const { status, out, err } = run("tests/rules.mjs", "NAV", "--require", "NAV");
    expect(out).toMatch(/^NAV +1 +0 +0 +0 +1$/m);
    expect(out).toContain("NAV-1     (its test needed a second try) It links.");
    expect(err).toContain("Required, and unproven or not used: NAV-1");
    expect(status).toBe(1);
  });

  /** The rules that count as proven and not used, after these tests of `tests/a.test.ts` have passed. */
  function unusedAfter(source: string, titles: readonly string[]): string[] {
    write("tests/a.test.ts", source);
    const tests = titles.map((title): FakeTest => ({ title, status: "passed" }));
    write("tests/.reports/vitest.json", vitestReport(tests));
    const { out } = run("tests/rules.mjs");
    const [, listed = ""] = out.split("Proven, not yet used by the product:");
    return [...listed.matchAll(/^ {2}([A-Z]+-\d+) .*\((.*)\)$/gm)].map(
      ([, rule, why]) => `${rule}: ${why}`,
    );
  }

  it("takes a rule for not used whose test names an export that the product does not reach", () => {
    const source = `
      import { kept, forgotten } from "#src/kept.ts";
      import * as more from "#src/more.ts";
      const ask = () => forgotten();
      it("[APB-1] mines", () => { expect(kept()).toBe(1); });
      test.each([1])("[APB-2] applies %i", () => { ask(); });
      it(\`[NAV-1] links \${1 + 1}\`, () => { more.unused; });`;
    expect(
      unusedAfter(source, ["a block [APB-1] mines", "[APB-2] applies 1", "[NAV-1] links 2"]),
    ).toEqual(["APB-2: nothing calls forgotten", "NAV-1: nothing calls unused"]);
  });

  it("takes it for used once another test of the rule names only what is reached", () => {
    const source = `
      import { forgotten } from "#src/kept.ts";
      import { shown } from "#src/screen.ts";
      import { Hidden } from "#src/shown.ts";
      import { Thread } from "#src/thread.ts";
      import { helperOfTests } from "../tests/helper.ts";
      it("[APB-1] mines", () => { forgotten(); });
      it("[APB-1] mines in a screen", () => { shown(); });
      it("[APB-2] applies", () => { new Thread(); helperOfTests(); });
      it("[NAV-1] links", () => { new Hidden(); });`;
    expect(
      unusedAfter(source, [
        "[APB-1] mines",
        "[APB-1] mines in a screen",
        "[APB-2] applies",
        "[NAV-1] links",
      ]),
    ).toEqual(["NAV-1: nothing calls Hidden"]);
  });

  it("takes the rules of an address for not used until a screen is built for it", () => {
    const titles = [1, 2, 3, 4, 5].map((n) => `[ROUTE-${n}] leads there`);
    expect(unusedAfter("", titles)).toEqual([
      "ROUTE-2: no screen is built for /reports/{oid}",
      "ROUTE-3: no screen is built for /resources/:resourceId/setup",
      "ROUTE-4: no screen is built for /start",
    ]);
  });

  it("takes the rules of a permission for not used until something asks for it", () => {
    expect(unusedAfter("", ["[PERM-1] is there", "[PERM-2] is there"])).toEqual([
      "PERM-2: nothing asks for orgs_read",
    ]);
  });

  it("takes what a journey proves for used, and an area that is required for incomplete without it", () => {
    write(
      "tests/a.test.ts",
      `import { forgotten } from "#src/kept.ts"; it("[APB-1] mines", () => { forgotten(); });`,
    );
    write(
      "tests/.reports/vitest.json",
      vitestReport([{ title: "[APB-1] mines", status: "passed" }]),
    );
    write("tests/.reports/playwright.json", journey("links", "expected"));
    const { status, out, err } = run("tests/rules.mjs", "--require", "APB");
    expect(out).toMatch(/^APB +2 +1 +1 +0 +0$/m);
    expect(err).toContain("Required, and unproven or not used: APB-1");
    expect(status).toBe(1);
  });

  it("refuses rules that do not exist", () => {
    write("tests/.reports/playwright.json", journey("[APB-99] flies", "expected"));
    const { status, err } = run("tests/rules.mjs");
    expect(err).toContain("Tests cite rules that do not exist: APB-99");
    expect(status).toBe(1);
  });
});
