import { expect, it } from "vitest";
import { findFirstRows } from "#workers/analytics/roles/roles.ts";
import { runSteps } from "#workers/analytics/steps.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { readReport } from "../support/readReport.ts";
import { bytesOf, uuid, type Report } from "../support/reports.ts";

function reportOfRoles(roles: readonly string[]): Report {
  return {
    orgOid: uuid(1),
    reportDate: "2026-03-02T08:57:00.000Z",
    totalUsers: 10,
    totalShadows: 10,
    resourceInsights: [
      {
        resourceName: "One",
        entitlementInsights: roles.map((roleOid, row) => ({
          entitlementName: `name ${row}`,
          percentOfUsers: 90,
          roleOid,
        })),
      },
    ],
  };
}

// More rows than are compared together.
const ROWS = 80_000;

it("rows of the same role are found however far apart they are", () => {
  const roles = Array.from({ length: ROWS }, (_, row) => uuid(row % 50_000));
  const firstRows = runSteps(findFirstRows(readReport(bytesOf(reportOfRoles(roles)))));
  expect([...(firstRows ?? [])]).toEqual(Array.from({ length: ROWS }, (_, row) => row % 50_000));
});

it("there are none if each row has its own role", () => {
  const roles = Array.from({ length: ROWS }, (_, row) => uuid(row));
  expect(runSteps(findFirstRows(readReport(bytesOf(reportOfRoles(roles)))))).toBeNull();
});

it("a role that is no UUID is not the nil UUID of the policy", async () => {
  const driver = await CoreDriver.withReport(reportOfRoles([uuid(1), "no uuid", uuid(2)]));
  await driver.setPolicy(["00000000-0000-0000-0000-000000000000", uuid(2)]);
  driver.ask();
  const inPolicy = driver
    .table()
    .flatMap((row) => (row.kind === "entitlement" && row.inPolicy ? [row.name] : []));
  expect(inPolicy).toEqual(["name 2"]);
});
