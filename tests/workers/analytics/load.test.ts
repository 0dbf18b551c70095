import { describe, expect, it } from "vitest";
import { message } from "#events/messages/message.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { ChunkDigest } from "#workers/analytics/digest.ts";
import { CoreDriver } from "../support/coreDriver.ts";
import { bytesOf, encode, reportOf, SMALL_REPORT } from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";

describe("load", () => {
  it("[RPT-2] keeps the previous report usable with its selection, whatever bytes follow", async () => {
    const driver = await CoreDriver.withReport(SMALL_REPORT);
    driver.ask({ hints: true }, { kind: "entitlement", row: 1, ticked: false });
    const view = driver.view;
    const rows = driver.table();
    const bytes = bytesOf(SMALL_REPORT);
    for (const wrong of [bytes.subarray(0, 100), encode("{}"), encode('{"a":'.repeat(1e5))]) {
      const reply = await loadReport(driver.core, wrong);
      expect(reply).toMatchObject({ ok: false, code: "EBADREPORT" });
    }
    const window = driver.core.window(view?.generation ?? -1, { start: 0, end: 10 });
    expect(window?.rows).toStrictEqual(rows);
    const again = driver.ask();
    expect({ ...again, generation: 0 }).toStrictEqual({ ...view, generation: 0 });
  });

  it("[RPT-2] summarises the report: totals, resources with their entitlements, digest and size of the bytes", async () => {
    const bytes = bytesOf(SMALL_REPORT);
    const digest = Buffer.from(await crypto.subtle.digest("SHA-256", bytes as BufferSource));
    const core = createAnalyticsCore();
    expect(core.summary()).toBeNull();
    const reply = await loadReport(core, bytes);
    expect(reply).toStrictEqual({
      ok: true,
      summary: {
        orgOid: SMALL_REPORT.orgOid,
        reportDate: SMALL_REPORT.reportDate,
        totalUsers: 100,
        totalShadows: 100,
        entitlements: 3,
        resources: [
          { name: "Core Banking", entitlements: 2 },
          { name: "Empty", entitlements: 0 },
          { name: "Portal", entitlements: 1 },
        ],
      },
      digest: digest.toString("hex"),
      size: bytes.length,
    });
    expect(core.summary()).toStrictEqual(reply.ok && reply.summary);
  });

  it("[RPT-2] accepts a report in chunks, reports its progress, and equals loading it whole", async () => {
    const bytes = bytesOf(SMALL_REPORT);
    const core = createAnalyticsCore();
    const load = core.beginLoad();
    const half = bytes.length - 60;
    expect(core.loadChunks(load, [bytes.slice(0, half)])).toStrictEqual({
      ok: true,
      bytes: half,
      rows: 2,
    });
    expect(core.summary()).toBeNull();
    expect(core.loadChunks(load, [bytes.slice(half)])).toMatchObject({ ok: true, rows: 3 });
    const reply = await core.endLoad(load);
    expect(reply).toStrictEqual(await loadReport(createAnalyticsCore(), bytes));
    expect(core.loadChunks(load, [bytes])).toMatchObject({ ok: false, code: "ELOADOVER" });
  });

  it("[RPT-2] keeps the previous report if a load is cancelled, superseded, truncated or invalid", async () => {
    const driver = await CoreDriver.withReport(SMALL_REPORT);
    const { core } = driver;
    const { generation } = driver.ask();
    const bytes = bytesOf(SMALL_REPORT);

    const cancelled = core.beginLoad();
    core.loadChunks(cancelled, [bytes]);
    core.cancelLoad(cancelled);
    expect(await core.endLoad(cancelled)).toMatchObject({ code: "ELOADOVER" });

    const late = core.beginLoad();
    core.loadChunks(late, [bytes]);
    const ending = core.endLoad(late);
    const next = core.beginLoad();
    expect(await ending).toMatchObject({ code: "ELOADOVER" });

    core.loadChunks(next, [bytes.subarray(0, 100)]);
    expect(await core.endLoad(next)).toMatchObject({
      code: "EBADREPORT",
      reason: message("reports.bad", { problem: message("data.endsEarly"), at: 100, size: 100 }),
    });

    const wrong = core.beginLoad();
    expect(core.loadChunks(wrong, [encode("[1]")])).toMatchObject({ code: "EBADREPORT" });
    expect(await core.endLoad(wrong)).toMatchObject({ code: "ELOADOVER" });
    expect(core.window(generation, { start: 0, end: 10 })?.rows).toHaveLength(5);
  });

  it("[RPT-2] hands over the bytes of the current report once, if they were to be kept", async () => {
    const core = createAnalyticsCore();
    const load = async (bytes: Uint8Array, keeps: boolean) => {
      const id = core.beginLoad(keeps);
      core.loadChunks(id, [bytes.slice(0, 50), bytes.slice(50)]);
      const reply = await core.endLoad(id);
      if (!reply.ok) throw new Error(reply.reason.code);
      return reply.digest;
    };
    const bytes = bytesOf(SMALL_REPORT);
    const digest = await load(bytes, true);
    expect(core.takeBytes("another")).toBeNull();
    const taken = await core.takeBytes(digest)?.arrayBuffer();
    expect(new Uint8Array(taken ?? new ArrayBuffer(0))).toStrictEqual(bytes);
    expect(core.takeBytes(digest)).toBeNull();
    await load(bytes, true);
    await load(bytesOf(reportOf({ Other: [["Viewer", 50]] })), false);
    expect(core.takeBytes(digest)).toBeNull();
  });

  it("[RPT-2] cancels only the load that is named", async () => {
    const core = createAnalyticsCore();
    const former = core.beginLoad();
    const current = core.beginLoad();
    core.cancelLoad(former);
    core.loadChunks(current, [bytesOf(SMALL_REPORT)]);
    expect(await core.endLoad(current)).toMatchObject({ ok: true });
  });

  it("[RPT-2] keeps answering about the previous report while the next one is prepared", async () => {
    const driver = await CoreDriver.withReport(SMALL_REPORT);
    const load = driver.core.beginLoad();
    const next = reportOf({ Other: [["Viewer", 50]] });
    driver.core.loadChunks(load, [bytesOf(next)]);
    let isOver = false;
    const ending = driver.core.endLoad(load).then(() => (isOver = true));
    const asked: number[] = [];
    while (!isOver) {
      asked.push(driver.ask().entitlements);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ending;
    expect(new Set(asked)).toStrictEqual(new Set([3]));
    expect(driver.ask().entitlements).toBe(1);
  });

  it("[RPT-2] gives bytes one digest however they are chunked, and that of digests if they are long", async () => {
    const bytes = new Uint8Array((1 << 23) + 7).fill(3);
    const digests = [1 << 22, 1 << 23, bytes.length].map((size) => {
      const digest = new ChunkDigest();
      for (let at = 0; at < bytes.length; at += size) digest.push(bytes.subarray(at, at + size));
      return digest.finish();
    });
    const sha = async (part: Uint8Array) =>
      Buffer.from(await crypto.subtle.digest("SHA-256", part as BufferSource));
    const parts = [await sha(bytes.subarray(0, 1 << 23)), await sha(bytes.subarray(1 << 23))];
    const expected = (await sha(Buffer.concat(parts))).toString("hex");
    expect(await Promise.all(digests)).toStrictEqual([expected, expected, expected]);
  });
});
