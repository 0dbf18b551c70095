import { beforeEach, describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { getResource } from "#events/calls/directory.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { orgList } from "#src/features/role-mapping/listModel.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { halList, makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { said } from "../../../support/english.ts";

const SEARCH_DELAY = 200;

const LIST = "/rbac/role-mapping";

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

/** The browser's current address. */
const address = () => app.history.at(-1)?.path;
const openList = async (path = LIST) => {
  await app.record(navigated, { path, how: "push" });
  return app.open("roleMapping", path);
};
const asked = () =>
  app.sent.filter(({ call }) => call === listOrgs).map(({ input }) => input.query);
const view = () => app.get(orgList.$view);
const answer = (numbers: readonly number[], page = {}, index = 0) =>
  app.reply(
    listOrgs,
    halList(
      "orgs",
      numbers.map((n) => makeOrg(n)),
      page,
    ),
    { index },
  );

describe("opening the list", () => {
  it("[ORG-16] [ORG-25] requests 20 of the address's list, with its cause in the log", async () => {
    const opened = await openList(`${LIST}?type=locations&sort=memberCount,desc`);
    expect(asked()).toEqual([
      { orgType: "locations", sort: "memberCount,desc", page: 0, size: 20 },
    ]);
    const [requested] = app.envelopes(listOrgs.requested);
    const wanted = app.log.find(({ id }) => id === requested?.cause);
    expect(wanted?.cause).toBe(opened);
  });

  it("shows the type, text, letter and sort of the address", async () => {
    await openList(`${LIST}?contains=tell&startsWith=T`);
    expect(view()).toMatchObject({
      text: "tell",
      query: { type: "job-titles", contains: "tell", startsWith: "T", sort: "name,asc" },
    });
  });

  it("requests again when back or forward changes the address", async () => {
    await openList(`${LIST}?startsWith=B`);
    await openList(LIST);
    expect(asked()).toEqual([
      { orgType: "job-titles", startsWith: "B", sort: "name,asc", page: 0, size: 20 },
      { orgType: "job-titles", sort: "name,asc", page: 0, size: 20 },
    ]);
  });

  it("[ROLE-3] requests the resource's name on a resource's list", async () => {
    const list = `/resources/${uuid(4001)}/role-mapping`;
    await app.record(navigated, { path: list, how: "push" });
    await app.open("resourceRoleMapping", list, { resourceId: uuid(4001) });
    expect(app.waiting(getResource)[0]?.input.params).toMatchObject({ resourceId: uuid(4001) });
    await app.act(orgList.change, { change: { type: "departments" } });
    expect(address()).toBe(`${list}?type=departments`);
  });

  it("ignores other screens", async () => {
    await app.open("users", "/users");
    expect(asked()).toEqual([]);
  });
});

describe("changing the list", () => {
  it("[WID-5] writes each choice into the address, and requests the first page", async () => {
    await openList();
    await app.act(orgList.change, { change: { type: "departments" } });
    expect(app.history.at(-1)).toEqual({ path: `${LIST}?type=departments`, how: "push" });
    await openList(address());
    await answer([1], {}, 1);
    await app.act(orgList.change, { change: { startsWith: "R" } });
    await app.act(orgList.change, { change: { sort: "memberCount,desc" } });
    expect(address()).toBe(`${LIST}?type=departments&startsWith=R&sort=memberCount%2Cdesc`);
    expect(asked().at(-1)).toMatchObject({ startsWith: "R", sort: "memberCount,desc", page: 0 });
  });

  it("keeps both of two quick changes before the screen has seen either", async () => {
    await openList();
    await app.act(orgList.change, { change: { startsWith: "R" } });
    await app.act(orgList.change, { change: { type: "locations" } });
    expect(address()).toBe(`${LIST}?type=locations&startsWith=R`);
  });

  it("clears only the filters and the text", async () => {
    await openList(`${LIST}?type=locations&contains=x&startsWith=Q&sort=memberCount,asc`);
    expect(view().hasFilters).toBe(true);
    await app.act(orgList.clear, {});
    expect(address()).toBe(`${LIST}?type=locations&sort=memberCount%2Casc`);
    expect(view()).toMatchObject({ text: "", hasFilters: false });
  });
});

describe("searching", () => {
  it("[ORG-18] requests after a pause in typing, with the newest text only", async () => {
    await openList();
    for (const text of ["t", "te", "tel"]) await app.act(orgList.search, { text });
    expect(view().text).toBe("tel");
    expect(app.delays).toHaveLength(3);
    expect(app.delays[0]?.milliseconds).toBe(SEARCH_DELAY);
    for (let n = 0; n < 2; n += 1) await app.elapse("search:");
    expect(app.history).toEqual([{ path: LIST, how: "push" }]);
    await app.elapse("search:");
    expect(app.history.at(-1)).toEqual({ path: `${LIST}?contains=tel`, how: "replace" });
    expect(asked().at(-1)).toMatchObject({ contains: "tel", orgFilterType: "Subtree" });
    expect(asked()).toHaveLength(2);
  });

  it("keeps the text of the field when an answer for an earlier text arrives", async () => {
    await openList();
    await app.act(orgList.search, { text: "te" });
    await app.elapse("search:");
    await app.act(orgList.search, { text: "tell" });
    await app.open("roleMapping", `${LIST}?contains=te`);
    expect(view().text).toBe("tell");
    await app.elapse("search:");
    expect(address()).toBe(`${LIST}?contains=tell`);
  });

  it("does not search after the screen was left", async () => {
    await openList();
    await app.act(orgList.search, { text: "te" });
    await app.open("dashboard", "/dashboard");
    await app.elapse("search:");
    expect(address()).toBe(LIST);
  });

  it("a search that settles while the next screen loads does not return to the list", async () => {
    await openList();
    await app.act(orgList.search, { text: "tell" });
    await app.act(navigateTo, { path: `${LIST}/${uuid(1001)}`, cause: null });
    await app.elapse("search:");
    expect(address()).toBe(`${LIST}/${uuid(1001)}`);
  });

  it("shows the answer for the newest address, whichever arrives last", async () => {
    await openList(`${LIST}?contains=t`);
    await openList(`${LIST}?contains=te`);
    await answer([2], {}, 1);
    await answer([1]);
    expect(view().itemAt(0)).toEqual(makeOrg(2));
  });
});

describe("the answers", () => {
  it("[ORG-45] are absent at first", async () => {
    await openList();
    expect(view()).toMatchObject({ status: "loading", total: null });
    expect(view().itemAt(0)).toBeNull();
  });

  it("[ORG-14] [ORG-15] to another query replace the list, and further pages are appended", async () => {
    await openList();
    await answer([1, 2], { totalElements: 41 });
    await app.act(orgList.show, { first: 20, end: 30 });
    await answer([21, 22], { totalElements: 41, number: 1 });
    expect([view().itemAt(0), view().itemAt(20)]).toEqual([makeOrg(1), makeOrg(21)]);
    await app.act(orgList.change, { change: { startsWith: "R" } });
    await answer([3], { totalElements: 1 });
    expect([view().itemAt(0), view().itemAt(20)]).toEqual([makeOrg(3), null]);
  });

  it("[ORG-39] that fail empty the list, and a retry requests it again", async () => {
    await openList();
    await answer([1, 2], { totalElements: 41 });
    await app.act(orgList.show, { first: 20, end: 30 });
    await app.fail(listOrgs, { message: "Down" });
    expect(view()).toMatchObject({
      status: "failed",
      total: null,
      failure: { reason: said("Down") },
    });
    expect(view().itemAt(0)).toBeNull();
    expect(app.waiting(listOrgs)).toEqual([]);
    await app.act(orgList.retry, {});
    expect(asked().at(-1)).toMatchObject({ page: 1 });
    await answer([21], { totalElements: 41, number: 1 });
    expect(view().status).toBe("ready");
    expect(view().itemAt(20)).toEqual(makeOrg(21));
  });
});
