import { expect, test } from "vitest";
import { formatJson, formatResult } from "#server/import/report.ts";
import { noChanges, type ImportResult, type Rejection } from "#server/import/types.ts";

const result = (changes: Partial<ImportResult>): ImportResult => ({
  ...noChanges(),
  client: { id: "1", name: "Bank", created: false },
  mode: "merge",
  dryRun: false,
  changed: true,
  rejectedRows: [],
  warnings: [],
  ...changes,
});

const rejection = (line: number): Rejection => ({
  file: "a.csv",
  line,
  column: line % 2 ? "account" : null,
  code: "REQUIRED",
  reason: "No\nway.",
});

test("the counts stand in columns", () => {
  const counts = noChanges();
  counts.assignments.added = 1_234_567;
  counts.accounts.unchanged = 42;
  expect(formatResult(result(counts), false)).toBe(
    `Imported into Bank (merge):

                    added  updated  unchanged  removed  rejected
  identities            0        0          0        0         0
  orgs                  0        0          0        0         0
  resources             0        0          0        0         0
  accounts              0        0         42        0         0
  entitlements          0        0          0        0         0
  assignments   1,234,567        0          0        0         0
`,
  );
});

test("the first line says what happened", () => {
  const first = (changes: Partial<ImportResult>, skipRejected = false) =>
    formatResult(result(changes), skipRejected).split("\n")[0];
  expect(first({ client: { id: "1", name: "Bank", created: true }, mode: "replace" })).toBe(
    "Imported into Bank, a new client (replace):",
  );
  expect(first({ changed: false })).toBe("Bank is unchanged: it holds all of it already.");
  expect(first({ changed: false, dryRun: true })).toBe(
    "Dry run, nothing was written. A merge into Bank would change:",
  );
  const rejectedRows = [rejection(2)];
  expect(first({ changed: false, rejectedRows })).toBe(
    "Nothing was imported into Bank: 1 record is rejected. Correct them, or leave them out with --skip-rejected.",
  );
  expect(first({ rejectedRows }, true)).toBe("Imported into Bank (merge):");
});

test("a hundred rejected records are listed, a line each, and the rest is counted", () => {
  const rejectedRows = Array.from({ length: 1_101 }, (_, at) => rejection(at + 2));
  const lines = formatResult(result({ rejectedRows }), false).trimEnd().split("\n");
  const start = lines.indexOf("Rejected records:");
  expect(lines[start + 1]).toBe("  a.csv:2: No way.");
  expect(lines[start + 2]).toBe("  a.csv:3 account: No way.");
  expect(lines.slice(start + 101)).toEqual(["  and 1,001 more, which --json lists."]);
  expect(lines[start + 100]).toContain("a.csv:101");
});

test("warnings are told", () => {
  expect(formatResult(result({ warnings: ["odd"] }), false)).toContain("\nNote: odd\n");
});

test.each([0, 1, 1000, 1001, 2500])("with %d rejected records the JSON says the same", (count) => {
  const whole = result({ rejectedRows: Array.from({ length: count }, (_, at) => rejection(at)) });
  const text = [...formatJson(whole)].join("");
  expect(JSON.parse(text)).toEqual(whole);
  expect(text.indexOf("\n")).toBe(text.length - 1);
});
