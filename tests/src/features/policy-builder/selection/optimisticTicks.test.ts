import { describe, expect, it } from "vitest";
import type { TableRow } from "#workers/analytics/contract.ts";
// Fetches the builder's org.
import "#src/features/policy-builder/apply/apply.ts";
import { $tableResult, type TableResult } from "#src/features/policy-builder/table/tableQuery.ts";
import { $table } from "#src/features/policy-builder/table/table.ts";
import {
  $builder,
  moveThreshold,
  tickAllShown,
  tickEntitlement,
  tickResource,
  toggleRangeTo,
} from "#src/features/policy-builder/model.ts";
import { withOptimisticTicks } from "#src/features/policy-builder/selection/optimisticTicks.ts";
import { createBuilderApp, type BuilderApp } from "../support.ts";

/** The builder at 30 %, and its rows. */
async function shownAt30(): Promise<{ app: BuilderApp; before: TableResult }> {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.replyOrg();
  await app.deliver();
  await app.act(moveThreshold, { percent: 30 });
  const before = app.get($tableResult);
  if (before === null) throw new Error("The builder shows nothing");
  return { app, before };
}

const ticks = (rows: readonly TableRow[]) =>
  rows.flatMap((row) => (row.kind === "entitlement" ? [row.ticked] : []));
const states = (rows: readonly TableRow[]) =>
  rows.flatMap((row) => (row.kind === "resource" ? [row.state] : []));

describe("the optimistic selection", () => {
  it("[APB-17] shows on their entitlement as in the worker's answer", async () => {
    const { app, before } = await shownAt30();
    const row = before.rows.find(({ kind }) => kind === "entitlement");
    await app.act(tickEntitlement, {
      row: row?.kind === "entitlement" ? row.row : -1,
      ticked: false,
    });
    const expected = withOptimisticTicks(before, app.get($builder));
    expect(ticks(expected.rows)).toEqual(ticks(app.get($tableResult)?.rows ?? []));
    expect(ticks(expected.rows)).not.toEqual(ticks(before.rows));
  });

  it("[APB-16] shows on their resource and all of its entitlements", async () => {
    const { app, before } = await shownAt30();
    await app.act(tickResource, { resource: 0, ticked: false });
    const expected = withOptimisticTicks(before, app.get($builder));
    expect(ticks(expected.rows)).toEqual(ticks(app.get($tableResult)?.rows ?? []));
    expect(states(expected.rows)).toEqual(states(app.get($tableResult)?.rows ?? []));
    expect(expected.leadingResource).toMatchObject({ resource: 0, state: "unchecked" });
  });

  it("shows on a range between known rows, and otherwise on its end", async () => {
    const { app, before } = await shownAt30();
    await app.act(tickEntitlement, { row: 4, ticked: false });
    const started = app.get($tableResult) ?? before;
    const end = started.rows.find((row) => row.kind === "entitlement" && row.row === 1);
    if (end?.kind !== "entitlement") throw new Error("The table lacks row 1");
    await app.act(toggleRangeTo, end);
    const expected = withOptimisticTicks(started, app.get($builder));
    expect(ticks(expected.rows)).toEqual(ticks(app.get($tableResult)?.rows ?? []));
    const startIsUnknown = { ...started, rows: started.rows.slice(0, -1) };
    expect(ticks(withOptimisticTicks(startIsUnknown, app.get($builder)).rows)).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });

  it("shows on every row when all are selected", async () => {
    const { app, before } = await shownAt30();
    await app.act(tickAllShown, { ticked: false });
    await app.act(tickAllShown, { ticked: true });
    await app.act(tickAllShown, { ticked: false });
    const expected = withOptimisticTicks(before, app.get($builder));
    expect(ticks(expected.rows)).toEqual(ticks(app.get($tableResult)?.rows ?? []));
    expect(states(expected.rows)).toEqual(states(app.get($tableResult)?.rows ?? []));
    expect(expected.view.shownState).toBe("unchecked");
  });

  it("end with the worker's answer or a new report", async () => {
    const { app, before } = await shownAt30();
    await app.act(tickAllShown, { ticked: false });
    expect(app.get($table)).toBe(app.get($tableResult));
    const anew = { ...app.get($builder), opsEpoch: -1 };
    expect(withOptimisticTicks(before, anew)).toBe(before);
  });
});
