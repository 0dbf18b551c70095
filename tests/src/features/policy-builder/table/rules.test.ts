import { describe, expect, it } from "vitest";
import { resourceAbove } from "#src/features/policy-builder/table/rules.ts";
import type { ResourceRow, TableRow } from "#workers/analytics/contract.ts";

function resource(index: number): ResourceRow {
  return {
    kind: "resource",
    resource: index,
    name: `Resource ${index}`,
    shown: 2,
    selected: 2,
    state: "checked",
    expanded: true,
  };
}

function entitlement(row: number, of: number): TableRow {
  return {
    kind: "entitlement",
    row,
    resource: of,
    name: `Entitlement ${row}`,
    percent: 50,
    holders: 10,
    members: 20,
    roleOid: `role ${row}`,
    ticked: true,
    inPolicy: false,
    inherited: null,
    hint: null,
  };
}

describe("the resource of a table position", () => {
  const window = {
    firstRow: 10,
    rows: [entitlement(5, 0), resource(1), entitlement(6, 1)],
    leadingResource: resource(0),
  };

  it("is the nearest resource row at or above it, or the one in which the window starts", () => {
    expect([10, 11, 12].map((at) => resourceAbove(window, at)?.resource)).toEqual([0, 1, 1]);
  });

  it("is unknown outside of the window, because a wrong one could be selected", () => {
    expect([0, 9, 13, 4000].map((at) => resourceAbove(window, at))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
