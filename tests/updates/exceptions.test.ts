/** Which overdue packages `npm run updates` accepts. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EXCEPTIONS, judge, type Exception } from "./exceptions.ts";
import { MAX_DAYS } from "./overdue.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");
const late = { name: "a-package", installed: "1.0.0", latest: "2.0.0", days: 99 };
const exception: Exception = {
  name: "a-package",
  installed: "1.0.0",
  reason: "It needs a newer Node.js",
  until: "2026-11-02",
};

test("an overdue package without an exception is late", () => {
  expect(judge([late], [], NOW)).toEqual({ late: [late], accepted: [], obsolete: [] });
});

test("an overdue package with an exception is accepted with its reason", () => {
  const { reason, until } = exception;
  expect(judge([late], [exception], NOW)).toEqual({
    late: [],
    accepted: [{ ...late, reason, until }],
    obsolete: [],
  });
});

test.each([
  ["of another package", { ...exception, name: "another" }],
  ["of another version", { ...exception, installed: "1.0.1" }],
  ["that has ended", { ...exception, until: "2026-11-01" }],
])("an exception %s accepts nothing and is obsolete", (_what, one) => {
  expect(judge([late], [one], NOW)).toEqual({ late: [late], accepted: [], obsolete: [one] });
});

test("an exception that nothing needs any more is obsolete", () => {
  expect(judge([], [exception], NOW)).toEqual({ late: [], accepted: [], obsolete: [exception] });
});

test("each exception is documented, with its reason, for a version that is installed", () => {
  const root = new URL("../../", import.meta.url);
  const operations = readFileSync(new URL("docs/operations.md", root), "utf8");
  const { packages } = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>;
  };
  expect(operations).toContain(`${MAX_DAYS} days`);
  for (const { name, installed, reason, until } of EXCEPTIONS) {
    expect(packages[`node_modules/${name}`]?.version).toBe(installed);
    const row = operations
      .split("\n")
      .find((line) => line.startsWith(`| \`${name}\` ${installed}`));
    expect(row, name).toContain(reason);
    expect(row, name).toContain(until);
  }
});
