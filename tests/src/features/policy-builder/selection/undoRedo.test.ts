import { createWatch } from "effector";
import { describe, expect, it } from "vitest";
import { selectionRedone, selectionUndone, sorted } from "#events/actions/policyBuilder.ts";
import { $tableResult, $stale } from "#src/features/policy-builder/table/tableQuery.ts";
import { $table } from "#src/features/policy-builder/table/table.ts";
import {
  $builder,
  changeFilterText,
  changeResourceFilter,
  moveThreshold,
  pressHeader,
  tickAllShown,
  tickEntitlement,
  tickResource,
} from "#src/features/policy-builder/model.ts";
import { $announcement } from "#src/features/policy-builder/table/announcements.ts";
import {
  $redoable,
  $undoable,
  redo,
  undo,
} from "#src/features/policy-builder/selection/undoRedo.ts";
import { $screenCommands, runCommand } from "#src/kernel/commands.ts";
import { $unsaved } from "#src/kernel/navigation.ts";
import { readyBuilder, type BuilderApp } from "../support.ts";

function ticked(app: BuilderApp): readonly string[] {
  return (app.get($tableResult)?.rows ?? []).flatMap((row) =>
    row.kind === "entitlement" && row.ticked ? [row.name] : [],
  );
}

function names(app: BuilderApp): readonly string[] {
  return (app.get($tableResult)?.rows ?? []).map(({ name }) => name);
}

const ALL = [
  "Teller Drawer",
  "Branch_Reports Read",
  "Wire Release",
  "Self Service",
  "Team Reports",
];

describe("undo and redo of the selection", () => {
  it("go back and forth over steps of every kind", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    await app.act(tickEntitlement, { row: 2, ticked: false });
    await app.act(tickResource, { resource: 1, ticked: false });
    await app.act(tickAllShown, { ticked: true });
    expect(ticked(app)).toEqual(ALL);
    await app.act(undo, undefined);
    expect(ticked(app)).toEqual(["Teller Drawer", "Branch_Reports Read"]);
    await app.act(undo, undefined);
    expect(ticked(app)).toEqual(ALL.filter((name) => name !== "Wire Release"));
    await app.act(undo, undefined);
    expect(ticked(app)).toEqual(ALL);
    await app.act(redo, undefined);
    await app.act(redo, undefined);
    expect(ticked(app)).toEqual(["Teller Drawer", "Branch_Reports Read"]);
    expect(app.get($stale)).toBe(false);
  });

  it("are offered in the command palette by name while available", async () => {
    const app = await readyBuilder();
    const offered = () => app.get($screenCommands).map(({ label }) => label);
    expect(offered()).toEqual([]);
    await app.act(moveThreshold, { percent: 30 });
    await app.act(tickEntitlement, { row: 2, ticked: false });
    const [command] = app.get($screenCommands);
    expect(command?.label).toMatch(/^Undo: .*Wire Release/);
    await app.act(runCommand, command?.id ?? "");
    expect(ticked(app)).toEqual(ALL);
    expect(offered()).toEqual([expect.stringMatching(/^Redo: .*Wire Release/)]);
    await app.open("dashboard", "/dashboard");
    expect(offered()).toEqual([]);
  });

  it("record one event each, and none when there is nothing to undo", async () => {
    const app = await readyBuilder();
    await app.act(undo, undefined);
    await app.act(redo, undefined);
    expect(app.envelopes(selectionUndone)).toHaveLength(0);
    await app.act(tickAllShown, { ticked: false });
    expect(app.get($unsaved)).toBe(true);
    await app.act(undo, undefined);
    expect(app.get($unsaved)).toBe(false);
    await app.act(redo, undefined);
    await app.act(redo, undefined);
    expect(app.envelopes(selectionUndone)).toHaveLength(1);
    expect(app.envelopes(selectionRedone)).toHaveLength(1);
  });

  it("a new step clears the redo history, even before the worker received the undo", async () => {
    const app = await readyBuilder();
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await Promise.all([
      app.act(undo, undefined),
      app.act(tickEntitlement, { row: 3, ticked: false }),
    ]);
    expect(ticked(app)).toEqual(["Teller Drawer"]);
    expect(app.get($redoable)).toBeNull();
    expect(app.get($table)?.view.ticked.entitlements).toBe(1);
  });

  it("are announced by name with the count of rows shown then", async () => {
    const app = await readyBuilder();
    expect([app.get($undoable), app.get($redoable)]).toEqual([null, null]);
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await app.act(tickAllShown, { ticked: true });
    await app.act(moveThreshold, { percent: 30 });
    expect(app.get($undoable)).toBe("select 2 shown");
    await app.act(undo, undefined);
    expect(app.get($announcement).text).toBe("Undone: select 2 shown");
    expect([app.get($undoable), app.get($redoable)]).toEqual([
      "clear Teller Drawer",
      "select 2 shown",
    ]);
    await app.act(redo, undefined);
    expect(app.get($announcement)).toEqual({ count: 2, text: "Redone: select 2 shown" });
    await app.open("dashboard", "/dashboard");
    expect(app.get($announcement).text).toBe("");
  });

  it("leave the filters unchanged", async () => {
    const app = await readyBuilder();
    await app.act(tickAllShown, { ticked: false });
    await app.act(moveThreshold, { percent: 60 });
    await app.act(changeFilterText, { text: "reports" });
    await app.act(undo, undefined);
    expect(app.get($builder)).toMatchObject({ threshold: 60, text: "reports", ops: [] });
  });
});

describe("sorting", () => {
  it("cycles through both directions of a column and the received order", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    const received = names(app);
    await app.act(pressHeader, "name");
    expect(names(app).slice(0, 4)).toEqual([
      "Core Banking",
      "Branch_Reports Read",
      "Teller Drawer",
      "Wire Release",
    ]);
    await app.act(pressHeader, "name");
    expect(names(app).slice(0, 3)).toEqual(["HR Portal", "Team Reports", "Self Service"]);
    await app.act(pressHeader, "name");
    expect(names(app)).toEqual(received);
    expect(app.envelopes(sorted).map(({ payload }) => payload.sort)).toEqual([
      { column: "name", direction: "ASCENDING" },
      { column: "name", direction: "DESCENDING" },
      null,
    ]);
  });

  it("restarts with another column, and announces the order", async () => {
    const app = await readyBuilder();
    await app.act(pressHeader, "name");
    await app.act(pressHeader, "percent");
    expect(app.get($builder).sort).toEqual({ column: "percent", direction: "ASCENDING" });
    expect(app.get($announcement).text).toBe("Sorted by percentage, lowest first");
    await app.act(pressHeader, "inPolicy");
    expect(app.get($announcement).text).toBe("Sorted by policy, in policy first");
  });
});

describe("the announcement of a filter", () => {
  it("follows its answer, and repeats only for another filter", async () => {
    const app = await readyBuilder();
    const told: string[] = [];
    createWatch({ unit: $announcement, scope: app.scope, fn: ({ text }) => told.push(text) });
    await app.act(moveThreshold, { percent: 30 });
    await app.act(changeFilterText, { text: "reports" });
    await app.act(tickAllShown, { ticked: false });
    await app.act(changeResourceFilter, { resources: { all: false, except: [1] } });
    await app.act(changeFilterText, { text: "no such name" });
    expect(told.filter((text) => text !== "")).toEqual([
      "2 entitlements from 2 resources shown",
      "1 entitlement from 1 resource shown",
      "No entitlement is shown",
    ]);
  });
});
