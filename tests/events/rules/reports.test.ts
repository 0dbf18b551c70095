import { describe, expect, test } from "vitest";
import { REPORT_COLUMNS, type ReportKind } from "#events/entities/report.ts";
import { message } from "#events/messages/message.ts";
import {
  checkEntitlement,
  checkPeriod,
  hasEntitlement,
  hasOrg,
  hasPeriod,
  hasResource,
  instantsOf,
  nextRun,
  periodBefore,
} from "#events/rules/reports.ts";

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

test("a period needs both days, which may be the same", () => {
  const check = (from: string | null, until: string | null) =>
    checkPeriod({ kind: "auditedChanges", from, until });
  const required = message("savedReports.dayRequired");
  expect(check(null, "2026-02-01")).toEqual({ from: required });
  expect(check("", "")).toEqual({ from: required });
  expect(check("2026-02-01", "")).toEqual({ until: required });
  expect(check("2026-02-01", "2026-02-01")).toBeNull();
  expect(check("2026-02-02", "2026-02-01")).toEqual({
    until: message("savedReports.endsBeforeStart"),
  });
});

test("reports are about a period, an org, a resource or an entitlement, depending on their kind", () => {
  const kinds = (Object.keys(REPORT_COLUMNS) as ReportKind[]).toSorted();
  const without = (...some: readonly ReportKind[]) => kinds.filter((kind) => !some.includes(kind));
  expect(kinds.filter(hasPeriod)).toEqual(["auditedChanges", "policyChanges"]);
  expect(kinds.filter(hasEntitlement)).toEqual(["holders"]);
  // Accounts belong to resources, and access roles and the audit trail to the whole directory.
  expect(kinds.filter(hasOrg)).toEqual(
    without(
      "orphanedAccounts",
      "inactiveAccounts",
      "dormantAccounts",
      "unheldRoles",
      "nestedRoles",
      "auditedChanges",
    ),
  );
  // Changes have no resource, coverage is about all access, and an entitlement has its resource.
  expect(kinds.filter(hasResource)).toEqual(
    without("policyChanges", "policyCoverage", "holders", "auditedChanges"),
  );
});

test("a report about one entitlement names it", () => {
  const required = { roleOid: message("savedReports.entitlementRequired") };
  expect(checkEntitlement({ kind: "holders", roleOid: null })).toEqual(required);
  expect(checkEntitlement({ kind: "holders", roleOid: "" })).toEqual(required);
  expect(checkEntitlement({ kind: "holders", roleOid: "r1" })).toBeNull();
  expect(checkEntitlement({ kind: "entitlements", roleOid: null })).toBeNull();
});
