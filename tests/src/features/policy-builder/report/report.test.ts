import { message } from "#events/messages/message.ts";
import { describe, expect, it } from "vitest";
import { notificationShown } from "#events/actions/app.ts";
import { deleteMiningReport, requestMiningReport } from "#events/calls/mining.ts";
import { tickEntitlement } from "#src/features/policy-builder/model.ts";
import {
  $refreshHeld,
  openRefreshDialog,
  confirmRefresh,
  dropRefresh,
} from "#src/features/policy-builder/report/refresh.ts";
import { $tableResult } from "#src/features/policy-builder/table/tableQuery.ts";
import { $polling, $report, retryReport } from "#src/features/policy-builder/report/report.ts";
import { pollDelay } from "#src/features/policy-builder/report/rules.ts";
import { networkOf } from "../../../support/fakeServer.ts";
import {
  CLIENT_ID,
  createBuilderApp,
  ORG_OID,
  OTHER_OID,
  REPORT,
  RESOURCE_ID,
} from "../support.ts";
import { english, said } from "../../../../support/english.ts";

const pending = { state: "pending" };

describe("requesting the report", () => {
  it("[RPT-3] [RPT-5] sends a POST one second after the builder opened without a report", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    expect(app.waiting(requestMiningReport)).toEqual([]);
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toMatchObject([
      { milliseconds: 1000 },
    ]);
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)).toMatchObject([
      { input: { params: { clientId: CLIENT_ID, oid: ORG_OID }, body: { resourceId: null } } },
    ]);
    expect(requestMiningReport.method).toBe("POST");
  });

  it("[RPT-14] [APB-3] sends the resource of the route", async () => {
    const app = await createBuilderApp();
    await app.openBuilder({ resourceId: RESOURCE_ID });
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)[0]?.input.body).toEqual({ resourceId: RESOURCE_ID });
  });

  it("[RPT-6] polls while the answer is 202, doubling the delay", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    const delays: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      delays.push(app.delays.find(({ tag }) => tag.startsWith("mining:"))?.milliseconds ?? 0);
      await app.elapse("mining:");
      await app.reply(requestMiningReport, pending, { status: 202 });
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000]);
    expect(app.get($report)).toBeNull();
  });

  it.each([201, 202, 203, 204, 206])(
    "[RPT-11] polls while the server answers %i, and takes the report that follows",
    async (status) => {
      const body = status === 204 ? null : "{}";
      const answers = [
        () => new Response(body, { status }),
        () => new Response(body, { status }),
        () => new Response(JSON.stringify(REPORT)),
      ];
      const { run, sent } = networkOf(answers);
      const app = await createBuilderApp();
      app.answer(requestMiningReport, (input) => run(requestMiningReport, input));
      await app.openBuilder();
      const delays: number[] = [];
      const dueDelays = () => app.delays.filter(({ tag }) => tag.startsWith("mining:"));
      while (dueDelays().length > 0) {
        delays.push(...dueDelays().map(({ milliseconds }) => milliseconds));
        await app.elapse("mining:");
      }
      expect(delays).toEqual([1000, 2000, 4000]);
      expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "POST"]);
      expect(app.get($polling).failure).toBeNull();
      expect(app.get($report)?.scope).toEqual({ orgOid: ORG_OID, resourceId: null });
    },
  );

  it("[RPT-7] waits at most thirty seconds", () => {
    expect([4, 5, 6, 20, 2000].map(pollDelay)).toEqual([16_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it("[RPT-8] [RPT-10] stops once a 200 has stored the report", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.elapse("mining:");
    await app.reply(requestMiningReport, pending, { status: 202 });
    await app.deliver();
    expect(app.get($report)?.scope).toEqual({ orgOid: ORG_OID, resourceId: null });
    expect(app.get($tableResult)?.summary).toMatchObject({ orgOid: ORG_OID, totalUsers: 200 });
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);
  });

  it("[RPT-9] stops after a failed request and shows the reason", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.elapse("mining:");
    await app.fail(requestMiningReport, { code: "EMININGFAILED", message: "The disk is full" });
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);
    expect(english(app.get($polling).failure)).toBe("The disk is full");
    await app.act(retryReport, {});
    expect(app.get($polling).failure).toBeNull();
    await app.deliver();
    expect(app.get($tableResult)).not.toBeNull();
  });

  it("[RPT-4] requests again if the stored report belongs to another org or resource", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.openBuilder({ oid: OTHER_OID });
    expect(app.get($report)).toBeNull();
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)[0]?.input.params).toMatchObject({ oid: OTHER_OID });
    await app.replyReport({ ...REPORT, orgOid: OTHER_OID });
    await app.openBuilder({ oid: OTHER_OID, resourceId: RESOURCE_ID });
    expect(app.get($report)).toBeNull();
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)).toHaveLength(1);
  });

  it("requests nothing if the stored report matches", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.open("dashboard", "/dashboard");
    await app.openBuilder();
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);
    expect(app.get($tableResult)?.view.entitlements).toBe(5);
  });

  it("drops the report of a screen that was left, and requests its own", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.elapse("mining:");
    await app.openBuilder({ oid: OTHER_OID });
    await app.replyReport();
    expect(app.get($tableResult)).toBeNull();
    await app.deliver({ ...REPORT, orgOid: OTHER_OID });
    expect(app.get($tableResult)?.summary.orgOid).toBe(OTHER_OID);
  });

  it("stops polling when the user leaves the builder", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.open("dashboard", "/dashboard");
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)).toEqual([]);
  });
});

describe("refreshing the report", () => {
  it("[RPT-1] [RPT-12] [RPT-13] [RPT-15] [APB-14] deletes the report, says so and requests it again", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.act(openRefreshDialog, {});
    expect(app.waiting(deleteMiningReport)).toMatchObject([
      { input: { params: { clientId: CLIENT_ID, oid: ORG_OID } } },
    ]);
    expect(app.waiting(deleteMiningReport)[0]?.input.body).toBeUndefined();
    await app.reply(deleteMiningReport, { dropped: 1 });
    expect(app.envelopes(notificationShown).map(({ payload }) => english(payload.message))).toEqual(
      ["Report refreshed!"],
    );
    expect(app.get($report)).toBeNull();
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)).toHaveLength(1);
  });

  it("asks first if the selection would be lost", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await app.act(openRefreshDialog, {});
    expect(app.get($refreshHeld)).toBe(true);
    await app.act(dropRefresh, {});
    expect(app.get($refreshHeld)).toBe(false);
    expect(app.waiting(deleteMiningReport)).toEqual([]);

    await app.act(openRefreshDialog, {});
    await app.act(confirmRefresh, {});
    expect(app.get($refreshHeld)).toBe(false);
    expect(app.waiting(deleteMiningReport)).toHaveLength(1);
  });

  it("keeps the report and explains a failed deletion", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.act(openRefreshDialog, {});
    await app.fail(deleteMiningReport, { message: "Not now" });
    expect(app.get($report)).not.toBeNull();
    expect(app.envelopes(notificationShown)[0]?.payload).toMatchObject({
      type: "error",
      message: message("reports.notRefreshed", { reason: said("Not now") }),
    });
  });
});
