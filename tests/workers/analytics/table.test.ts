import { describe, expect, it } from "vitest";
import type { TableTarget } from "#workers/analytics/contract.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { ALL, NONE, only, reportOf } from "../support/reports.ts";
import { english } from "../../support/english.ts";

const REPORT = reportOf(
  {
    "Core Banking": [
      ["Teller Drawer Approve", 97.6],
      ["Branch Reports Read", 91],
      ["Wire Room Release", 59.96],
    ],
    "HR Portal": [
      ["Payslips", 100],
      ["Teller Rota", 40],
    ],
    Vault: [],
  },
  { totalUsers: 100, totalShadows: 49 },
);

async function opened(): Promise<CoreDriver> {
  const driver = await CoreDriver.withReport(REPORT);
  driver.ask({ threshold: 30 });
  return driver;
}

describe("the table", () => {
  it("[APB-15] [APB-16] [APB-17] lists each resource with its entitlements below, in report order", async () => {
    const driver = await opened();
    expect(
      driver.table().map((row) => [row.kind, row.name, row.kind === "entitlement" && row.percent]),
    ).toStrictEqual([
      ["resource", "Core Banking", false],
      ["entitlement", "Teller Drawer Approve", 97.6],
      ["entitlement", "Branch Reports Read", 91],
      ["entitlement", "Wire Room Release", 59.96],
      ["resource", "HR Portal", false],
      ["entitlement", "Payslips", 100],
      ["entitlement", "Teller Rota", 40],
    ]);
  });

  it("[APB-15] omits a resource without a shown entitlement", async () => {
    const driver = await opened();
    const view = driver.ask({ text: "payslips" });
    expect(driver.table().map(({ name }) => name)).toStrictEqual(["HR Portal", "Payslips"]);
    expect(view.shown).toStrictEqual({ entitlements: 1, resources: 1 });
    expect(view.kept).toStrictEqual({ entitlements: 5, resources: 2 });
  });

  it("[APB-15] marks entitlements of the policy, counts new ones, and keeps the policy for the next report", async () => {
    const driver = await opened();
    const [first, second] = REPORT.resourceInsights[0]?.entitlementInsights ?? [];
    await driver.setPolicy([first?.roleOid ?? "", second?.roleOid ?? "", "unknown"]);
    const marked = () =>
      driver.table().flatMap((row) => (row.kind === "entitlement" && row.inPolicy ? row.name : []));
    expect(driver.ask()).toMatchObject({ newRoles: 3, alreadyInPolicy: 2 });
    expect(marked()).toStrictEqual(["Teller Drawer Approve", "Branch Reports Read"]);
    await driver.load(REPORT);
    expect(driver.ask({ threshold: 95 })).toMatchObject({ newRoles: 1, alreadyInPolicy: 1 });
    expect(marked()).toStrictEqual(["Teller Drawer Approve"]);
  });

  it("[APB-41] keeps at 60 only an unrounded 60: 59.96 is not in", async () => {
    const driver = await opened();
    driver.ask({ threshold: 60 });
    expect(driver.names()).toStrictEqual([
      "Teller Drawer Approve",
      "Branch Reports Read",
      "Payslips",
    ]);
    driver.ask({ threshold: 59.96 });
    expect(driver.names()).toContain("Wire Room Release");
  });

  it("[APB-32] hides the entitlements of a collapsed resource, keeps its row, and shows them again", async () => {
    const driver = await opened();
    const collapsed = driver.ask({ collapsed: only(0) });
    expect(driver.table().map(({ name }) => name)).toStrictEqual([
      "Core Banking",
      "HR Portal",
      "Payslips",
      "Teller Rota",
    ]);
    expect(driver.table()[0]).toMatchObject({ expanded: false, shown: 3, selected: 3 });
    expect(collapsed.shown.entitlements).toBe(5);
    expect(driver.ask({ collapsed: ALL }).rowCount).toBe(2);
    expect(driver.ask({ collapsed: NONE }).rowCount).toBe(7);
  });

  it("[APB-25] gives each row its hint only while hints are on", async () => {
    const driver = await opened();
    const hints = () =>
      driver.table().flatMap((row) => (row.kind === "entitlement" ? [row.hint] : []));
    expect(new Set(hints())).toStrictEqual(new Set([null]));
    driver.ask({ hints: true });
    expect(english(hints()[1])).toBe(
      "91% of identities are assigned to Branch Reports Read, while 9% are not.",
    );
  });

  it("[APB-15] returns the position of a row, and null for one outside the table", async () => {
    const driver = await opened();
    driver.ask({ text: "teller", collapsed: only(1) });
    const at = (target: TableTarget) => driver.positionOf(target);
    expect(at({ kind: "entitlement", row: 0 })).toBe(1);
    expect(at({ kind: "resource", resource: 1 })).toBe(2);
    expect(at({ kind: "entitlement", row: 1 })).toBeNull();
    expect(at({ kind: "entitlement", row: 4 })).toBeNull();
    expect(at({ kind: "resource", resource: 2 })).toBeNull();
    expect(at({ kind: "resource", resource: 99 })).toBeNull();
    expect(at({ kind: "entitlement", row: 99 })).toBeNull();
  });

  it("returns windows at the edges of the table, and none outside it", async () => {
    const driver = await opened();
    const { generation } = driver.ask();
    const names = (start: number, end: number) =>
      driver.core.window(generation, { start, end })?.rows.map(({ name }) => name);
    expect(names(-5, 1)).toStrictEqual(["Core Banking"]);
    expect(names(6, 100)).toStrictEqual(["Teller Rota"]);
    expect(names(7, 100)).toStrictEqual([]);
    expect(names(3, 3)).toStrictEqual([]);
    driver.ask({ text: "no such name" });
    expect(driver.table()).toStrictEqual([]);
  });
});

