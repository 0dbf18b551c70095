import { describe, expect, it } from "vitest";
import { applyRefused } from "#events/actions/policyBuilder.ts";
import { navigated, notificationShown } from "#events/actions/app.ts";
import { getOrg, induce } from "#events/calls/orgs.ts";
import type { BuilderAnswer } from "#workers/analytics/contract.ts";
import { $applySummary } from "#src/features/policy-builder/apply/summary.ts";
import { $applyFailure } from "#src/features/policy-builder/apply/failure.ts";
import { $tableResult } from "#src/features/policy-builder/table/tableQuery.ts";
import {
  $builder,
  changeFilterText,
  changeResourceFilter,
  moveThreshold,
  tickAllShown,
  tickEntitlement,
} from "#src/features/policy-builder/model.ts";
import { $found, typeAhead } from "#src/features/policy-builder/table/typeAhead.ts";
import { PreparedList } from "#src/kernel/serializedBody.ts";
import { $org, induceCall } from "#src/data/orgs/index.ts";
import {
  apply,
  CLIENT_ID,
  confirm,
  createBuilderApp,
  orgDetail,
  readyBuilder,
  ORG_OID,
  OTHER_OID,
  REPORT,
  RESOURCE_ID,
  roleOid,
  type BuilderApp,
} from "../support.ts";
import { notificationsOf } from "../../../support/told.ts";
import { english } from "../../../../support/english.ts";

const APPLIED_MAX = 1_500_000;

function messages(app: BuilderApp): string[] {
  return app.envelopes(notificationShown).map(({ payload }) => english(payload.message));
}

