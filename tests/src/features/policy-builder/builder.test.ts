import { describe, expect, it } from "vitest";
import {
  entitlementsTicked,
  filterTextChanged,
  rangeTicked,
  resourceFilterChanged,
  thresholdMoved,
} from "#events/actions/policyBuilder.ts";
import type { EntitlementTableRow } from "#workers/analytics/contract.ts";
import { navigated } from "#events/actions/app.ts";
import { induce } from "#events/calls/orgs.ts";
import { $tableResult, $tableFailure } from "#src/features/policy-builder/table/tableQuery.ts";
import {
  $drawnThreshold,
  $threshold,
  dragThreshold,
  setThreshold,
} from "#src/features/policy-builder/threshold/thresholdDrag.ts";
import {
  $builder,
  changeFilterText,
  changeResourceFilter,
  collapseAllResources,
  collapseResource,
  moveThreshold,
  tickAllShown,
  tickEntitlement,
  tickResource,
  toggleBanner,
  pressHeader,
  toggleHints,
  toggleRangeTo,
  toggleRow,
} from "#src/features/policy-builder/model.ts";
import {
  $resourceFilter,
  clearFilters,
  RESOURCE_FILTER,
} from "#src/features/policy-builder/table/resourceFilter.ts";
import { $undoable, undo } from "#src/features/policy-builder/selection/undoRedo.ts";
import { showRows } from "#src/features/policy-builder/table/scrolling.ts";
import { $isAboveCohesion, $phase } from "#src/features/policy-builder/report/phase.ts";
import { togglePart } from "#src/kernel/disclosures.ts";
import { createAction } from "#src/kernel/recorder.ts";
import { ReportLeftOut } from "#src/kernel/analytics.ts";
import {
  confirmLeaving,
  $unsaved,
  $heldPath,
  cancelLeaving,
  navigateTo,
} from "#src/kernel/navigation.ts";
import {
  apply,
  createBuilderApp,
  orgDetail,
  readyBuilder,
  ORG_OID,
  OTHER_OID,
  REPORT,
  RESOURCE_ID,
  roleOid,
  type BuilderApp,
} from "./support.ts";
import "#src/features/policy-builder/table/snapshot.ts";
import { $tableSnapshot } from "#src/kernel/tableSnapshot.ts";
import { english } from "../../../support/english.ts";

function names(app: BuilderApp): string[] {
  return (app.get($tableResult)?.rows ?? []).map(({ name }) => name);
}

