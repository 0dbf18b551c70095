import { describe, expect, test } from "vitest";
import { checkPeriod, instantsOf, nextRun, periodBefore } from "#events/rules/reports.ts";

describe("the next run of a schedule", () => {
  // 2026-11-25 is a Wednesday.
  test.each([
    ["daily", "2026-11-25T03:59:59Z", "2026-11-25T04:00:00.000Z"],
    ["daily", "2026-11-25T04:00:00Z", "2026-11-26T04:00:00.000Z"],
    ["weekly", "2026-11-25T12:00:00Z", "2026-11-30T04:00:00.000Z"],
    ["weekly", "2026-11-30T04:00:00Z", "2026-12-07T04:00:00.000Z"],
    ["monthly", "2026-12-01T03:00:00Z", "2026-12-01T04:00:00.000Z"],
    ["monthly", "2026-12-01T04:00:00Z", "2027-01-01T04:00:00.000Z"],
  ] as const)("%s after %s is %s", (every, after, next) => {
    expect(nextRun(every, new Date(after)).toISOString()).toBe(next);
  });
});

test("a scheduled report covers the days since the previous run", () => {
  const run = new Date("2026-11-30T04:00:00Z");
  expect(periodBefore("daily", run)).toEqual({ from: "2026-11-29", until: "2026-11-29" });
  expect(periodBefore("weekly", run)).toEqual({ from: "2026-11-23", until: "2026-11-29" });
  const first = new Date("2026-12-01T04:00:00Z");
  expect(periodBefore("monthly", first)).toEqual({ from: "2026-11-01", until: "2026-11-30" });
});

test("a period includes its last day and is checked for the kind that has one", () => {
  expect(instantsOf({ from: "2026-02-28", until: "2026-02-28" })).toEqual([
    new Date("2026-02-28T00:00:00Z"),
    new Date("2026-03-01T00:00:00Z"),
  ]);
  const period = { from: "2026-02-02", until: "2026-02-01" };
  expect(checkPeriod({ kind: "policyCoverage", ...period })).toBeNull();
  expect(checkPeriod({ kind: "policyChanges", ...period })).toHaveProperty("until");
  expect(checkPeriod({ kind: "policyChanges", from: "", until: null })).toHaveProperty("from");
  expect(checkPeriod({ kind: "policyChanges", from: "2026-02-01", until: null })).toHaveProperty(
    "until",
  );
});
