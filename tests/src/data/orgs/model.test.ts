import { beforeEach, describe, expect, it } from "vitest";
import { deleteInducement, getAncestors, getOrg, induce, listOrgs } from "#events/calls/orgs.ts";
import { NO_PAGE } from "#events/entities/common.ts";
import {
  $ancestors,
  $currentOrg,
  $org,
  $orgList,
  ancestorsCall,
  deleteInducementCall,
  fetchOrg,
  fetchOrgs,
  induceCall,
  orgCall,
  orgsCall,
} from "#src/data/orgs/model.ts";
import { halList, makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const CLIENT = uuid(1);
const A = makeOrg(1, { inducementCount: 1 });
const B = makeOrg(2);

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

/** Opens a screen about an org that no feature has, so that the test alone asks for the org. */
function openDetail(oid: string): Promise<string> {
  return app.open("screenOfOrg", `/orgs/${oid}`, { oid });
}

describe("the current org", () => {
  it("[ORG-9] [CALL-1] the org calls have a request status of their own", async () => {
    expect(
      [orgsCall, orgCall, ancestorsCall, induceCall, deleteInducementCall].map(({ $status }) =>
        app.get($status),
      ),
    ).toEqual(Array(5).fill("NotStarted"));
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    expect(app.get(orgCall.$status)).toBe("InProgress");
    expect(app.get(induceCall.$status)).toBe("NotStarted");
    await app.reply(getOrg, A);
    expect(app.get(orgCall.$status)).toBe("Success");
    await app.fail(getAncestors);
    expect(app.get(ancestorsCall.$status)).toBe("Fail");
    expect(app.get(orgsCall.$status)).toBe("NotStarted");
  });

  it("[CALL-2] a reset returns the status of the group to NotStarted", async () => {
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.reply(getOrg, A);
    await app.act(orgCall.reset, {});
    expect(app.get(orgCall.$status)).toBe("NotStarted");
  });

  it("is asked for by client and oid, its ancestors with it", async () => {
    const id = await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: id });
    expect(app.waiting(getOrg)[0]?.input.params).toEqual({ clientId: CLIENT, oid: A.oid });
    expect(app.waiting(getAncestors)[0]?.input).toMatchObject({
      params: { clientId: CLIENT },
      query: { oid: A.oid },
    });
  });

  it("is replaced by what the calls answer, unknown once its policy became another, and once another org's screen opens", async () => {
    await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    expect(app.get($org)).toBeNull();
    await app.reply(getOrg, A);
    expect(app.get($org)).toEqual(A);

    await app.act(induceCall.start, {
      params: { clientId: CLIENT, oid: A.oid },
      body: [uuid(9)],
      cause: null,
    });
    const more = makeOrg(1, { inducementCount: 2 });
    await app.reply(induce, makeOrg(1, { inducementCount: 2 }));
    expect(app.get($currentOrg)).toMatchObject({ oid: A.oid, status: "NotStarted", org: null });
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.reply(getOrg, more);
    expect(app.get($org)).toEqual(more);

    await app.act(deleteInducementCall.start, {
      params: { clientId: CLIENT, oid: A.oid, inducementId: uuid(5001) },
      cause: null,
    });
    const less = makeOrg(1, { inducementCount: 1 });
    await app.reply(deleteInducement, less);
    expect(app.get($org)).toEqual(less);

    await openDetail(B.oid);
    expect(app.get($org)).toBeNull();
  });

  it("stays while a screen of the same org, or one without an org, opens", async () => {
    await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.reply(getOrg, A);
    await app.open("otherScreenOfOrg", `/orgs/${A.oid}/other`, { oid: A.oid });
    await app.open("dashboard", "/dashboard");
    expect(app.get($org)).toEqual(A);
  });

  it("ignores the late answer of the org that was open before", async () => {
    await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await openDetail(B.oid);
    await app.act(fetchOrg, { oid: B.oid, cause: null });
    await app.reply(getOrg, B, { index: 1 });
    await app.reply(getOrg, A);
    expect(app.get($org)).toEqual(B);
  });

  it("ignores a fetch that was sent before the policy changed", async () => {
    await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.act(deleteInducementCall.start, {
      params: { clientId: CLIENT, oid: A.oid, inducementId: uuid(5001) },
      cause: null,
    });
    const emptied = makeOrg(1);
    await app.reply(deleteInducement, emptied);
    await app.reply(getOrg, A);
    expect(app.get($org)).toEqual(emptied);
  });

  it("[ORG-40] [CALL-10] [CALL-11] a failed org fetch empties the result and keeps the error", async () => {
    await openDetail(A.oid);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.reply(getOrg, A);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.fail(getOrg, { status: 404, code: "ENOTFOUND", message: "There is no such org" });
    expect(app.get($org)).toBeNull();
    expect(app.get($currentOrg)).toMatchObject({
      status: "Fail",
      failure: { status: 404, code: "ENOTFOUND", message: "There is no such org" },
    });
    expect(app.get(orgCall.$status)).toBe("Fail");
  });

  it("[ORG-41] a failed ancestor fetch empties the ancestors", async () => {
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.reply(getAncestors, halList("orgs", [makeOrg(7)]));
    expect(app.get($ancestors)).toEqual([makeOrg(7)]);
    await app.act(fetchOrg, { oid: A.oid, cause: null });
    await app.fail(getAncestors);
    expect(app.get($ancestors)).toEqual([]);
  });
});