describe("applying", () => {
  it("[APB-40] [APB-41] [APB-42] [APB-43] [APB-44] [APB-50] sends the selected roles at or above the slider in chosen resources", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await apply(app);
    expect(app.waiting(induce)).toMatchObject([
      {
        input: {
          params: { clientId: CLIENT_ID, oid: ORG_OID },
          body: [roleOid(2), roleOid(4), roleOid(5)],
        },
      },
    ]);
    await app.fail(induce);
    await app.act(changeResourceFilter, { resources: { all: false, except: [1] } });
    await apply(app);
    expect(app.waiting(induce)[0]?.input.body).toEqual([roleOid(4), roleOid(5)]);
  });

  it("removes cleared entitlements of the policy in the same request", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg([roleOid(1), roleOid(4)]);
    await app.deliver();
    expect(app.get($applySummary)).toMatch(
      /, all already in the policy\. Applying changes nothing\.$|: \d+ to add, \d+ already/,
    );
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await app.act(moveThreshold, { percent: 80 });
    expect(app.get($tableResult)?.view).toMatchObject({ newRoles: 2, removedRoles: 1 });
    expect(app.get($applySummary)).toMatch(/ selected: 2 to add, 1 to remove$/);
    await apply(app);
    expect(app.waiting(induce)[0]?.input.body).toEqual({
      add: [roleOid(2), roleOid(4), roleOid(5)],
      remove: [roleOid(1)],
    });
    expect(app.envelopes(induce.requested)[0]?.payload).toMatchObject({
      body: { remove: [roleOid(1)] },
    });
  });

  it("[APB-40] sends a list too long for the log as the worker made it, and logs its length", async () => {
    const count = 1200;
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver({
      ...REPORT,
      resourceInsights: [
        {
          resourceName: "Alpha",
          entitlementInsights: Array.from({ length: count }, (_, at) => ({
            entitlementName: `Right ${at}`,
            percentOfUsers: 100,
            roleOid: roleOid(at),
          })),
        },
      ],
    });
    await app.act(tickEntitlement, { row: 3, ticked: false });
    await apply(app);
    const body = app.waiting(induce)[0]?.input.body;
    if (!(body instanceof PreparedList)) throw new Error("The list was made here");
    const oids: unknown = JSON.parse(await body.json.text());
    const rows = Array.from({ length: count }, (_, at) => at).filter((at) => at !== 3);
    expect(oids).toEqual(rows.map((at) => roleOid(at)));
    expect(app.envelopes(induce.requested)[0]?.payload).toEqual({
      params: { clientId: CLIENT_ID, oid: ORG_OID },
      query: { threshold: 100 },
      body: { omitted: count - 1 },
    });
  });

  it("[APB-50] refuses more entitlements than a request has room for without listing them, and says what to do", async () => {
    const asked: string[] = [];
    const app = await createBuilderApp({
      alter: ([method], answer) => {
        asked.push(method);
        if (method !== "answer") return answer;
        const { view, ...seen } = answer as BuilderAnswer;
        return { ...seen, view: { ...view, newRoles: APPLIED_MAX, alreadyInPolicy: 1 } };
      },
    });
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver();
    await apply(app);
    expect(app.waiting(induce)).toEqual([]);
    expect(asked).not.toContain("applyBody");
    expect(notificationsOf(app).at(-1)?.message).toBe(
      "1,500,001 entitlements are selected, and at most 1,500,000 can be applied at once. Apply some of the resources first and then the others: the policy keeps the first ones",
    );
  });

  it("sends no new query if the table is current, and type-ahead works after a refusal", async () => {
    const asked: string[] = [];
    const app = await createBuilderApp({
      alter: ([method], answer) => {
        asked.push(method);
        return answer;
      },
    });
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver();
    const shown = app.get($tableResult);
    asked.length = 0;
    await apply(app);
    await app.fail(induce);
    await app.act(typeAhead, "s");
    expect(app.get($found)).toEqual({ position: 3 });
    expect(asked).toEqual(["applyList", "findRow"]);
    expect(app.get($tableResult)).toBe(shown);
  });

  it("queries again if another table query intervened, and gives up after some tries", async () => {
    let stale = 2;
    const app = await createBuilderApp({
      isStale: ([method]) => method === "applyList" && stale-- > 0,
    });
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver();
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await apply(app);
    expect(app.waiting(induce)[0]?.input.body).toEqual([roleOid(4)]);
    await app.fail(induce);

    stale = Number.POSITIVE_INFINITY;
    await apply(app);
    expect(app.waiting(induce)).toEqual([]);
    expect(notificationsOf(app).at(-1)?.message).toBe(
      "Nothing was applied: The selection changed while it was read. Try again.",
    );
  });

  it("[APB-26] [APB-27] [APB-28] reports success, resets the induce state and opens the detail", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await apply(app);
    expect(app.get(induceCall.$status)).toBe("InProgress");
    await app.reply(induce, orgDetail(ORG_OID));
    expect(messages(app)).toEqual(["Entitlement policies have been updated."]);
    expect(app.get(induceCall.$status)).toBe("NotStarted");
    expect(app.envelopes(navigated).at(-1)?.payload.path).toBe(`/rbac/role-mapping/${ORG_OID}`);
  });

  it("[APB-26] replaces the org by the answer, wherever it is shown by then", async () => {
    const app = await readyBuilder();
    await apply(app);
    await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG_OID}`, { oid: ORG_OID });
    const asked = app.sent.filter(({ call }) => call === getOrg).length;
    await app.reply(getOrg, orgDetail(ORG_OID));
    const applied = { ...orgDetail(ORG_OID), inducementCount: 7 };
    await app.reply(induce, applied);
    expect(app.envelopes(navigated)).toEqual([]);
    expect(app.get($org)).toEqual(applied);
    expect(app.sent.filter(({ call }) => call === getOrg)).toHaveLength(asked);

    await app.open("roleMappingDetail", `/rbac/role-mapping/${OTHER_OID}`, { oid: OTHER_OID });
    await app.act(induceCall.start, {
      params: { clientId: CLIENT_ID, oid: ORG_OID },
      query: {},
      body: [roleOid(1)],
      cause: null,
    });
    await app.reply(getOrg, orgDetail(OTHER_OID), { index: app.waiting(getOrg).length - 1 });
    const before = app.sent.filter(({ call }) => call === getOrg).length;
    await app.reply(induce, orgDetail(ORG_OID));
    expect(app.sent.filter(({ call }) => call === getOrg)).toHaveLength(before);
  });

  it("[APB-28] opens the detail of the resource in a resource's builder", async () => {
    const app = await readyBuilder({ resourceId: RESOURCE_ID });
    await apply(app);
    await app.reply(induce, orgDetail(ORG_OID));
    expect(app.envelopes(navigated).at(-1)?.payload.path).toBe(
      `/resources/${RESOURCE_ID}/role-mapping/${ORG_OID}`,
    );
  });

  it("[APB-29] [APB-51] reports a failure and keeps everything", async () => {
    const app = await readyBuilder();
    await app.act(moveThreshold, { percent: 80 });
    await apply(app);
    await app.fail(induce, { message: "The database is busy" });
    // The builder shows it as a banner that stays.
    expect(messages(app)).toEqual([]);
    expect(english(app.get($applyFailure))).toBe("The database is busy");
    expect(app.get(induceCall.$request)).toEqual({ status: "Fail", failure: null });
    expect(app.envelopes(navigated)).toEqual([]);
    expect(app.get($builder).threshold).toBe(80);
    await apply(app);
    expect(app.get($applyFailure)).toBeNull();
  });

  it("[APB-29] reports a failure with its reason on the screen that was opened since", async () => {
    const app = await readyBuilder();
    await apply(app);
    await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG_OID}`, { oid: ORG_OID });
    await app.fail(induce, { message: "The database is busy" });
    expect(messages(app)).toEqual(["Failed to update entitlement policies. The database is busy."]);
    await app.openBuilder();
    expect(app.get($applyFailure)).toBeNull();
  });

  it("reports that the policy already contains everything instead of an update", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg([roleOid(1), roleOid(4)]);
    await app.deliver();
    await apply(app);
    await app.reply(induce, orgDetail(ORG_OID));
    expect(messages(app)).toEqual([
      "All 2 selected entitlements are already in the policy. Nothing was changed.",
    ]);
    expect(app.envelopes(navigated).at(-1)?.payload.path).toBe(`/rbac/role-mapping/${ORG_OID}`);
  });

  it("reports an update if another user removed part of the policy meanwhile", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg([roleOid(1), roleOid(4)]);
    await app.deliver();
    await apply(app);
    const { inducementCount } = orgDetail(ORG_OID);
    await app.reply(induce, { ...orgDetail(ORG_OID), inducementCount: inducementCount + 1 });
    expect(messages(app)).toEqual(["Entitlement policies have been updated."]);
  });

  it("[APB-33] [APB-34] [APB-39] refuses with a filter text and flags the field until it changes", async () => {
    const app = await readyBuilder();
    await app.act(changeFilterText, { text: "drawer" });
    await apply(app);
    expect(app.get($builder).flagged).toBe(true);
    expect(messages(app)).toEqual([
      "Please clear the filter to see all items being applied before clicking the Apply button",
    ]);
    expect(app.waiting(induce)).toEqual([]);
    await app.act(changeFilterText, { text: "" });
    expect(app.get($builder).flagged).toBe(false);
  });

  it("hides the request to clear the filter once it is cleared, however often it was shown", async () => {
    const app = await readyBuilder();
    await app.act(changeFilterText, { text: "drawer" });
    await apply(app);
    await apply(app);
    await app.act(changeFilterText, { text: "draw" });
    expect(notificationsOf(app)).toHaveLength(1);
    await app.act(changeFilterText, { text: "" });
    expect(notificationsOf(app)).toEqual([]);
  });

  it("[APB-35] refuses if nothing is selected", async () => {
    const app = await readyBuilder();
    await app.act(tickAllShown, { ticked: false });
    await apply(app);
    expect(messages(app)).toEqual(["Please select at least one entitlement"]);
    expect(app.get($builder).flagged).toBe(false);
  });

  /** A builder whose list to apply arrives when `goOn` is called. */
  async function slowBuilder() {
    let goOn = () => {};
    const app = await createBuilderApp({
      alter: ([method], answer) =>
        method === "applyList"
          ? new Promise((resolve) => {
              goOn = () => resolve(answer);
            })
          : answer,
    });
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver();
    return {
      app,
      goOn: async () => {
        goOn();
        await app.settle();
        await confirm(app);
      },
    };
  }

  it("[APB-40] does not apply one org's list to the next, and reports that", async () => {
    const { app, goOn } = await slowBuilder();
    await apply(app);
    await app.openBuilder({ oid: OTHER_OID });
    await app.replyOrg([], OTHER_OID);
    await goOn();
    expect(app.waiting(induce)).toEqual([]);
    expect(messages(app)).toEqual(["Nothing was applied because you left the builder."]);
  });

  it("[APB-40] does not apply after the user left the builder for another screen", async () => {
    const { app, goOn } = await slowBuilder();
    await apply(app);
    await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG_OID}`, { oid: ORG_OID });
    await goOn();
    expect(app.waiting(induce)).toEqual([]);
    expect(messages(app)).toEqual(["Nothing was applied because you left the builder."]);
  });

  it("[APB-33] ignores a filter text typed after the request", async () => {
    const { app, goOn } = await slowBuilder();
    await apply(app);
    await app.act(changeFilterText, { text: "drawer" });
    await goOn();
    expect(app.waiting(induce)).toHaveLength(1);
  });

  it("[APB-36] refuses while the org is unknown", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await apply(app);
    expect(messages(app)).toEqual(["Org not found"]);
  });

  it("[APB-38] reports the filter text before an empty selection", async () => {
    const app = await readyBuilder();
    await app.act(tickAllShown, { ticked: false });
    await app.act(changeFilterText, { text: "x" });
    await apply(app);
    expect(app.envelopes(applyRefused).map(({ payload }) => payload.flagFilter)).toEqual([true]);
  });

  it("sends nothing on a second press while the first is in progress", async () => {
    const app = await readyBuilder();
    await apply(app);
    await apply(app);
    expect(app.sent.filter(({ call }) => call === induce)).toHaveLength(1);
  });
});
