import { describe, expect, it } from "vitest";
import { loadCancelled } from "#events/actions/policyBuilder.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import { $tableResult } from "#src/features/policy-builder/table/tableQuery.ts";
import { $progress } from "#src/features/policy-builder/report/download.ts";
import { describeProgress } from "#src/features/policy-builder/report/progress.ts";
import {
  $polling,
  $report,
  cancelLoading,
  retryReport,
} from "#src/features/policy-builder/report/report.ts";
import { createBuilderApp, ORG_OID, OTHER_OID, REPORT, type BuilderApp } from "../support.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

const HALF = { bytes: 300_000_000, size: 600_000_000, rows: 4_812_331, arrived: false };

/** The builder while the answer to its first request arrives. */
async function loadingApp() {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.elapse("mining:");
  return { app, requestId: requestOf(app) };
}

function requestOf(app: BuilderApp): string {
  return app.waiting(requestMiningReport).at(-1)?.requestId ?? "";
}

const cancelled = { status: null, code: "ECANCELLED", message: "The request was cancelled." };

describe("the download of a report", () => {
  it("reports bytes and entitlements without recording them", async () => {
    const { app, requestId } = await loadingApp();
    const recorded = app.log.length;
    await app.transfer(requestId, HALF);
    expect(app.get($progress)).toMatchObject({
      percent: 50,
      text: "Loading the report: 300 MB of 600 MB, 4,812,331 entitlements",
    });
    await app.transfer(requestId, { ...HALF, bytes: 600_000_000, arrived: true });
    expect(app.get($progress).text).toBe("Sorting 4,812,331 entitlements…");
    expect(app.log.length).toBe(recorded);
  });

  it("reports no progress of a superseded request", async () => {
    const { app, requestId } = await loadingApp();
    await app.openBuilder({ oid: OTHER_OID });
    await app.elapse("mining:");
    await app.transfer(requestId, HALF);
    expect(app.get($progress)).toMatchObject({ percent: null });
  });

  it("is cancelled when its screen is left", async () => {
    const { app, requestId } = await loadingApp();
    await app.transfer(requestId, HALF);
    expect(app.aborted).toEqual([]);
    await app.open("dashboard", "/dashboard");
    expect(app.aborted).toEqual([requestId]);
    await app.fail(requestMiningReport, cancelled);
    await app.openBuilder({ oid: OTHER_OID });
    expect(app.get($progress).text).toBe("Requesting report…");
    await app.deliver({ ...REPORT, orgOid: OTHER_OID });
    expect(app.get($tableResult)?.summary.orgOid).toBe(OTHER_OID);
    expect(app.aborted).toEqual([requestId]);
  });
});

describe("cancelling", () => {
  it("aborts the request immediately, is recorded, and can load again", async () => {
    const { app, requestId } = await loadingApp();
    await app.transfer(requestId, HALF);
    await app.act(cancelLoading, {});
    expect(app.envelopes(loadCancelled)).toHaveLength(1);
    expect(app.aborted).toEqual([requestId]);
    expect(app.get($progress)).toMatchObject({ cancelled: true, text: "Loading was cancelled" });
    await app.fail(requestMiningReport, cancelled);
    expect(app.get($polling)).toMatchObject({ failure: null, cancelled: true });
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);

    await app.act(retryReport, {});
    expect(app.get($progress)).toMatchObject({ cancelled: false, text: "Requesting report…" });
    await app.deliver();
    expect(app.get($tableResult)?.view.entitlements).toBe(5);
  });

  it("[RPT-8] stops the polling while the report is mined", async () => {
    const { app } = await loadingApp();
    await app.reply(requestMiningReport, { state: "pending" }, { status: 202 });
    await app.act(cancelLoading, {});
    await app.elapse("mining:");
    expect(app.waiting(requestMiningReport)).toEqual([]);
    expect(app.get($progress).cancelled).toBe(true);
    expect(app.aborted).toEqual([]);
  });

  it("stops requesting if the answer arrives in spite of it", async () => {
    const { app } = await loadingApp();
    await app.act(cancelLoading, {});
    await app.reply(requestMiningReport, { state: "pending" }, { status: 202 });
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);
    expect(app.get($progress).cancelled).toBe(true);
  });

  it("drops a report that was cancelled too late, and does not trust the worker's copy", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.openBuilder({ oid: OTHER_OID });
    await app.elapse("mining:");
    await app.act(cancelLoading, {});
    await app.replyReport({ ...REPORT, orgOid: OTHER_OID });
    expect(app.get($tableResult)).toBeNull();
    expect(app.get($progress).cancelled).toBe(true);
    await app.openBuilder({ oid: ORG_OID });
    expect(app.get($report)).toBeNull();
    await app.deliver();
    expect(app.get($tableResult)?.summary.orgOid).toBe(ORG_OID);
  });

  it("keeps the previous report", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.deliver();
    await app.openBuilder({ oid: OTHER_OID });
    await app.elapse("mining:");
    await app.transfer(requestOf(app), HALF);
    await app.act(cancelLoading, {});
    await app.fail(requestMiningReport, cancelled);
    await app.openBuilder({ oid: ORG_OID });
    expect(app.get($tableResult)?.summary.orgOid).toBe(ORG_OID);
    expect(app.delays.filter(({ tag }) => tag.startsWith("mining:"))).toEqual([]);
  });
});

describe("the progress text", () => {
  const running = { cancelled: false, attempts: 1, loaded: false };

  it.each([
    [0, "Requesting report…"],
    [1, "The report is being mined. Checked 1 time; checking again automatically."],
    [2, "The report is being mined. Checked 2 times; checking again automatically."],
  ])("after %i requests", (attempts, text) => {
    expect(
      describeProgress({ ...running, attempts, transfer: null }, builderMessages.english),
    ).toEqual({
      cancelled: false,
      text,
      announcement: text,
      percent: null,
    });
  });

  it("is announced only a few times", () => {
    const announced = new Set<string>();
    for (let bytes = 0; bytes <= 1000; bytes++) {
      const transfer = { bytes, size: 1000, rows: bytes, arrived: false };
      announced.add(
        describeProgress({ ...running, transfer }, builderMessages.english).announcement,
      );
    }
    expect([...announced]).toEqual([
      "Loading the report…",
      "Loading the report: 25%",
      "Loading the report: 50%",
      "Loading the report: 75%",
      "Loading the report: 100%",
    ]);
  });

  it("has no percentage for an unknown size, and never more than 100", () => {
    const unknown = { ...HALF, size: null };
    expect(
      describeProgress({ ...running, transfer: unknown }, builderMessages.english),
    ).toMatchObject({
      percent: null,
      text: "Loading the report: 300 MB, 4,812,331 entitlements",
    });
    const more = { ...HALF, size: 1000 };
    expect(describeProgress({ ...running, transfer: more }, builderMessages.english).percent).toBe(
      100,
    );
  });
});