describe("the banners", () => {
  it("[APB-45] [APB-46] [APB-47] follow the report's totals", async () => {
    const driver = await opened();
    expect(driver.ask({ threshold: 100 }).banners).toMatchObject([
      { kind: "unlinkedAccounts", severity: "error" },
    ]);
    await driver.load({ ...REPORT, totalShadows: 50 });
    expect(driver.ask().banners).toMatchObject([{ severity: "warning" }]);
    await driver.load({ ...REPORT, totalShadows: 100 });
    expect(driver.ask().banners).toStrictEqual([]);
  });

  it("[APB-48] warn of low cohesion at 60 and below, only for shown rows", async () => {
    const driver = await CoreDriver.withReport({ ...REPORT, totalShadows: 100 });
    const kinds = (...change: Parameters<typeof driver.ask>) =>
      driver.ask(...change).banners.map(({ kind }) => kind);
    expect(kinds({ threshold: 61 })).toStrictEqual([]);
    expect(kinds({ threshold: 60 })).toStrictEqual([]);
    expect(kinds({ threshold: 59 })).toStrictEqual(["lowCohesion"]);
    expect(kinds({ text: "payslips" })).toStrictEqual([]);
    expect(kinds({ text: "", resources: only(1) })).toStrictEqual([]);
    expect(kinds({ threshold: 40 })).toStrictEqual(["lowCohesion"]);
    expect(kinds({ collapsed: ALL })).toStrictEqual(["lowCohesion"]);
  });

  it("[APB-48] show how many entitlements are below 60, and name the first three of them in report order", async () => {
    const driver = await CoreDriver.withReport(
      reportOf(
        {
          "Core Banking": [
            ["Ledger Read", 90],
            ["Wire Room Release", 59.96],
            ["Archive Purge", 35],
          ],
          Vault: [],
          "HR Portal": [
            ["Rota Edit", 50],
            ["Payslips", 100],
            ["Badge Print", 41],
          ],
        },
        { totalUsers: 100, totalShadows: 100 },
      ),
    );
    expect(driver.ask({ threshold: 45 }).banners).toMatchObject([
      { count: 2, names: ["Wire Room Release", "Rota Edit"] },
    ]);
    expect(driver.ask({ threshold: 30 }).banners).toMatchObject([
      { count: 4, names: ["Wire Room Release", "Archive Purge", "Rota Edit"] },
    ]);
    expect(driver.ask({ text: "print" }).banners).toMatchObject([
      { count: 1, names: ["Badge Print"] },
    ]);
  });
});
