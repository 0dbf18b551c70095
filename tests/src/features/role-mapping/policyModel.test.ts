import { beforeEach, describe, expect, it } from "vitest";
import { countInducements, deleteInducement, induce, listInducements } from "#events/calls/orgs.ts";
import { deleteInducementCall, induceCall } from "#src/data/orgs/index.ts";
import {
  $policyLayout,
  $policyList,
  $policySearch,
  $policyState,
  filterPolicy,
  retryPolicyList,
  showPolicyRows,
} from "#src/features/role-mapping/policyModel.ts";
import { policyRow } from "#src/features/role-mapping/policyRules.ts";
import {
  halList,
  makeInducement,
  makeOrg,
  makePolicyCounts,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const POLICY_PAGE_MAX = 100;

const ORG = makeOrg(1);
const COUNTS = makePolicyCounts({ "Core Banking": 2, "HR Portal": 150, "": 1 });

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await openDetail();
});

const openDetail = (oid = ORG.oid) =>
  app.open("roleMappingDetail", `/rbac/role-mapping/${oid}`, { oid });
const waiting = () => app.waiting(listInducements).map(({ input }) => input.query);
const replyPage = (first: number, count: number) => {
  const items = Array.from({ length: count }, (_, at) => makeInducement(first + at));
  return app.reply(listInducements, halList("inducements", items));
};
const textOf = (row: number) => {
  const layout = app.get($policyLayout);
  const found = layout && policyRow(app.get($policyList), layout, row);
  if (!found) return null;
  return found.kind === "resource" ? found.part.resourceName : (found.inducement?.name ?? "…");
};
const remove = async () => {
  const params = { clientId: uuid(1), oid: ORG.oid, inducementId: uuid(5001) };
  await app.act(deleteInducementCall.start, { params, cause: null });
  await app.reply(deleteInducement, ORG);
};

describe("the policy of the open org", () => {
  it("is counted when it opens, and pages load one at a time as their rows come into view", async () => {
    expect(waiting()).toEqual([]);
    await app.reply(countInducements, COUNTS);
    expect(waiting()).toEqual([]);
    await app.act(showPolicyRows, { first: 0, end: 20 });
    expect(waiting()).toEqual([
      { resourceIds: `${uuid(4001)},${uuid(4002)}`, offset: 0, size: POLICY_PAGE_MAX },
    ]);
    await app.act(showPolicyRows, { first: 90, end: 156 });
    expect(waiting()).toHaveLength(1);
    await replyPage(1, 100);
    expect([0, 1, 2, 3, 4, 101, 102].map(textOf)).toEqual([
      "Core Banking",
      "Entitlement 1",
      "Entitlement 2",
      "HR Portal",
      "Entitlement 3",
      "Entitlement 100",
      "…",
    ]);
    expect(waiting()).toEqual([{ resourceIds: uuid(4002), offset: 98, size: POLICY_PAGE_MAX }]);
    await replyPage(101, 52);
    expect(waiting()).toEqual([{ only: "lost", offset: 0, size: POLICY_PAGE_MAX }]);
    await replyPage(900, 1);
    expect([153, 154, 155, 156].map(textOf)).toEqual([
      "Entitlement 152",
      "",
      "Entitlement 900",
      null,
    ]);
    expect(waiting()).toEqual([]);
  });

  it("is searched after a pause in typing, and the previous rows stay until then", async () => {
    await app.reply(countInducements, COUNTS);
    await app.act(showPolicyRows, { first: 0, end: 3 });
    await replyPage(1, 100);
    await app.act(filterPolicy, { text: "w" });
    await app.act(filterPolicy, { text: "wire" });
    await app.elapse("search:");
    expect(app.waiting(countInducements)).toEqual([]);
    await app.elapse("search:");
    expect(app.get($policySearch)).toMatchObject({ text: "wire", contains: "wire" });
    expect(app.waiting(countInducements)[0]?.input.query).toEqual({ contains: "wire" });
    expect([app.get($policyState), textOf(1)]).toEqual(["loading", "Entitlement 1"]);
    await app.reply(countInducements, { ...makePolicyCounts({ "HR Portal": 1 }), total: 153 });
    expect([app.get($policyState), textOf(1)]).toEqual(["ready", "…"]);
    expect(waiting()).toEqual([
      { resourceIds: uuid(4001), offset: 0, contains: "wire", size: POLICY_PAGE_MAX },
    ]);
    expect(app.get($policyList).counts).toMatchObject({ shown: 1, total: 153 });
  });

  it("[CALL-8] is that of the newest answer, and empty when another org opens", async () => {
    await app.reply(countInducements, COUNTS);
    await app.act(showPolicyRows, { first: 0, end: 3 });
    await remove();
    await replyPage(1, 100);
    expect(textOf(1)).toBe("…");
    await openDetail(uuid(1002));
    expect(app.get($policyList)).toMatchObject({ counts: null, pages: {} });
    await app.reply(countInducements, COUNTS);
    expect(app.get($policyList).counts).toBeNull();
    await app.reply(countInducements, makePolicyCounts({ "HR Portal": 7 }));
    expect(app.get($policyList).counts?.total).toBe(7);
  });

  it("[ORG-36] is fetched again after a removal, and the visible rows stay until it arrives", async () => {
    await app.reply(countInducements, COUNTS);
    await app.act(showPolicyRows, { first: 0, end: 3 });
    await replyPage(1, 100);
    await remove();
    await app.reply(countInducements, makePolicyCounts({ "Core Banking": 1, "HR Portal": 150 }));
    expect(textOf(1)).toBe("Entitlement 1");
    await replyPage(2, 100);
    expect(textOf(1)).toBe("Entitlement 2");
  });

  it("is fetched again after an apply that ends while it is open", async () => {
    await app.reply(countInducements, makePolicyCounts({}));
    await app.act(induceCall.start, {
      params: { clientId: uuid(1), oid: ORG.oid },
      query: {},
      body: [uuid(9)],
      cause: null,
    });
    await app.reply(induce, ORG);
    expect(app.waiting(countInducements)).toHaveLength(1);
  });

  it.each([true, false])(
    "shows an error and can be requested again (counts: %s)",
    async (counts) => {
      if (counts) await app.fail(countInducements, { message: "Down" });
      else {
        await app.reply(countInducements, COUNTS);
        await app.act(showPolicyRows, { first: 0, end: 3 });
        await app.fail(listInducements, { message: "Down" });
      }
      expect(app.get($policyState)).toBe("failed");
      expect(waiting()).toEqual([]);
      await app.act(retryPolicyList, {});
      await app.reply(countInducements, COUNTS);
      expect(app.get($policyState)).toBe("ready");
    },
  );
});
