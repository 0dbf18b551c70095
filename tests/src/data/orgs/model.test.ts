import { beforeEach, describe, expect, it } from "vitest";
import { orgRetried } from "#events/actions/roleMapping.ts";
import { deleteInducement, getAncestors, getOrg, induce } from "#events/calls/orgs.ts";
import {
  $ancestors,
  $currentOrg,
  $org,
  ancestorsCall,
  deleteInducementCall,
  induceCall,
  orgCall,
  orgsCall,
} from "#src/data/orgs/model.ts";
import { halList, makeOrg, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { said } from "../../../support/english.ts";

const CLIENT = uuid(1);
const A = makeOrg(1, { inducementCount: 1 });
const B = makeOrg(2);

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

/** Opens an org screen that belongs to no feature, so that no feature reacts. */
function openDetail(oid: string): Promise<string> {
  return app.open("screenOfOrg", `/orgs/${oid}`, { oid });
}
const startRemoval = () =>
  app.act(deleteInducementCall.start, {
    params: { clientId: CLIENT, oid: A.oid, inducementId: uuid(5001) },
    cause: null,
  });

describe("the current org", () => {
  it("[ORG-9] [CALL-1] each org call has its own request status", async () => {
    expect(
      [orgsCall, orgCall, ancestorsCall, induceCall, deleteInducementCall].map(({ $status }) =>
        app.get($status),
      ),
    ).toEqual(Array(5).fill("NotStarted"));
    await openDetail(A.oid);
    expect(app.get(orgCall.$status)).toBe("InProgress");
    expect(app.get(induceCall.$status)).toBe("NotStarted");
    await app.reply(getOrg, A);
    expect(app.get(orgCall.$status)).toBe("Success");
    await app.fail(getAncestors);
    expect(app.get(ancestorsCall.$status)).toBe("Fail");
    expect(app.get(orgsCall.$status)).toBe("NotStarted");
  });

  it("[CALL-2] a reset returns the status of the group to NotStarted", async () => {
    await openDetail(A.oid);
    await app.reply(getOrg, A);
    await app.act(orgCall.reset, {});
    expect(app.get(orgCall.$status)).toBe("NotStarted");
  });

  it("is fetched by client and oid, together with its ancestors", async () => {
    await openDetail(A.oid);
    expect(app.waiting(getOrg)[0]?.input.params).toEqual({ clientId: CLIENT, oid: A.oid });
    expect(app.waiting(getAncestors)[0]?.input).toMatchObject({
      params: { clientId: CLIENT },
      query: { oid: A.oid },
    });
  });

  it("is replaced by the calls' answers, and unknown once another org's screen opens", async () => {
    await openDetail(A.oid);
    expect(app.get($org)).toBeNull();
    await app.reply(getOrg, A);
    expect(app.get($org)).toEqual(A);

    await app.act(induceCall.start, {
      params: { clientId: CLIENT, oid: A.oid },
      query: {},
      body: [uuid(9)],
      cause: null,
    });
    const more = makeOrg(1, { inducementCount: 2 });
    await app.reply(induce, more);
    expect(app.get($org)).toEqual(more);

    await startRemoval();
    const less = makeOrg(1, { inducementCount: 1 });
    await app.reply(deleteInducement, less);
    expect(app.get($org)).toEqual(less);

    await openDetail(B.oid);
    expect(app.get($org)).toBeNull();
  });

  it("is not replaced by an answer about another org", async () => {
    await openDetail(B.oid);
    await app.reply(getOrg, B);
    await startRemoval();
    await app.reply(deleteInducement, A);
    expect(app.get($org)).toEqual(B);
    expect(app.waiting(getOrg)).toEqual([]);
  });

  it("survives another screen of the same org, and a screen without an org in between", async () => {
    await openDetail(A.oid);
    await app.reply(getOrg, A);
    await app.open("otherScreenOfOrg", `/orgs/${A.oid}/other`, { oid: A.oid });
    expect(app.get($org)).toEqual(A);
    await app.open("dashboard", "/dashboard");
    expect(app.get($org)).toBeNull();
    await openDetail(A.oid);
    expect(app.get($org)).toEqual(A);
  });

  it("ignores the late answer of the previous org", async () => {
    await openDetail(A.oid);
    await openDetail(B.oid);
    await app.reply(getOrg, B, { index: 1 });
    await app.reply(getOrg, A);
    expect(app.get($org)).toEqual(B);
  });

  it("ignores a fetch sent before the policy changed, and fetches again", async () => {
    await openDetail(A.oid);
    await startRemoval();
    const emptied = makeOrg(1);
    await app.reply(deleteInducement, emptied);
    await app.reply(getOrg, A);
    expect(app.get($org)).toBeNull();
    await app.reply(getOrg, emptied);
    expect(app.get($org)).toEqual(emptied);
  });

  it("[ORG-40] [CALL-10] [CALL-11] a failed org fetch empties the result and keeps the error", async () => {
    await openDetail(A.oid);
    await app.reply(getOrg, A);
    await app.record(orgRetried, {});
    await app.fail(getOrg, { status: 404, code: "ENOTFOUND", message: "There is no such org" });
    expect(app.get($org)).toBeNull();
    expect(app.get($currentOrg)).toMatchObject({
      status: "failed",
      failure: { status: 404, code: "ENOTFOUND", reason: said("There is no such org") },
    });
    expect(app.get(orgCall.$status)).toBe("Fail");
  });

  it("[ORG-41] a failed ancestor fetch empties the ancestors", async () => {
    await openDetail(A.oid);
    await app.reply(getAncestors, halList("orgs", [makeOrg(7)]));
    expect(app.get($ancestors)).toEqual([makeOrg(7)]);
    await app.record(orgRetried, {});
    await app.fail(getAncestors);
    expect(app.get($ancestors)).toEqual([]);
  });
});
