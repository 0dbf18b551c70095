import { expose, releaseProxy, transfer, wrap } from "comlink";
import { afterEach, describe, expect, it } from "vitest";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { bytesOf, reportOf, WIDE_OPEN } from "../support/reports.ts";

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
  it("[APB-15] [APB-40] answers everything by structured clone, from bytes that are transferred", async () => {
    const core = remoteCore();
    const bytes = bytesOf(REPORT);
    const size = bytes.length;
    const loaded = await core.load(transfer(bytes, [bytes.buffer]));
    expect(bytes.byteLength).toBe(0);
    expect(loaded).toMatchObject({ ok: true, size, summary: { entitlements: 2 } });
    const policy = await core.loadPolicy([new TextEncoder().encode('["a"]')]);
    if (!policy.ok) throw new Error(policy.message);
    expect(await core.setPolicy(policy.digest)).toBe(true);
    const reply = await core.query({ ...WIDE_OPEN, threshold: 40, hints: true });
    if (!reply.ok) throw new Error(reply.code);
    expect(reply.view).toMatchObject({ rowCount: 3, newRoles: 1, alreadyInPolicy: 1 });
    const answer = await core.answer({
      query: { ...WIDE_OPEN, threshold: 40, hints: true },
      window: { start: 0, end: 3 },
      follow: { targets: [{ kind: "entitlement", row: 1 }], above: 1, pageSize: 1 },
      glance: true,
    });
    if (!answer.ok) throw new Error(answer.code);
    const { generation } = answer.view;
    expect(answer).toMatchObject({
      followed: { found: 2, firstVisible: 1 },
      leadingResource: { name: "Banking" },
      glance: { curve: { entitlements: expect.any(Uint32Array) } },
    });
    expect(answer.rows).toMatchObject([
      { kind: "resource", state: "checked" },
      { name: "Teller", inPolicy: true, hint: expect.stringContaining("90% of identities") },
      { name: "Viewer", inPolicy: false },
    ]);
    expect(await core.applyList(generation)).toMatchObject({ roleOids: ["a", "b"] });
  });

  it("[APB-15] answers null for a generation that is no longer current, without waiting for each reply", async () => {
    const core = remoteCore();
    await core.load(bytesOf(REPORT));
    const first = await core.query(WIDE_OPEN);
    const second = core.query({ ...WIDE_OPEN, text: "viewer" });
    if (!first.ok) throw new Error(first.code);
    const stale = first.view.generation;
    expect(
      await Promise.all([
        core.rows(stale, 0, 9),
        core.window(stale, { start: 0, end: 9 }),
        core.findRow(stale, "t", -1),
        core.applyList(stale),
      ]),
    ).toStrictEqual([null, null, null, null]);
    const current = await second;
    if (!current.ok) throw new Error(current.code);
    expect(await core.rows(current.view.generation, 0, 9)).toHaveLength(2);
  });

  it("[APB-15] makes windows of the report and policy before stale", async () => {
    const core = remoteCore();
    const generationAfter = async (change: () => Promise<unknown>) => {
      const reply = await core.query(WIDE_OPEN);
      if (!reply.ok) throw new Error(reply.code);
      await change();
      return core.rows(reply.view.generation, 0, 9);
    };
    await core.load(bytesOf(REPORT));
    expect(await generationAfter(() => core.setPolicy(null))).toBeNull();
    expect(await generationAfter(() => core.load(bytesOf(REPORT)))).toBeNull();
    expect(await generationAfter(() => core.load(bytesOf({})))).toHaveLength(3);
  });

  it("[RPT-2] serves loads in the order in which they are sent", async () => {
    const core = remoteCore();
    const replies = await Promise.all([
      core.load(bytesOf(REPORT)),
      core.load(bytesOf({})),
      core.load(bytesOf(reportOf({ Last: [["x", 1]] }))),
    ]);
    expect(replies.map(({ ok }) => ok)).toStrictEqual([true, false, true]);
    const reply = await core.query(WIDE_OPEN);
    expect(reply.ok && (await core.rows(reply.view.generation, 0, 1))).toMatchObject([
      { name: "Last" },
    ]);
  });
});
