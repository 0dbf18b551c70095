import { describe, expect, it } from "vitest";
import { tableScrolled } from "#events/actions/policyBuilder.ts";
import type { MiningReport } from "#events/entities/miningReport.ts";
import { $tableResult, $place, placeTable } from "#src/features/policy-builder/table/tableQuery.ts";
import {
  $builder,
  changeFilterText,
  collapseAllResources,
  collapseResource,
  moveThreshold,
  pressHeader,
  tickAllShown,
} from "#src/features/policy-builder/model.ts";
import { showRows } from "#src/features/policy-builder/table/scrolling.ts";
import { $found, typeAhead } from "#src/features/policy-builder/table/typeAhead.ts";
import { askElsewhere, createBuilderApp, REPORT, roleOid, type BuilderApp } from "../support.ts";

const PAGE = 10;

/** Two resources of 500 entitlements, 100 to 50.1 % in each; every tenth is named Odd. */
const LONG: MiningReport = {
  ...REPORT,
  resourceInsights: ["Alpha", "Beta"].map((resourceName, resource) => ({
    resourceName,
    entitlementInsights: Array.from({ length: 500 }, (_, at) => ({
      entitlementName: `${at % 10 === 0 ? "Odd" : "Even"} ${resourceName} ${at}`,
      percentOfUsers: 100 - at / 10,
      roleOid: roleOid(resource * 500 + at),
    })),
  })),
};

/** The long table at 50 %, scrolled to a row, with or without an active row. */
async function scrolled(firstVisible: number, active = -1): Promise<BuilderApp> {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.replyOrg();
  await app.deliver(LONG);
  await app.act(moveThreshold, { percent: 50 });
  await look(app, firstVisible, active);
  return app;
}

async function look(app: BuilderApp, firstVisible: number, active = -1) {
  await app.act(showRows, { start: firstVisible, end: firstVisible + PAGE });
  await app.act(placeTable, { firstVisible, pageSize: PAGE, active });
}

function nameAt(app: BuilderApp, position: number) {
  const tableResult = app.get($tableResult);
  return tableResult?.rows[position - tableResult.firstRow]?.name;
}

function place(app: BuilderApp) {
  const { firstVisible, active } = app.get($place);
  return { firstVisible, active };
}

describe("the scroll position when the rows change", () => {
  it("keeps the active row at its place on the screen", async () => {
    const app = await scrolled(700, 706);
    expect(nameAt(app, 706)).toBe("Even Beta 204");
    await app.act(moveThreshold, { percent: 75 });
    // 249 rows of the first resource are gone.
    expect(place(app)).toEqual({ firstVisible: 451, active: 457 });
    expect(nameAt(app, 457)).toBe("Even Beta 204");
    await app.act(changeFilterText, { text: "even" });
    expect(nameAt(app, place(app).active)).toBe("Even Beta 204");
    await app.act(pressHeader, "percent");
    expect(nameAt(app, place(app).active)).toBe("Even Beta 204");
    expect(app.get($tableResult)?.moved).toEqual(place(app));
  });

  it("moves from a removed active row to its resource", async () => {
    const app = await scrolled(700, 706);
    await app.act(collapseResource, { resource: 1, collapsed: true });
    expect(nameAt(app, place(app).active)).toBe("Beta");
    await app.act(collapseAllResources, { collapsed: true });
    expect(place(app)).toEqual({ firstVisible: 0, active: 1 });
  });

  it("returns to the top when neither remains, and stays there when they return: no row becomes active without a user", async () => {
    const app = await scrolled(3, 4);
    await app.act(changeFilterText, { text: "beta" });
    expect(place(app)).toEqual({ firstVisible: 0, active: -1 });
    await app.act(changeFilterText, { text: "" });
    expect(place(app)).toEqual({ firstVisible: 0, active: -1 });
  });

  it("keeps the first visible row without an active one in view, while only the threshold moves", async () => {
    const app = await scrolled(700);
    const first = nameAt(app, 700);
    await app.act(moveThreshold, { percent: 75 });
    expect(place(app)).toEqual({ firstVisible: 451, active: -1 });
    expect(nameAt(app, 451)).toBe(first);
  });

  it("returns to the top otherwise", async () => {
    for (const change of [
      (app: BuilderApp) => app.act(changeFilterText, { text: "even" }),
      (app: BuilderApp) => app.act(pressHeader, "name"),
    ]) {
      const app = await scrolled(700, 20);
      await change(app);
      expect(place(app)).toEqual({ firstVisible: 0, active: -1 });
    }
  });

  it("does not change for a selection", async () => {
    const app = await scrolled(700, 706);
    const before = app.get($tableResult)?.moved;
    await app.act(tickAllShown, { ticked: false });
    expect(place(app)).toEqual({ firstVisible: 700, active: 706 });
    expect(app.get($tableResult)?.moved).toBe(before);
  });

  it("arrives with its rows, and is then logged", async () => {
    const app = await scrolled(700, 706);
    const scrolls = app.envelopes(tableScrolled).length;
    await app.act(moveThreshold, { percent: 75 });
    for (let row = 451; row < 451 + PAGE; row++) expect(nameAt(app, row)).toBeDefined();
    await look(app, 451, 457);
    expect(app.envelopes(tableScrolled)).toHaveLength(scrolls + 1);
    expect(nameAt(app, 457)).toBe("Even Beta 204");
  });
});

describe("type-ahead in the table", () => {
  it("goes to the next row with the prefix, and on with one repeated letter", async () => {
    const app = await scrolled(0, 0);
    await app.act(typeAhead, "o");
    expect(app.get($found)).toEqual({ position: 1 });
    await look(app, 0, 1);
    await app.act(typeAhead, "o");
    expect(app.get($found)).toEqual({ position: 11 });
  });

  it("keeps the row while a longer text still matches", async () => {
    const app = await scrolled(0, 1);
    await app.act(typeAhead, "odd alpha");
    expect(app.get($found)).toEqual({ position: 1 });
    await app.act(typeAhead, "beta");
    expect(app.get($found)).toEqual({ position: 501 });
  });

  it("stays without a match, and so does the table", async () => {
    const app = await scrolled(0, 1);
    const shown = app.get($tableResult);
    await app.act(typeAhead, "zz");
    expect(app.get($found)).toBeNull();
    expect(app.get($tableResult)).toBe(shown);
  });

  it("queries the table again if another query intervened, and finds the row in it", async () => {
    const app = await scrolled(0, 0);
    const generation = app.get($tableResult)?.view.generation ?? 0;
    await app.act(askElsewhere, { ...app.get($builder), text: "even" });
    await app.act(typeAhead, "o");
    expect(app.get($found)).toEqual({ position: 1 });
    expect(app.get($tableResult)?.view.generation).toBe(generation + 2);
    await app.act(typeAhead, "odd beta");
    expect(app.get($found)).toEqual({ position: 502 });
    expect(app.get($tableResult)?.view.generation).toBe(generation + 2);
  });
});