describe("the list of orgs", () => {
  it("[ORG-45] begins with no orgs and page info of zeros", () => {
    expect(app.get($orgList)).toMatchObject({ items: [], page: NO_PAGE });
    expect(NO_PAGE).toEqual({ size: 0, totalElements: 0, totalPages: 0, number: 0 });
  });

  it("[ORG-16] [ORG-17] [ORG-18] asks for 20 orgs, drops 'All Orgs', and searches the subtree for a contains filter", async () => {
    await app.act(fetchOrgs, {
      payload: {
        mode: "replace",
        query: { orgType: "departments", startsWith: "All Orgs", contains: "tell", page: 2 },
      },
      cause: null,
    });
    expect(app.waiting(listOrgs)[0]?.input).toMatchObject({ params: { clientId: CLIENT } });
    expect(app.waiting(listOrgs)[0]?.input.query).toEqual({
      orgType: "departments",
      contains: "tell",
      orgFilterType: "Subtree",
      page: 2,
      size: 20,
    });
  });

  it("[CALL-8] [CALL-9] reads items from _embedded.orgs and the paging from page", async () => {
    await app.act(fetchOrgs, { payload: { mode: "replace", query: {} }, cause: null });
    await app.reply(
      listOrgs,
      halList("orgs", [makeOrg(1)], { totalElements: 41, totalPages: 3, number: 2 }),
    );
    expect(app.get($orgList)).toMatchObject({
      status: "Success",
      items: [makeOrg(1)],
      page: { size: 20, totalElements: 41, totalPages: 3, number: 2 },
    });
  });

  it("[ORG-14] [ORG-15] replace mode replaces the list, append mode appends to it", async () => {
    const fetchPage = async (mode: "replace" | "append", n: number) => {
      await app.act(fetchOrgs, { payload: { mode, query: {} }, cause: null });
      await app.reply(listOrgs, halList("orgs", [makeOrg(n)]));
      return app.get($orgList).items.map(({ displayName }) => displayName);
    };
    expect(await fetchPage("replace", 1)).toEqual(["Org 1"]);
    expect(await fetchPage("append", 2)).toEqual(["Org 1", "Org 2"]);
    expect(await fetchPage("replace", 3)).toEqual(["Org 3"]);
  });

  it("[ORG-39] a failed org page fetch empties the result", async () => {
    await app.act(fetchOrgs, { payload: { mode: "replace", query: {} }, cause: null });
    await app.reply(listOrgs, halList("orgs", [makeOrg(1)]));
    await app.act(fetchOrgs, { payload: { mode: "append", query: { page: 1 } }, cause: null });
    await app.fail(listOrgs, { message: "Down for the night" });
    expect(app.get($orgList)).toMatchObject({
      status: "Fail",
      items: [],
      page: NO_PAGE,
      failure: { message: "Down for the night" },
    });
  });

  it("ignores answers to anything but its newest want", async () => {
    await app.act(fetchOrgs, {
      payload: { mode: "replace", query: { contains: "t" } },
      cause: null,
    });
    await app.act(fetchOrgs, {
      payload: { mode: "replace", query: { contains: "te" } },
      cause: null,
    });
    // Somebody else asks for orgs for a purpose of their own.
    await app.act(orgsCall.start, { params: { clientId: CLIENT }, query: {}, cause: null });
    await app.reply(listOrgs, halList("orgs", [makeOrg(3)]), { index: 2 });
    expect(app.get($orgList).status).toBe("InProgress");
    await app.reply(listOrgs, halList("orgs", [makeOrg(2)]), { index: 1 });
    await app.fail(listOrgs);
    expect(app.get($orgList)).toMatchObject({ status: "Success", items: [makeOrg(2)] });
  });
});