describe("the builder's table", () => {
  it("[APB-30] [APB-31] starts at 100% with everything selected", async () => {
    const app = await readyBuilder();
    expect(app.get($builder).threshold).toBe(100);
    expect(names(app)).toEqual(["Core Banking", "Teller Drawer", "HR Portal", "Self Service"]);
    expect(app.get($tableResult)?.view.ticked.entitlements).toBe(2);
    await app.act(moveThreshold, { percent: 30 });
    expect(app.get($tableResult)?.view.ticked.entitlements).toBe(5);
    expect(app.get($tableResult)?.view.shownState).toBe("checked");
  });

  it("follows threshold, text, resources and collapsing immediately", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(changeFilterText, { text: "REPORTS read" });
    expect(names(app)).toEqual(["Core Banking", "Branch_Reports Read"]);
    await app.act(changeFilterText, { text: "" });
    await app.act(changeResourceFilter, { resources: { all: false, except: [1] } });
    expect(names(app)).toEqual(["HR Portal", "Self Service", "Team Reports"]);
    await app.act(collapseResource, { resource: 1, collapsed: true });
    expect(names(app)).toEqual(["HR Portal"]);
  });

  it("the open resource filter counts what each resource shows, filtered out or not", async () => {
    const app = await readyBuilder();
    const counts = () => app.get($resourceFilter).options.map(({ count }) => count);
    await app.act(togglePart, { part: RESOURCE_FILTER, open: true });
    expect(counts()).toEqual([1, 1]);
    await app.act(changeResourceFilter, { resources: { all: false, except: [1] } });
    await app.act(moveThreshold, { percent: 80 });
    expect(counts()).toEqual([2, 2]);
    await app.act(changeFilterText, { text: "report" });
    expect(counts()).toEqual([1, 1]);
    await app.act(changeFilterText, { text: "wire" });
    expect(counts()).toEqual([0, 0]);
  });

  it("shows everything after clearing the filters, and records only changes", async () => {
    const app = await readyBuilder();
    await app.act(changeFilterText, { text: "no such name" });
    expect(names(app)).toEqual([]);
    await app.act(clearFilters, undefined);
    expect(names(app)).toHaveLength(4);
    expect(app.envelopes(resourceFilterChanged)).toEqual([]);
    await app.act(changeResourceFilter, { resources: { all: false, except: [] } });
    expect(names(app)).toEqual([]);
    await app.act(clearFilters, undefined);
    expect(names(app)).toHaveLength(4);
    expect(app.envelopes(filterTextChanged)).toHaveLength(2);
  });

  it("[APB-13] [APB-32] collapses and expands all resources", async () => {
    const app = await readyBuilder();
    await app.act(collapseAllResources, { collapsed: true });
    expect(names(app)).toEqual(["Core Banking", "HR Portal"]);
    await app.act(collapseAllResources, { collapsed: false });
    expect(names(app)).toHaveLength(4);
  });

  it("[APB-18] [APB-25] shows each row's hint while hints are on", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 50 });
    await app.act(toggleHints, { shown: true });
    const hints = (app.get($tableResult)?.rows ?? []).flatMap((row) =>
      row.kind === "entitlement" ? [row.hint] : [],
    );
    const hint = "55.5% of identities are assigned to Wire Release, while 44.5% are not.";
    expect(english(hints[2])).toBe(hint);
    // Logs contain digests of hints in English, including those of earlier builds.
    expect(app.get($tableSnapshot)?.read()).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ name: "Wire Release", hint })]),
    });
    await app.act(toggleHints, { shown: false });
    expect(app.get($tableResult)?.rows[1]).toMatchObject({ hint: null });
  });

  it("[APB-22] [APB-23] [APB-24] a resource's state follows its shown entitlements", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(tickEntitlement, { row: 0, ticked: false });
    expect(app.get($tableResult)?.rows[0]).toMatchObject({
      state: "partial",
      selected: 1,
      shown: 2,
    });
    const [core] = app.get($tableResult)?.rows ?? [];
    if (!core) throw new Error("The table is empty");
    await app.act(toggleRow, core);
    expect(app.get($tableResult)?.rows[0]).toMatchObject({ state: "checked" });
    await app.act(tickResource, { resource: 0, ticked: false });
    expect(app.get($tableResult)?.rows[0]).toMatchObject({ state: "unchecked", selected: 0 });
  });

  it("ticks all shown rows as one event, and hidden rows keep their ticks", async () => {
    const app = await readyBuilder();
    await app.act(changeFilterText, { text: "drawer" });
    await app.act(tickAllShown, { ticked: false });
    await app.act(changeFilterText, { text: "" });
    expect(app.get($tableResult)?.view.ticked.entitlements).toBe(1);
  });

  const ticks = (app: BuilderApp) =>
    (app.get($tableResult)?.rows ?? []).flatMap((row) =>
      row.kind === "entitlement" ? [row.ticked] : [],
    );
  const entitlement = (app: BuilderApp, name: string): EntitlementTableRow => {
    const row = app.get($tableResult)?.rows.find((one) => one.name === name);
    if (row?.kind !== "entitlement") throw new Error(`The table lacks ${name}`);
    return row;
  };

  it("clears a range from the last selected entitlement as one step, which is undone as one", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    await app.act(toggleRow, entitlement(app, "Team Reports"));
    await app.act(toggleRangeTo, entitlement(app, "Branch_Reports Read"));
    expect(ticks(app)).toEqual([true, false, false, false, false]);
    expect(app.get($undoable)).toBe("clear the range to Branch_Reports Read");
    await app.act(undo, undefined);
    expect(ticks(app)).toEqual([true, true, true, true, false]);
  });

  it("starts a range where the previous one ended, and only toggles the row without a start", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    await app.act(toggleRangeTo, entitlement(app, "Self Service"));
    expect(ticks(app)).toEqual([true, true, true, false, true]);
    await app.act(toggleRangeTo, entitlement(app, "Branch_Reports Read"));
    expect(ticks(app)).toEqual([true, false, false, false, true]);
    await app.act(toggleRangeTo, entitlement(app, "Teller Drawer"));
    expect(ticks(app)).toEqual([false, false, false, false, true]);
  });

  it("keeps a range when the table changes, and replays it from the log", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(pressHeader, "name");
    await app.act(toggleRow, entitlement(app, "Branch_Reports Read"));
    await app.act(toggleRangeTo, entitlement(app, "Self Service"));
    await app.act(moveThreshold, { percent: 30 });
    await app.act(collapseAllResources, { collapsed: false });
    const ticked = (app.get($tableResult)?.rows ?? []).flatMap((row) =>
      row.kind === "entitlement" && row.ticked ? [row.name] : [],
    );
    // Below the threshold of the range, and after its end.
    expect(ticked).toEqual(["Wire Release", "Team Reports"]);
    const [range] = app.envelopes(rangeTicked);
    expect(range?.payload).toEqual({ from: 1, to: 3, ticked: false });
  });

  it("replays a range of a log of an earlier build, which lists its rows", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    await app.act(createAction(entitlementsTicked), { rows: [1, 2], ticked: false });
    expect(ticks(app)).toEqual([true, false, false, true, true]);
  });

  it("marks an entitlement that is already in the policy", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg([roleOid(1)]);
    await app.deliver();
    expect(
      app.get($tableResult)?.rows.map((row) => row.kind === "entitlement" && row.inPolicy),
    ).toEqual([false, true, false, false]);
    expect(app.get($tableResult)?.view).toMatchObject({ newRoles: 1, alreadyInPolicy: 1 });
  });

  it("[APB-45] [APB-48] shows the worker's banners, and a closed one stays closed", async () => {
    const app = await readyBuilder();
    expect(app.get($tableResult)?.view.banners.map(({ kind }) => kind)).toEqual([
      "unlinkedAccounts",
    ]);
    // Rows that few hold are not shown yet.
    expect(app.get($isAboveCohesion)).toBe(true);
    await app.act(moveThreshold, { percent: 55 });
    expect(app.get($isAboveCohesion)).toBe(false);
    expect(app.get($tableResult)?.view.banners.map(({ kind }) => kind)).toEqual([
      "unlinkedAccounts",
      "lowCohesion",
    ]);
    await app.act(toggleBanner, { banner: "lowCohesion", open: false });
    expect(app.get($builder).closedBanners).toEqual(["lowCohesion"]);
  });

  it("[APB-5] queries with each move of a drag, and draws the rows around the slider with the next frame", async () => {
    const app = await readyBuilder();
    const moves = () => app.envelopes(thresholdMoved).map(({ payload }) => payload.percent);
    for (const percent of [99, 98.4, 98, 12]) await app.act(dragThreshold, percent);
    expect(moves()).toEqual([99, 98, 30]);
    expect(app.get($tableResult)?.view.kept.entitlements).toBe(5);
    expect([app.get($threshold), app.get($drawnThreshold)]).toEqual([30, 100]);
    await app.nextFrame();
    expect(app.get($drawnThreshold)).toBe(30);
    for (const percent of [31, 30]) await app.act(dragThreshold, percent);
    expect(app.get($threshold)).toBe(30);
    await app.nextFrame();
    expect(app.get($drawnThreshold)).toBe(30);
    expect(moves()).toEqual([99, 98, 30, 31, 30]);
  });

  it("draws keyboard and field changes immediately, so that quick presses add up, also during a drag", async () => {
    const app = await readyBuilder();
    for (const percent of [99, 98, 97]) {
      await app.act(setThreshold, percent);
      expect(app.get($drawnThreshold)).toBe(percent);
    }
    await app.act(setThreshold, 97.4);
    await app.act(dragThreshold, 60);
    await app.act(setThreshold, 61);
    expect(app.get($drawnThreshold)).toBe(61);
    await app.act(moveThreshold, { percent: 50 });
    expect(app.get($drawnThreshold)).toBe(50);
    expect(app.envelopes(thresholdMoved).map(({ payload }) => payload.percent)).toEqual([
      99, 98, 97, 60, 61, 50,
    ]);
  });

  it("reads another window of rows when the table is scrolled", async () => {
    const app = await readyBuilder();
    await app.act(showRows, { start: 1000, end: 1040 });
    expect(app.get($tableResult)).toMatchObject({ firstRow: 896, rows: [] });
    await app.act(showRows, { start: 0, end: 30 });
    expect(names(app)).toHaveLength(4);
  });

  it("starts a new report with everything ticked and keeps the threshold", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 30 });
    await app.act(tickAllShown, { ticked: false });
    await app.openBuilder({ resourceId: RESOURCE_ID });
    await app.act(moveThreshold, { percent: 40 });
    await app.deliver();
    expect(app.get($builder)).toMatchObject({ threshold: 40, ops: [] });
    expect(app.get($tableResult)?.view.ticked.entitlements).toBe(5);
  });
});

