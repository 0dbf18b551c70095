import { expect, test } from "vitest";
import { said } from "../../support/english.ts";
import { message } from "#events/messages/message.ts";
import { formatJson, formatResult } from "#server/import/report.ts";
import { noChanges, type ImportResult, type Rejection } from "#server/import/types.ts";

const BANK = { id: "1", name: "Bank", created: false, formerName: null, others: 0 };

const result = (changes: Partial<ImportResult>): ImportResult => ({
  ...noChanges(),
  client: BANK,
  mode: "merge",
  dryRun: false,
  changed: true,
  planHash: null,
  importNo: null,
  accessGranted: [],
  rejectedRows: [],
  warnings: [],
  ...changes,
});

const rejection = (line: number): Rejection => ({
  file: "a.csv",
  line,
  column: line % 2 ? "account" : null,
  code: "REQUIRED",
  reason: message("import.repeatedId", { id: "No\nway", line: 1 }),
});

test("the counts are aligned in columns", () => {
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

test("the first line states the outcome", () => {
  const first = (changes: Partial<ImportResult>, skipRejected = false) =>
    formatResult(result(changes), skipRejected).split("\n")[0];
  expect(first({ client: { ...BANK, created: true }, mode: "replace" })).toBe(
    "Imported into Bank, a new client (replace):",
  );
  expect(first({ client: { ...BANK, formerName: "My organisation" } })).toBe(
    "Imported into Bank, the new name of My organisation (merge):",
  );
  expect(first({ changed: false })).toBe("Bank is unchanged: it holds all of it already.");
  expect(first({ changed: false, dryRun: true })).toBe(
    "Dry run, nothing was written. A merge into Bank would change:",
  );
  const dryRun = { changed: false, dryRun: true };
  expect(first({ ...dryRun, client: { ...BANK, id: null } })).toBe(
    "Dry run, nothing was written. A merge into Bank, which would be a new client, would change:",
  );
  expect(first({ ...dryRun, client: { ...BANK, formerName: "My organisation" } })).toBe(
    "Dry run, nothing was written. A merge into Bank, as My organisation would be called, would change:",
  );
  const rejectedRows = [rejection(2)];
  expect(first({ changed: false, rejectedRows })).toBe(
    "Nothing was imported into Bank: 1 record is rejected. Correct it, or leave it out with --skip-rejected.",
  );
  expect(first({ changed: false, rejectedRows: [rejection(2), rejection(3)] })).toBe(
    "Nothing was imported into Bank: 2 records are rejected. Correct them, or leave them out with --skip-rejected.",
  );
  expect(first({ rejectedRows }, true)).toBe("Imported into Bank (merge):");
});

test("a new client beside others comes with where to find it", () => {
  const told = (changes: object) =>
    formatResult(result({ client: { ...BANK, ...changes } }), false);
  const hint = "Bank is one of 3 clients. Choose it by the name at the top of the page.";
  expect(told({ created: true, others: 2 })).toContain(hint);
  expect(told({ created: true, others: 0 })).not.toContain("Choose it");
  expect(told({ created: false, others: 2 })).not.toContain("Choose it");
});

test("a hundred rejected records are listed, one per line, and the rest is counted", () => {
  const rejectedRows = Array.from({ length: 1_101 }, (_, at) => rejection(at + 2));
  const lines = formatResult(result({ rejectedRows }), false).trimEnd().split("\n");
  const start = lines.indexOf("Rejected records:");
  expect(lines[start + 1]).toBe(
    "  a.csv:2: Identity No way already appears on line 1 with another value in this column. If both are one person, keep one of the lines. If not, correct the id of one.",
  );
  expect(lines[start + 2]).toBe(
    "  a.csv:3 account: Identity No way already appears on line 1 with another value in this column. If both are one person, keep one of the lines. If not, correct the id of one.",
  );
  expect(lines.slice(start + 101)).toEqual(["  and 1,001 more, which --json lists."]);
  expect(lines[start + 100]).toContain("a.csv:101");
});

test("warnings are listed", () => {
  expect(formatResult(result({ warnings: [said("odd")] }), false)).toContain("\nNote: odd\n");
});

test.each([0, 1, 1000, 1001, 2500])(
  "with %d rejected records the JSON says the same, with reasons in English",
  (count) => {
    const whole = result({ rejectedRows: Array.from({ length: count }, (_, at) => rejection(at)) });
    const text = [...formatJson(whole)].join("");
    const reason =
      "Identity No\nway already appears on line 1 with another value in this column. If both are one person, keep one of the lines. If not, correct the id of one.";
    const rejectedRows = whole.rejectedRows.map((row) => ({ ...row, reason }));
    expect(JSON.parse(text)).toEqual({ ...whole, rejectedRows });
    expect(text.indexOf("\n")).toBe(text.length - 1);
  },
);

test("an import that only took over records does not say that nothing changed", () => {
  const taken = { importNo: 4 };
  for (const text of [
    formatResult(result(taken), false),
    formatResult(result({ ...taken, accessGranted: ["ann"] }), false),
  ]) {
    expect(text).toMatch(/^Imported into Bank \(merge\):/);
    expect(text).not.toContain("is unchanged");
    expect(text).toContain(
      "\nRecords that were ended or added by hand now belong to this import.\n\nThis is import 4 of Bank.",
    );
  }
  const counts = noChanges();
  counts.orgs.added = 1;
  expect(formatResult(result({ ...counts, ...taken }), false)).not.toContain("Records that were");
});

test("users with access are named, and a new client that nobody else can open is reported", () => {
  const noChange = result({ accessGranted: ["ann", "bo"] });
  expect(formatResult(noChange, false)).toMatch(/^Bank is unchanged: /);
  expect(formatResult(noChange, false)).toContain("\nAccess to Bank was given to ann, bo.\n");
  const created = result({ client: { ...BANK, created: true }, accessGranted: ["admin"] });
  expect(formatResult(created, false)).toContain(
    "Access to Bank was given to admin.\n\nOnly the first account has every client. Give others access with --grant USERNAME.",
  );
  expect(formatResult(result({}), false)).not.toContain("ccess");
});
