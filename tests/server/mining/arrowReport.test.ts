import { tableFromIPC } from "@uwdata/flechette";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arrowParts, type ReportRow } from "#server/mining/arrowReport.ts";
import { groupByResource } from "#server/mining/reportOrder.ts";
import { reportText } from "../support/reportText.ts";

const head = {
  orgOid: "5b1f2f2e-0000-4000-8000-00000000000a",
  reportDate: "2026-11-21T00:00:00.000Z",
  totalUsers: 7,
  totalShadows: 5,
};
const oid = (number: number): string => `0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1${number}${number}`;
const bytesOf = (uuid: string): Uint8Array =>
  new Uint8Array(Buffer.from(uuid.replaceAll("-", ""), "hex"));

const anyName = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('"', "\\", "\n", "a", "é", "銀", "🏦", "\u2028", "\u007f") }),
);
/** In report order, spread over resources of which some have no entitlements. */
const anyRows = fc
  .array(
    fc.record({
      resource: fc.nat({ max: 4 }),
      name: anyName,
      roleOid: fc.uuid(),
      holders: fc.integer({ min: 0, max: 7 }),
    }),
    { maxLength: 30 },
  )
  .map((rows): ReportRow[] => rows.toSorted((one, other) => one.resource - other.resource));
const anyReport = fc.record({
  rows: anyRows,
  resourceNames: fc.array(anyName, { minLength: 5, maxLength: 6 }),
  partRows: fc.integer({ min: 1, max: 12 }),
});

function jsonOf(rows: readonly ReportRow[], resourceNames: readonly string[]): string {
  return JSON.stringify({
    ...head,
    resourceInsights: resourceNames.map((resourceName, resource) => ({
      resourceName,
      entitlementInsights: rows
        .filter((row) => row.resource === resource)
        .map(({ name, holders, roleOid }) => ({
          entitlementName: name,
          percentOfUsers: (100 * holders) / head.totalUsers,
          roleOid,
        })),
    })),
  });
}

test("[RPT-2] resources sort by name, entitlements by falling holders, then by name in code units", () => {
  const entitlements = [
    { resourceName: "b", name: "x", roleOid: "1", holders: 1 },
    { resourceName: "B", name: "y", roleOid: "2", holders: 2 },
    { resourceName: "b", name: "a", roleOid: "3", holders: 1 },
    { resourceName: "b", name: "Z", roleOid: "4", holders: 1 },
    { resourceName: "b", name: "q", roleOid: "5", holders: 7 },
  ];
  const oids = groupByResource(entitlements).map(([name, group]) => [
    name,
    ...group.map(({ roleOid }) => roleOid),
  ]);
  expect(oids).toEqual([
    ["B", "2"],
    ["b", "5", "4", "3", "1"],
  ]);
});

test("[RPT-2] any Arrow reader can read the stream, whatever the rows of its batches", () => {
  fc.assert(
    fc.property(anyReport, ({ rows, resourceNames, partRows }) => {
      const parts = [...arrowParts({ ...head, resourceNames }, rows, partRows)];
      const table = tableFromIPC(new Uint8Array(Buffer.concat(parts)));
      expect(table.schema.fields.map(({ name, nullable }) => [name, nullable])).toEqual([
        ["entitlementName", false],
        ["percentOfUsers", false],
        ["roleOid", false],
        ["resource", false],
      ]);
      expect(Object.fromEntries(table.schema.metadata ?? [])).toEqual({
        orgOid: head.orgOid,
        reportDate: head.reportDate,
        totalUsers: "7",
        totalShadows: "5",
        resourceNames: JSON.stringify(resourceNames),
      });
      expect(table.toArray()).toEqual(
        rows.map(({ resource, name, roleOid, holders }) => ({
          entitlementName: name,
          percentOfUsers: (100 * holders) / 7,
          roleOid: bytesOf(roleOid),
          resource,
        })),
      );
      expect(parts).toHaveLength(1 + Math.ceil(rows.length / partRows));
    }),
    { seed: 3 },
  );
});

test("[RPT-2] its JSON text equals the report's, in the fixed order, unrounded", async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, async ({ rows, resourceNames, partRows }) => {
      const parts = arrowParts({ ...head, resourceNames }, rows, partRows);
      expect(await reportText(parts)).toBe(jsonOf(rows, resourceNames));
    }),
    { seed: 3 },
  );
  const third = { resource: 0, name: "n", roleOid: oid(1), holders: 1 };
  const parts = arrowParts({ ...head, totalUsers: 3, resourceNames: ["r"] }, [third]);
  expect(await reportText(parts)).toContain('"percentOfUsers":33.333333333333336,');
});

test("[RPT-2] long names and large batches are written completely", async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => ({
    resource: row < 2000 ? 0 : 1,
    name: row % 100 === 0 ? `"${"é".repeat(5000)}` : `Name ${row}`,
    roleOid: oid(row % 10),
    holders: row % 8,
  }));
  const resourceNames = ["Core", "Portal"];
  const parts = [...arrowParts({ ...head, resourceNames }, rows)];
  expect(parts).toHaveLength(2);
  expect(await reportText(parts)).toBe(jsonOf(rows, resourceNames));
});

test("a report without entitlements is empty and valid", async () => {
  const none = { ...head, totalUsers: 0, totalShadows: 0, resourceNames: [] };
  const parts = [...arrowParts(none, [])];
  expect(tableFromIPC(new Uint8Array(Buffer.concat(parts))).numRows).toBe(0);
  expect(JSON.parse(await reportText(parts))).toEqual({
    orgOid: head.orgOid,
    reportDate: head.reportDate,
    totalUsers: 0,
    totalShadows: 0,
    resourceInsights: [],
  });
});