describe("leaving with unapplied changes", () => {
  it("asks first, staying keeps the work, and leaving continues", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 70 });
    expect(app.get($unsaved)).toBe(true);
    expect(app.asksBeforeUnload()).toBe(true);
    await app.act(navigateTo, { path: "/dashboard", cause: null });
    expect(app.get($heldPath)).toBe("/dashboard");
    expect(app.envelopes(navigated)).toEqual([]);
    await app.act(cancelLeaving, {});
    expect(app.get($heldPath)).toBeNull();
    expect(app.get($builder).threshold).toBe(70);
    await app.act(navigateTo, { path: "/dashboard", cause: null });
    await app.act(confirmLeaving, {});
    expect(app.envelopes(navigated).map(({ payload }) => payload.path)).toEqual(["/dashboard"]);
  });

  it("does not ask if all changes were reverted: rows cleared and selected again, a slider moved back", async () => {
    const app = await readyBuilder();
    await app.act(tickAllShown, { ticked: false });
    expect(app.get($unsaved)).toBe(true);
    await app.act(tickAllShown, { ticked: true });
    expect(app.get($unsaved)).toBe(false);
    await app.act(moveThreshold, { percent: 80 });
    await app.act(tickEntitlement, { row: 1, ticked: false });
    await app.act(moveThreshold, { percent: 100 });
    // The cleared entitlement is not shown at 100 %, and stays cleared.
    await app.act(tickAllShown, { ticked: true });
    expect(app.get($unsaved)).toBe(true);
    await app.act(tickEntitlement, { row: 1, ticked: true });
    expect(app.get($unsaved)).toBe(false);
  });

  it("does not ask without changes or after they were applied", async () => {
    const app = await readyBuilder();
    await app.act(changeFilterText, { text: "abc" });
    expect(app.get($unsaved)).toBe(false);
    await app.act(changeFilterText, { text: "" });
    await app.act(moveThreshold, { percent: 70 });
    await apply(app);
    await app.reply(induce, orgDetail(ORG_OID));
    expect(app.get($heldPath)).toBeNull();
    expect(app.envelopes(navigated)).toHaveLength(1);
  });
});

describe("a failing worker", () => {
  it("reports its failure for that report only, and a new one starts its own progress", async () => {
    let broken = false;
    const app = await createBuilderApp({ isBroken: () => broken });
    await app.openBuilder();
    await app.deliver();
    broken = true;
    await app.act(moveThreshold, { percent: 70 });
    expect(app.get($tableFailure)?.message).toBe("The worker broke");
    expect(app.get($phase)).toBe("failed");
    await app.openBuilder({ oid: OTHER_OID });
    expect(app.get($tableFailure)).toBeNull();
    broken = false;
    await app.deliver({ ...REPORT, orgOid: OTHER_OID });
    expect(app.get($tableResult)?.summary.orgOid).toBe(OTHER_OID);
  });

  it("differs from a report that is missing in a replayed log", async () => {
    const app = await createBuilderApp({
      alter: () => {
        throw new ReportLeftOut();
      },
    });
    await app.openBuilder();
    await app.deliver();
    expect(app.get($phase)).toBe("leftOut");
  });
});
