/** `npm run rules` counts a rule as proven only if one of its tests passed and the product uses the tested code. */
import { beforeEach, describe, expect, it } from "vitest";
import { prepareRepository, run, vitestReport, write, type FakeTest } from "./fakeRepository.ts";

prepareRepository();

/** A product of a few modules with some unreachable exports. */
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
  "server/secrets/cli.ts": "",
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

  it("counts the rules of passing tests of both runners as proven", () => {
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

  it("names unproven rules, and fails when they are required", () => {
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

  it("does not count a journey that passed on its second try", () => {
    write("tests/.reports/playwright.json", journey("[NAV-1] links", "flaky"));
    const { status, out, err } = run("tests/rules.mjs", "NAV", "--require", "NAV");
    expect(out).toMatch(/^NAV +1 +0 +0 +0 +1$/m);
    expect(out).toContain("NAV-1     (its test needed a second try) It links.");
    expect(err).toContain("Required, and unproven or not used: NAV-1");
    expect(status).toBe(1);
  });

  /** The rules that count as proven but unused after these tests of `tests/a.test.ts` have passed. */
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

  it("counts a rule as unused when its test names an export that the product does not reach", () => {
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

  it("counts a rule as used once another of its tests names only reachable exports", () => {
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

  it("counts the rules of an address as unused until the product has a screen for it", () => {
    const titles = [1, 2, 3, 4, 5].map((n) => `[ROUTE-${n}] leads there`);
    expect(unusedAfter("", titles)).toEqual([
      "ROUTE-2: no screen is built for /reports/{oid}",
      "ROUTE-3: no screen is built for /resources/:resourceId/setup",
      "ROUTE-4: no screen is built for /start",
    ]);
  });

  it("counts the rules of a permission as unused until the product checks it", () => {
    expect(unusedAfter("", ["[PERM-1] is there", "[PERM-2] is there"])).toEqual([
      "PERM-2: nothing asks for orgs_read",
    ]);
  });

  it("counts the rules of journeys as used, and a required area as incomplete without them", () => {
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

  it("refuses unknown rules", () => {
    write("tests/.reports/playwright.json", journey("[APB-99] flies", "expected"));
    const { status, err } = run("tests/rules.mjs");
    expect(err).toContain("Tests cite rules that do not exist: APB-99");
    expect(status).toBe(1);
  });
});
