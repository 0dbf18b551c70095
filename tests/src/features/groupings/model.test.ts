import { beforeEach, describe, expect, it } from "vitest";
import * as calls from "#events/calls/groupings.ts";
import { findSubtree, getAncestorsOfMany } from "#events/calls/orgs.ts";
import { $doomedOrgs, deletion, newGroupForm, undo } from "#src/features/groupings/changeModel.ts";
import { deleteGroupCall, updateGroupCall } from "#src/features/groupings/calls.ts";
import { ungroupedList } from "#src/features/groupings/looseModel.ts";
import { $moveEffect, chooseTarget, move } from "#src/features/groupings/moveModel.ts";
import { $found, $paths, search } from "#src/features/groupings/searchModel.ts";
import { $selected, $selection, selectOrg } from "#src/features/groupings/selectionModel.ts";
import {
  $rows,
  $tree,
  retryTree,
  showRows,
  toggleGroup,
} from "#src/features/groupings/treeModel.ts";
import { $notifications } from "#src/kernel/notifications.ts";
import { halList, makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeGroupChange, makeTreeOrg, ROOT } from "./support.ts";

const CLIENT = uuid(1);
const GROUP = makeTreeOrg(1, { isGroup: true, childCount: 1, displayName: "Tellers" });
const CHILD = makeTreeOrg(2, { parentOid: GROUP.oid });
const SUBJECT = {
  oid: GROUP.oid,
  version: 1,
  displayName: "Tellers",
  parentOid: ROOT,
  isGroup: true,
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

const open = (kind = "jobTitle", path = "job-titles") =>
  app.open(`${kind}Groups`, `/rbac-grouping/${path}`);
const level = (orgs: readonly unknown[], next: string | null = null) => ({
  _embedded: { orgs },
  next,
  rootOid: ROOT,
});
const asked = () => app.waiting(calls.listGroups).map(({ input }) => input.query);
const names = () => app.get($rows).map((row) => (row.kind === "org" ? row.org.displayName : "…"));
const changed = (changes = {}) => ({ change: makeGroupChange(changes) });

async function openTree() {
  await open();
  await app.reply(calls.listGroups, level([GROUP]));
  await app.act(toggleGroup, { oid: GROUP.oid, open: true });
  await app.reply(calls.listGroups, level([CHILD]));
}
const startDeletion = async () => {
  await app.act(deletion.open, { subject: SUBJECT });
  await app.reply(findSubtree, halList("orgs", [makeOrg(2)]));
};

describe("the tree", () => {
  it("[ORG-2] [ORG-29] is one screen for each kind of orgs, which asks for its own groups", async () => {
    await open();
    expect(asked()).toEqual([{ orgType: "job-titles", size: 200 }]);
    await app.reply(calls.listGroups, level([GROUP]));
    expect(names()).toEqual(["Tellers"]);
    await open("department", "departments");
    expect(names()).toEqual(["…"]);
    expect(asked()).toEqual([{ orgType: "departments", size: 200 }]);
  });

  it("fetches the children of an opened group once, and keeps them when it is closed", async () => {
    await openTree();
    expect(names()).toEqual(["Tellers", "Org 2"]);
    await app.act(toggleGroup, { oid: GROUP.oid, open: false });
    await app.act(toggleGroup, { oid: GROUP.oid, open: true });
    expect(asked()).toEqual([]);
    expect(names()).toEqual(["Tellers", "Org 2"]);
  });

  it("keeps the same rows and selection while the user scrolls", async () => {
    await openTree();
    await app.act(selectOrg, { org: SUBJECT, isSelected: true });
    const [rows, selection] = [app.get($rows), app.get($selection)];
    await app.act(showRows, { first: 1, end: 2 });
    expect(app.get($tree)).toMatchObject({ first: 1, end: 2 });
    expect(app.get($rows)).toBe(rows);
    expect(app.get($selection)).toBe(selection);
  });

  it("keeps its rows when a fetch fails, and fetches again on retry", async () => {
    await openTree();
    await app.act(retryTree, {});
    await app.fail(calls.listGroups);
    expect(names()).toEqual(["Tellers", "Org 2"]);
    await app.act(retryTree, {});
    expect(asked()).toEqual([{ orgType: "job-titles", size: 200 }]);
  });

  it("[ORG-10] [ORG-11] a deleted group clears the cached children and subtrees", async () => {
    await openTree();
    await startDeletion();
    expect(app.get($doomedOrgs)).toMatchObject({ total: 1 });
    expect(Object.keys(app.get($tree).children)).toHaveLength(2);
    await app.act(deletion.confirm, {});
    await app.reply(calls.deleteGroup, changed({ change: "DELETE" }));
    expect(app.get($tree).children).toEqual({});
    await app.act(deletion.open, { subject: SUBJECT });
    expect(app.get($doomedOrgs)).toBeNull();
    expect(app.waiting(findSubtree)).toHaveLength(1);
  });

  it("[ORG-12] [ORG-13] a changed group clears the cached children and subtrees, and the rows stay meanwhile", async () => {
    await openTree();
    await startDeletion();
    await app.act(deletion.cancel, {});
    await app.act(deletion.open, { subject: SUBJECT });
    // From the cache.
    expect(app.get($doomedOrgs)).toMatchObject({ total: 1 });
    await app.act(deletion.cancel, {});
    await app.act(newGroupForm.toggle, { open: true });
    await app.act(newGroupForm.change, { values: { displayName: "Bankers" } });
    await app.act(newGroupForm.submit, {});
    await app.reply(calls.updateGroup, changed({ change: "ADD" }));
    expect(app.get($tree).children).toEqual({});
    expect(names()).toEqual(["Tellers", "Org 2"]);
    await app.act(deletion.open, { subject: SUBJECT });
    expect(app.get($doomedOrgs)).toBeNull();
    expect(asked()).toEqual([{ orgType: "job-titles", size: 200 }]);
  });
});

describe("changes", () => {
  it("[ORG-37] a new group takes the selected orgs in", async () => {
    await openTree();
    await app.act(selectOrg, {
      org: {
        oid: CHILD.oid,
        version: 3,
        displayName: "Org 2",
        parentOid: GROUP.oid,
        isGroup: false,
      },
      isSelected: true,
    });
    await app.act(newGroupForm.change, { values: { displayName: " Bankers " } });
    await app.act(newGroupForm.submit, {});
    expect(app.waiting(calls.updateGroup)[0]?.input).toEqual({
      query: { clientId: CLIENT },
      body: {
        org: { orgType: "job-titles", displayName: "Bankers" },
        ids: [{ oid: CHILD.oid, version: 3 }],
        toDelete: [],
      },
    });
    await app.reply(calls.updateGroup, changed({ change: "ADD" }));
    expect(app.get($selected)).toEqual([]);
  });

  it("a group without a name is not sent", async () => {
    await open();
    await app.act(newGroupForm.submit, {});
    expect(app.waiting(calls.updateGroup)).toEqual([]);
    expect(app.get(newGroupForm.$view)?.problems).toHaveProperty("displayName");
  });

  it("[ORG-43] a failed group delete records Fail only, and its dialog says why", async () => {
    await openTree();
    await startDeletion();
    await app.act(deletion.confirm, {});
    expect(app.waiting(calls.deleteGroup)[0]?.input.body).toEqual({
      org: { oid: ROOT },
      oidToDelete: GROUP.oid,
      version: 1,
    });
    await app.fail(calls.deleteGroup, { status: 409, code: "ECONFLICT" });
    expect(app.get(deleteGroupCall.$request)).toEqual({ status: "Fail", failure: null });
    expect(app.get(deletion.$view).failure).toMatchObject({ code: "ECONFLICT" });
    expect(names()).toEqual(["Tellers", "Org 2"]);
  });

  it("[ORG-44] a failed group update records Fail only, and its dialog says why", async () => {
    await openTree();
    await app.act(move.open, {
      subject: { ids: [{ oid: CHILD.oid, version: 1 }], all: null, count: 1, name: "Org 2" },
    });
    await app.act(chooseTarget, { oid: ROOT, displayName: null });
    await app.act(move.confirm, {});
    await app.fail(calls.updateGroup, { status: 409, code: "ECONFLICT" });
    expect(app.get(updateGroupCall.$request)).toEqual({ status: "Fail", failure: null });
    expect(app.get(move.$view)).toMatchObject({ isOpen: true, failure: { code: "ECONFLICT" } });
  });

  it("a move shows its effect first, and sends what was chosen", async () => {
    await openTree();
    const all = { list: "ungrouped" as const, except: [uuid(5)] };
    await app.act(ungroupedList.select, { selection: { all: true, ids: [uuid(5)] } });
    await app.act(move.open, { subject: { ids: [], all, count: 60, name: null } });
    await app.act(move.confirm, {});
    expect(app.waiting(calls.updateGroup)).toEqual([]);
    await app.act(chooseTarget, { oid: GROUP.oid, displayName: "Tellers" });
    expect(app.waiting(calls.previewGrouping)[0]?.input.body).toEqual({
      targetOid: GROUP.oid,
      oids: [],
      all,
    });
    await app.reply(calls.previewGrouping, { orgs: 60, people: 100, gained: 3, lost: 0 });
    expect(app.get($moveEffect).value).toMatchObject({ people: 100 });
    await app.act(move.confirm, {});
    expect(app.waiting(calls.updateGroup)[0]?.input.body).toEqual({
      org: { oid: GROUP.oid },
      ids: [],
      toDelete: [],
      all,
    });
    await app.reply(calls.updateGroup, changed({ moved: 60 }));
    expect(app.get(ungroupedList.$view).selection).toEqual({ all: false, ids: [] });
    expect(app.get($notifications)).toMatchObject([
      { type: "success", message: { code: "orgs.moved", params: { count: 60, name: "Tellers" } } },
    ]);
  });

  it("the last change is undone, and a refusal is reported", async () => {
    await open();
    await app.reply(calls.getLastChange, changed());
    await app.act(undo, { changeId: uuid(7001) });
    await app.fail(calls.undoGroupChange, { status: 409, code: "ECONFLICT" });
    expect(app.get($notifications)).toMatchObject([{ type: "error" }]);
    await app.act(undo, { changeId: uuid(7001) });
    await app.reply(calls.undoGroupChange, changed({ undoes: uuid(7001) }));
    expect(app.get($notifications)).toMatchObject([{}, { message: { code: "orgs.undone" } }]);
    expect(app.waiting(calls.getLastChange)).toHaveLength(2);
  });
});

describe("the search", () => {
  it("[ORG-42] shows matches with their paths, and a failed fetch of many ancestors clears the paths", async () => {
    await open();
    await app.act(search, { text: "tell" });
    await app.elapse("search:");
    const [, wanted] = app.waiting(calls.listGroups);
    expect(wanted?.input.query).toEqual({ orgType: "job-titles", search: "tell", size: 50 });
    await app.reply(calls.listGroups, level([CHILD]), { index: 1 });
    expect(app.get($found).value?.orgs).toEqual([CHILD]);
    expect(app.waiting(getAncestorsOfMany)[0]?.input.body).toEqual({ orgOids: [CHILD.oid] });
    const ancestors = [
      makeOrg(900, { parentOrgRef: null }),
      makeOrg(1, { displayName: "Tellers", parentOrgRef: { oid: ROOT } }),
    ];
    await app.reply(getAncestorsOfMany, { ancestors: [{ oid: CHILD.oid, ancestors }] });
    expect(app.get($paths)).toEqual({ [CHILD.oid]: ["Tellers"] });
    await app.act(retryTree, {});
    await app.act(search, { text: "other" });
    await app.elapse("search:");
    const index = app.waiting(calls.listGroups).length - 1;
    await app.reply(calls.listGroups, level([GROUP]), { index });
    await app.fail(getAncestorsOfMany);
    expect(app.get($paths)).toEqual({});
  });
});

describe("the orgs outside of groups", () => {
  it("[ORG-14] [ORG-15] [ORG-39] [ORG-45] [ORG-16] are fetched in pages of 20, replaced by another query, and empty after a failure", async () => {
    await open();
    const view = () => app.get(ungroupedList.$view);
    expect(view()).toMatchObject({ status: "loading", total: null });
    expect(app.waiting(calls.listUngrouped)[0]?.input.query).toEqual({
      orgType: "job-titles",
      sort: "name,asc",
      page: 0,
      size: 20,
    });
    const orgs = Array.from({ length: 20 }, (_, n) => makeTreeOrg(n + 10));
    const page = { size: 20, totalElements: 21, totalPages: 2 };
    await app.reply(calls.listUngrouped, halList("orgs", orgs, { ...page, number: 0 }));
    await app.act(ungroupedList.show, { first: 0, end: 21 });
    await app.reply(
      calls.listUngrouped,
      halList("orgs", [makeTreeOrg(40)], { ...page, number: 1 }),
    );
    expect([view().itemAt(0)?.displayName, view().itemAt(20)?.displayName]).toEqual([
      "Org 10",
      "Org 40",
    ]);
    await app.act(ungroupedList.change, { change: { sort: "memberCount,desc" } });
    await app.reply(calls.listUngrouped, halList("orgs", [makeTreeOrg(50)]));
    expect([view().itemAt(0)?.displayName, view().itemAt(20)]).toEqual(["Org 50", null]);
    await app.act(ungroupedList.change, { change: { sort: "memberCount,asc" } });
    await app.fail(calls.listUngrouped);
    expect(view()).toMatchObject({ status: "failed", total: null });
  });
});
