import { expose, releaseProxy, wrap } from "comlink";
import { afterEach, describe, expect, it } from "vitest";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { bytesOf, reportOf, WIDE_OPEN } from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";

const REPORT = reportOf({
  Banking: [
    ["Teller", 90, "a"],
    ["Viewer", 40, "b"],
  ],
});

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function remoteCore() {
  const { port1, port2 } = new MessageChannel();
  expose(createAnalyticsCore(), port1);
  const core = wrap<AnalyticsCore>(port2);
  closers.push(() => {
    core[releaseProxy]();
    port1.close();
    port2.close();
  });
  return core;
}

describe("the analytics core over a message channel", () => {
  it("[APB-15] [APB-40] answers everything by structured clone, from transferred bytes", async () => {
    const core = remoteCore();
    const { length: size } = bytesOf(REPORT);
    const loaded = await loadReport(core, bytesOf(REPORT));
    expect(loaded).toMatchObject({ ok: true, size, summary: { entitlements: 2 } });
    const policy = await core.loadPolicy([new TextEncoder().encode('["a"]')]);
    if (!policy.ok) throw new Error(policy.reason.code);
    expect(await core.setPolicy(policy.digest)).toBe(true);
    const reply = await core.query({ ...WIDE_OPEN, threshold: 40, hints: true });
    if (!reply.ok) throw new Error(reply.code);
    expect(reply.view).toMatchObject({ rowCount: 3, newRoles: 1, alreadyInPolicy: 1 });
    const answer = await core.answer({
      query: { ...WIDE_OPEN, threshold: 40, hints: true },
      window: { start: 0, end: 3 },
      follow: { targets: [{ kind: "entitlement", row: 1 }], above: 1, pageSize: 1 },
      charts: true,
    });
    if (!answer.ok) throw new Error(answer.code);
    const { generation } = answer.view;
    expect(answer).toMatchObject({
      followed: { found: 2, firstVisible: 1 },
      leadingResource: { name: "Banking" },
      charts: { curve: { entitlements: expect.any(Uint32Array) } },
    });
    expect(answer.rows).toMatchObject([
      { kind: "resource", state: "checked" },
      { name: "Teller", inPolicy: true, hint: { code: "builder.hint", params: { assigned: 90 } } },
      { name: "Viewer", inPolicy: false },
    ]);
    expect(await core.applyList(generation)).toMatchObject({ roleOids: ["a", "b"] });
  });

  it("[APB-15] answers null for an outdated generation, without waiting for each reply", async () => {
    const core = remoteCore();
    await loadReport(core, bytesOf(REPORT));
    const first = await core.query(WIDE_OPEN);
    const second = core.query({ ...WIDE_OPEN, text: "viewer" });
    if (!first.ok) throw new Error(first.code);
    const stale = first.view.generation;
    expect(
      await Promise.all([
        core.window(stale, { start: 0, end: 9 }),
        core.findRow(stale, "t", -1),
        core.applyList(stale),
      ]),
    ).toStrictEqual([null, null, null]);
    const current = await second;
    if (!current.ok) throw new Error(current.code);
    const window = await core.window(current.view.generation, { start: 0, end: 9 });
    expect(window?.rows).toHaveLength(2);
  });

  it("[APB-15] marks earlier windows of the report and policy as stale", async () => {
    const core = remoteCore();
    const generationAfter = async (change: () => Promise<unknown>) => {
      const reply = await core.query(WIDE_OPEN);
      if (!reply.ok) throw new Error(reply.code);
      await change();
      return (await core.window(reply.view.generation, { start: 0, end: 9 }))?.rows;
    };
    await loadReport(core, bytesOf(REPORT));
    expect(await generationAfter(() => core.setPolicy(null))).toBeUndefined();
    expect(await generationAfter(() => loadReport(core, bytesOf(REPORT)))).toBeUndefined();
    expect(await generationAfter(() => loadReport(core, bytesOf({})))).toHaveLength(3);
  });

  it("[RPT-2] makes the report with the latest load current", async () => {
    const core = remoteCore();
    const replies = await Promise.all([
      loadReport(core, bytesOf(REPORT)),
      loadReport(core, bytesOf({})),
      loadReport(core, bytesOf(reportOf({ Last: [["x", 1]] }))),
    ]);
    expect(replies).toMatchObject([{ code: "ELOADOVER" }, { code: "ELOADOVER" }, { ok: true }]);
    const reply = await core.query(WIDE_OPEN);
    if (!reply.ok) throw new Error(reply.code);
    const window = await core.window(reply.view.generation, { start: 0, end: 1 });
    expect(window?.rows).toMatchObject([{ name: "Last" }]);
  });
});
