import { beforeEach, describe, expect, it } from "vitest";
import { memberList as memberEvents } from "#events/actions/roleMapping.ts";
import { getResource, listIdentities, listResources } from "#events/calls/directory.ts";
import { countInducements, deleteInducement, getAncestors, getOrg } from "#events/calls/orgs.ts";
import { $resources } from "#src/data/directory/index.ts";
import { $org } from "#src/data/orgs/index.ts";
import { retryOrg } from "#src/data/orgs/index.ts";
import { memberList, removal } from "#src/features/role-mapping/detailModel.ts";
import "#src/features/role-mapping/policyModel.ts";
import {
  $openableResources,
  toggleResourcePicker,
  typeResource,
} from "#src/features/role-mapping/resourcePickerModel.ts";
import {
  halList,
  makeIdentity,
  makeInducement,
  makeOrg,
  makePolicyCounts,
  makeResource,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { said } from "../../../support/english.ts";

const FIRST = makeInducement(1, { name: "Wire Room Release" });
const ORG = makeOrg(1, { inducementCount: 2 });
const RESOURCE = makeResource(1, { name: "HR Portal" });

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

const openDetail = () =>
  app.open("roleMappingDetail", `/rbac/role-mapping/${ORG.oid}`, { oid: ORG.oid });
const openForResource = () =>
  app.open("resourceRoleMappingDetail", `/resources/${RESOURCE.id}/role-mapping/${ORG.oid}`, {
    oid: ORG.oid,
    resourceId: RESOURCE.id,
  });
const messages = () => notificationsOf(app).map(({ type, message }) => [type, message]);

describe("opening an org", () => {
  it("[ROLE-2] requests the org, its ancestors and its first members", async () => {
    await openDetail();
    expect(app.waiting(getOrg)[0]?.input.params).toMatchObject({ oid: ORG.oid });
    expect(app.waiting(getAncestors)).toHaveLength(1);
    expect(app.waiting(listIdentities)[0]?.input.query).toMatchObject({
      orgOid: ORG.oid,
      page: 0,
      sort: "name,asc",
    });
    expect(app.waiting(getResource)).toEqual([]);
    await app.reply(getOrg, ORG);
    expect(app.waiting(countInducements)[0]?.input).toMatchObject({
      params: { oid: ORG.oid },
      query: {},
    });
  });

  it("[ROLE-3] requests the policy of one resource on a resource's screen", async () => {
    await openForResource();
    expect(app.waiting(countInducements)[0]?.input.query).toEqual({ resourceId: RESOURCE.id });
    await openDetail();
    expect(app.waiting(countInducements).at(-1)?.input.query).toEqual({});
  });

  it("[ORG-40] has no data of an org that could not be fetched, and fetches again on retry", async () => {
    await openDetail();
    await app.fail(getOrg);
    expect(app.get($org)).toBeNull();
    await app.act(retryOrg, {});
    await app.reply(getOrg, ORG);
    expect(app.get($org)).toEqual(ORG);
  });
});

describe("the members", () => {
  const queries = () => app.waiting(listIdentities).map(({ input }) => input.query);
  const answer = (numbers: readonly number[], page: object, index = 0) =>
    app.reply(
      listIdentities,
      halList(
        "identities",
        numbers.map((n) => makeIdentity(n)),
        page,
      ),
      { index },
    );
  const view = () => app.get(memberList.$view);

  it("[CALL-9] load in pages of 20 as their rows come into view", async () => {
    await openDetail();
    await answer([0, 1], { totalElements: 412 });
    await app.act(memberList.show, { first: 65, end: 75 });
    expect(queries()).toMatchObject([{ orgOid: ORG.oid, page: 3, size: 20 }]);
    await answer([60, 61], { totalElements: 412, number: 3 });
    expect([view().itemAt(0), view().itemAt(61)]).toEqual([makeIdentity(0), makeIdentity(61)]);
  });

  it("are searched after a pause in typing, from the first page", async () => {
    await openDetail();
    await answer([0], { totalElements: 412 });
    await app.act(memberList.show, { first: 65, end: 75 });
    await app.act(memberList.search, { text: "a" });
    await app.act(memberList.search, { text: "ada" });
    await app.elapse("search:");
    expect(queries()).toMatchObject([{ page: 3 }]);
    await app.elapse("search:");
    expect(queries().at(-1)).toMatchObject({ contains: "ada", page: 0, orgOid: ORG.oid });
  });

  it("[WID-5] [WID-16] are sorted by the server, from the first page", async () => {
    await openDetail();
    await answer([0], { totalElements: 412 });
    await app.act(memberList.show, { first: 65, end: 75 });
    await app.act(memberList.change, { change: { sort: "department,desc" } });
    expect(queries().at(-1)).toMatchObject({ sort: "department,desc", page: 0 });
  });

  it("[CALL-8] are those of the newest answer, and empty when another org opens", async () => {
    await openDetail();
    await app.act(memberList.change, { change: { sort: "username,asc" } });
    await answer([2], {}, 1);
    await answer([1], {});
    expect(view().itemAt(0)).toEqual(makeIdentity(2));
    await app.open("roleMappingDetail", `/rbac/role-mapping/${uuid(1002)}`, { oid: uuid(1002) });
    expect(view()).toMatchObject({ total: null, query: { sort: "name,asc" } });
    expect(view().itemAt(0)).toBeNull();
  });

  it("mark typed text as personal in the log", () => {
    expect(memberEvents.searchTyped.schema).toMatchObject({
      properties: { text: { "x-sensitivity": "typed" } },
    });
  });
});

describe("removing an entitlement", () => {
  const ask = () =>
    app.act(removal.open, {
      subject: { inducementId: FIRST.id, name: FIRST.name, resourceName: FIRST.resourceName },
    });
  const dialog = () => app.get(removal.$view);

  beforeEach(async () => {
    await openDetail();
    await app.reply(getOrg, ORG);
    await app.reply(countInducements, makePolicyCounts({ "Core Banking": 1, "HR Portal": 1 }));
    await ask();
  });

  it("[ORG-36] asks first, then deletes the inducement, reports it, and shows the new policy", async () => {
    expect(app.waiting(deleteInducement)).toEqual([]);
    await app.act(removal.confirm, {});
    expect(app.waiting(deleteInducement)[0]?.input.params).toEqual({
      clientId: uuid(1),
      oid: ORG.oid,
      inducementId: FIRST.id,
    });
    await app.reply(deleteInducement, makeOrg(1, { inducementCount: 1 }));
    expect(app.get($org)?.inducementCount).toBe(1);
    expect(app.waiting(countInducements)).toHaveLength(1);
    expect(dialog().isOpen).toBe(false);
    expect(messages()).toEqual([["success", "Wire Room Release was removed from the policy."]]);
  });

  it("sends one request for a double click", async () => {
    await app.act(removal.confirm, {});
    await app.act(removal.confirm, {});
    expect(app.waiting(deleteInducement)).toHaveLength(1);
  });

  it("sends nothing after cancelling", async () => {
    await app.act(removal.cancel, {});
    await app.act(removal.confirm, {});
    expect(app.waiting(deleteInducement)).toEqual([]);
  });

  it("[CALL-10] reports a failure, keeps the policy, and can be retried", async () => {
    await app.act(removal.confirm, {});
    await app.fail(deleteInducement, { message: "The database is full" });
    expect(dialog()).toMatchObject({
      isOpen: true,
      failure: { reason: said("The database is full") },
    });
    expect(app.waiting(countInducements)).toEqual([]);
    await app.act(removal.confirm, {});
    expect(app.waiting(deleteInducement)).toHaveLength(1);
  });

  describe("while another dialog is open", () => {
    const second = makeInducement(2, { name: "Vault Access" });
    const { id: inducementId, name, resourceName } = second;
    beforeEach(async () => {
      await app.act(removal.confirm, {});
      await app.act(removal.cancel, {});
      await app.act(removal.open, { subject: { inducementId, name, resourceName } });
    });

    it("the answer names its entitlement, and the dialog stays", async () => {
      await app.reply(deleteInducement, makeOrg(1, { inducementCount: 1 }));
      expect(messages()).toEqual([["success", "Wire Room Release was removed from the policy."]]);
      expect(dialog()).toMatchObject({ isOpen: true, subject: { name } });
      await app.act(removal.confirm, {});
      await app.reply(deleteInducement, makeOrg(1, { inducementCount: 0 }));
      expect(messages().at(-1)).toEqual(["success", "Vault Access was removed from the policy."]);
      expect(dialog().isOpen).toBe(false);
    });

    it("a failure names its entitlement outside of that dialog", async () => {
      await app.fail(deleteInducement, { message: "The database is full" });
      expect(dialog()).toMatchObject({ isOpen: true, subject: { name }, failure: null });
      expect(messages()).toEqual([
        ["error", "Wire Room Release was not removed: The database is full."],
      ]);
    });

    it("an entitlement that is already gone is named, too", async () => {
      await app.fail(deleteInducement, { status: 404, code: "ENOTFOUND" });
      expect(dialog().isOpen).toBe(true);
      expect(messages()).toEqual([["info", "Wire Room Release was no longer in the policy."]]);
    });
  });

  it("reports that another user removed it first, and fetches the current policy", async () => {
    await app.act(removal.confirm, {});
    await app.fail(deleteInducement, { status: 404, code: "ENOTFOUND" });
    expect(dialog().isOpen).toBe(false);
    expect(messages()).toEqual([["info", "Wire Room Release was no longer in the policy."]]);
    expect(app.waiting(getOrg)).toHaveLength(1);
    expect(app.waiting(countInducements)).toHaveLength(1);
  });
});

describe("choosing a resource to build for", () => {
  it("[ROLE-3] fetches the resources page by page when it opens, only once", async () => {
    await openDetail();
    expect(app.waiting(listResources)).toEqual([]);
    await app.act(toggleResourcePicker, { open: true });
    await app.reply(
      listResources,
      halList("resources", [makeResource(2)], { totalPages: 2, totalElements: 21 }),
    );
    expect(app.waiting(listResources)[0]?.input.query).toMatchObject({ page: 1 });
    await app.reply(
      listResources,
      halList("resources", [makeResource(1)], { totalPages: 2, totalElements: 21, number: 1 }),
    );
    expect(app.get($resources).value).toHaveLength(2);
    expect(app.get($openableResources).map(({ name }) => name)).toEqual([
      "Resource 1",
      "Resource 2",
    ]);
    await app.act(typeResource, { text: "RESOURCE2" });
    expect(app.get($openableResources)).toHaveLength(1);
    await app.act(toggleResourcePicker, { open: false });
    await app.act(toggleResourcePicker, { open: true });
    expect(app.waiting(listResources)).toEqual([]);
  });

  it("retries after a failure", async () => {
    await openDetail();
    await app.act(toggleResourcePicker, { open: true });
    await app.fail(listResources);
    await app.act(toggleResourcePicker, { open: false });
    await app.act(toggleResourcePicker, { open: true });
    expect(app.waiting(listResources)).toHaveLength(1);
  });
});
