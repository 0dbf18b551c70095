import fc from "fast-check";
import { expect, test } from "vitest";
import { reportParts } from "#server/mining/reportBody.ts";

const head = {
  orgOid: "o",
  reportDate: "2026-11-21T00:00:00.000Z",
  totalUsers: 7,
  totalShadows: 5,
};

test("[RPT-2] the body has all fields of a report, in the fixed order", () => {
  const entitlements = [
    { resourceName: "b", name: "x", roleOid: "1", holders: 1 },
    { resourceName: "B", name: "y", roleOid: "2", holders: 2 },
    { resourceName: "b", name: "a", roleOid: "3", holders: 1 },
    { resourceName: "b", name: "Z", roleOid: "4", holders: 1 },
    { resourceName: "b", name: "q", roleOid: "5", holders: 7 },
  ];
  const third = { percentOfUsers: 100 / 7 };
  expect(JSON.parse([...reportParts(head, entitlements, 1000)].join(""))).toEqual({
    ...head,
    resourceInsights: [
      {
        resourceName: "B",
        entitlementInsights: [{ entitlementName: "y", percentOfUsers: 200 / 7, roleOid: "2" }],
      },
      {
        resourceName: "b",
        entitlementInsights: [
          { entitlementName: "q", percentOfUsers: 100, roleOid: "5" },
          { entitlementName: "Z", ...third, roleOid: "4" },
          { entitlementName: "a", ...third, roleOid: "3" },
          { entitlementName: "x", ...third, roleOid: "1" },
        ],
      },
    ],
  });
});

test("[RPT-2] percentages are unrounded doubles", () => {
  const parts = reportParts(
    { ...head, totalUsers: 3 },
    [{ resourceName: "r", name: "n", roleOid: "1", holders: 1 }],
    1000,
  );
  expect([...parts].join("")).toContain('"percentOfUsers":33.333333333333336,');
});

test("a report without entitlements is empty, not broken", () => {
  const parts = [...reportParts({ ...head, totalUsers: 0, totalShadows: 0 }, [], 10)];
  expect(JSON.parse(parts.join(""))).toMatchObject({ totalUsers: 0, resourceInsights: [] });
});

test("the body is the same whatever the length of its parts, and no part is empty", () => {
  const entitlement = fc.record({
    resourceName: fc.string({ unit: "binary", maxLength: 3 }),
    name: fc.string({ unit: "binary", maxLength: 5 }),
    roleOid: fc.uuid(),
    holders: fc.integer({ min: 1, max: 7 }),
  });
  fc.assert(
    fc.property(
      fc.array(entitlement, { maxLength: 30 }),
      fc.integer({ min: 1, max: 500 }),
      (entitlements, length) => {
        const parts = [...reportParts(head, entitlements, length)];
        expect(parts.every((part) => part.length > 0)).toBe(true);
        expect(parts.slice(0, -1).every((part) => part.length >= length)).toBe(true);
        expect(parts.join("")).toBe([...reportParts(head, entitlements, 1e9)].join(""));
        expect(() => JSON.parse(parts.join(""))).not.toThrow();
      },
    ),
    { seed: 3 },
  );
});
