import { beforeEach, describe, expect, it } from "vitest";
import { getResource } from "#events/calls/directory.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { $orgList } from "#src/data/orgs/index.ts";
import {
  $listQuery,
  $searchText,
  chooseLetter,
  chooseOrgType,
  clearOrgFilters,
  pageOrgs,
  retryOrgList,
  SEARCH_DELAY,
  sortOrgs,
  typeOrgSearch,
} from "#src/features/role-mapping/listModel.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { halList, makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const LIST = "/rbac/role-mapping";

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

/** The address that the browser has now. */
const address = () => app.history.at(-1)?.path;
const openList = (path = LIST) => app.open("roleMapping", path);
const asked = () =>
  app.sent.filter(({ call }) => call === listOrgs).map(({ input }) => input.query);

describe("opening the list", () => {
  it("[ORG-16] [ORG-25] asks for the page that the address names, with its cause in the log", async () => {
    const opened = await openList(`${LIST}?type=locations&page=3&sort=memberCount,desc`);
    expect(asked()).toEqual([
      { orgType: "locations", page: 2, sort: "memberCount,desc", size: 20 },
    ]);
    const [requested] = app.envelopes(listOrgs.requested);
    const wanted = app.log.find(({ id }) => id === requested?.cause);
    expect(wanted?.cause).toBe(opened);
  });

  it("shows what the address says: type, text, letter, sort", async () => {
    await openList(`${LIST}?contains=tell&startsWith=T`);
    expect(app.get($searchText)).toBe("tell");
    expect(app.get($listQuery)).toMatchObject({ contains: "tell", startsWith: "T" });
  });

  it("asks anew when back or forward brings another address", async () => {
    await openList(`${LIST}?page=2`);
    await openList(LIST);
    expect(asked()).toMatchObject([{ page: 1 }, { page: 0 }]);
  });

  it("[ROLE-3] asks for the resource's name where it is for one resource", async () => {
    await app.open("resourceRoleMapping", `/resources/${uuid(4001)}/role-mapping`, {
      resourceId: uuid(4001),
    });
    expect(app.waiting(getResource)[0]?.input.params).toMatchObject({ resourceId: uuid(4001) });
    await app.act(chooseOrgType, { orgType: "departments" });
    expect(address()).toBe(`/resources/${uuid(4001)}/role-mapping?type=departments`);
  });

  it("leaves the other screens alone", async () => {
    await app.open("users", "/users");
    expect(asked()).toEqual([]);
  });
});

describe("changing what is listed", () => {
  it("writes each choice into the address, back on the first page", async () => {
    await openList(`${LIST}?page=4`);
    await app.act(chooseOrgType, { orgType: "departments" });
    expect(app.history.at(-1)).toEqual({ path: `${LIST}?type=departments`, how: "push" });
    await openList(address());
    await app.act(pageOrgs, { page: 1 });
    await openList(address());
    await app.act(chooseLetter, { startsWith: "R" });
    expect(address()).toBe(`${LIST}?type=departments&startsWith=R`);
    await openList(address());
    await app.act(pageOrgs, { page: 2 });
    expect(address()).toBe(`${LIST}?type=departments&startsWith=R&page=3`);
  });

  it("[WID-5] [WID-17] [WID-18] sorts by the column and direction that were chosen", async () => {
    await openList(`${LIST}?page=2`);
    await app.act(sortOrgs, { column: "memberCount", direction: "ASCENDING" });
    expect(address()).toBe(`${LIST}?sort=memberCount%2Casc`);
    await openList(address());
    await app.act(sortOrgs, { column: "memberCount", direction: "DESCENDING" });
    await openList(address());
    expect(asked().at(-1)).toMatchObject({ sort: "memberCount,desc", page: 0 });
  });

  it("keeps both of two quick changes, of which the screen has seen none yet", async () => {
    await openList();
    await app.act(chooseLetter, { startsWith: "R" });
    await app.act(chooseOrgType, { orgType: "locations" });
    expect(address()).toBe(`${LIST}?type=locations&startsWith=R`);
  });

  it("clears the filters and the text, and nothing else", async () => {
    await openList(`${LIST}?type=locations&contains=x&startsWith=Q&sort=memberCount,asc`);
    await app.act(clearOrgFilters, {});
    expect(address()).toBe(`${LIST}?type=locations&sort=memberCount%2Casc`);
    expect(app.get($searchText)).toBe("");
  });
});

describe("searching", () => {
  it("[ORG-18] asks once nobody typed for a moment, for the newest text alone", async () => {
    await openList();
    for (const text of ["t", "te", "tel"]) await app.act(typeOrgSearch, { text });
    expect(app.get($searchText)).toBe("tel");
    expect(app.delays).toHaveLength(3);
    expect(app.delays[0]?.milliseconds).toBe(SEARCH_DELAY);
    for (let n = 0; n < 2; n += 1) await app.elapse("search:");
    expect(app.history).toEqual([]);
    await app.elapse("search:");
    expect(app.history).toEqual([{ path: `${LIST}?contains=tel`, how: "replace" }]);
    await openList(address());
    expect(asked().at(-1)).toMatchObject({ contains: "tel", orgFilterType: "Subtree" });
    expect(asked()).toHaveLength(2);
  });

  it("keeps the text of the field while an answer of an earlier text comes", async () => {
    await openList();
    await app.act(typeOrgSearch, { text: "te" });
    await app.elapse("search:");
    await app.act(typeOrgSearch, { text: "tell" });
    await openList(`${LIST}?contains=te`);
    expect(app.get($searchText)).toBe("tell");
    await app.elapse("search:");
    expect(address()).toBe(`${LIST}?contains=tell`);
  });

  it("searches nowhere once the screen was left", async () => {
    await openList();
    await app.act(typeOrgSearch, { text: "te" });
    await app.open("dashboard", "/dashboard");
    await app.elapse("search:");
    expect(app.history).toEqual([]);
  });

  it("a search that settles while the next screen loads does not lead back", async () => {
    await openList();
    await app.act(typeOrgSearch, { text: "tell" });
    await app.act(navigateTo, { path: `${LIST}/${uuid(1001)}`, cause: null });
    await app.elapse("search:");
    expect(address()).toBe(`${LIST}/${uuid(1001)}`);
  });

  it("shows the answer to the newest address, whichever comes last", async () => {
    await openList(`${LIST}?contains=t`);
    await openList(`${LIST}?contains=te`);
    await app.reply(listOrgs, halList("orgs", [makeOrg(2)]), { index: 1 });
    await app.reply(listOrgs, halList("orgs", [makeOrg(1)]));
    expect(app.get($orgList).items).toEqual([makeOrg(2)]);
  });
});

describe("what comes back", () => {
  it("leads to the last page where the address names one behind it", async () => {
    await openList(`${LIST}?page=9`);
    await app.reply(listOrgs, halList("orgs", [], { totalElements: 45, totalPages: 3, number: 8 }));
    expect(app.history).toEqual([{ path: `${LIST}?page=3`, how: "replace" }]);
  });

  it("[ORG-39] empties the list on failure, and is asked for again by a retry", async () => {
    await openList(`${LIST}?page=2`);
    await app.fail(listOrgs, { message: "Down" });
    expect(app.get($orgList)).toMatchObject({ status: "Fail", items: [] });
    await app.act(retryOrgList, {});
    expect(asked()).toMatchObject([{ page: 1 }, { page: 1 }]);
    await app.reply(listOrgs, halList("orgs", [makeOrg(1)]));
    expect(app.get($orgList).status).toBe("Success");
  });
});
