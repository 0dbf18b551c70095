import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { setPolicy } from "../support/coreDriver.ts";
import { bytesOf, WIDE_OPEN } from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";
import { english } from "../../support/english.ts";

const ID = "00000000-0000-4000-8000-00000000000a";
const bytes = (text: string) => new TextEncoder().encode(text);
const REPORT = bytesOf({
  orgOid: ID,
  reportDate: "2026-03-02T08:57:00.000Z",
  totalUsers: 10,
  totalShadows: 10,
  resourceInsights: [
    {
      resourceName: "One",
      entitlementInsights: [
        { entitlementName: "a", percentOfUsers: 90, roleOid: ID },
        { entitlementName: "b", percentOfUsers: 80, roleOid: "no uuid" },
        { entitlementName: "c", percentOfUsers: 70, roleOid: ID.toUpperCase() },
      ],
    },
  ],
});

describe("the roles of a policy", () => {
  async function coreWithReport() {
    const core = createAnalyticsCore();
    await loadReport(core, REPORT.slice());
    const inPolicy = () => {
      const reply = core.query(WIDE_OPEN);
      if (!reply.ok) throw new Error(reply.code);
      const { rows } = core.window(reply.view.generation, { start: 0, end: 9 }) ?? { rows: [] };
      return rows.flatMap((row) => (row.kind === "entitlement" && row.inPolicy ? [row.name] : []));
    };
    return { core, inPolicy };
  }

  it("[APB-15] are read wherever their bytes are cut, and found by their digest", async () => {
    const { core, inPolicy } = await coreWithReport();
    const text = ` [ "${ID}" , "no\\u0020uuid", "unknown" ] `;
    const whole = bytes(text);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      core.setPolicy(null);
      expect(inPolicy()).toEqual([]);
      const reply = await core.loadPolicy([whole.slice(0, cut), whole.slice(cut)], cut === 3);
      if (!reply.ok) throw new Error(reply.reason.code);
      expect(reply.digest).toBe(createHash("sha256").update(whole).digest("hex"));
      expect(reply.size).toBe(whole.length);
      expect(await reply.bytes?.text()).toBe(cut === 3 ? text : undefined);
      expect(inPolicy()).toEqual([]);
      expect(core.setPolicy(reply.digest)).toBe(true);
      expect(inPolicy()).toEqual(["a", "b"]);
    }
  });

  it("that an org inherits have the first origin that the list names, wherever its bytes are cut", async () => {
    const { core } = await coreWithReport();
    const origins = [
      { path: ["Bank", "Größe"], accessRole: null, roleOids: ["unknown"] },
      { path: [], accessRole: 'Café "1"', roleOids: [ID, "unknown"] },
      { path: ["Bank"], accessRole: null, roleOids: [ID, "no uuid"] },
    ];
    const whole = bytes(JSON.stringify(origins));
    for (let cut = 0; cut <= whole.length; cut += 1) {
      core.setPolicy(null);
      const reply = await core.loadPolicy([whole.slice(0, cut), whole.slice(cut)]);
      if (!reply.ok) throw new Error(reply.reason.code);
      expect(core.setPolicy(null, reply.digest)).toBe(true);
      const view = core.query(WIDE_OPEN);
      if (!view.ok) throw new Error(view.code);
      const { rows } = core.window(view.view.generation, { start: 0, end: 9 }) ?? { rows: [] };
      expect(
        rows.flatMap((row) => (row.kind === "entitlement" ? [[row.name, row.inherited]] : [])),
      ).toEqual([
        ["a", { path: "", accessRole: 'Café "1"' }],
        ["b", { path: "Bank", accessRole: null }],
        ["c", null],
      ]);
    }
  });

  it.each([
    "",
    "[",
    '[{"path":["a"],"accessRole":null}]',
    '[{"path":"a","accessRole":null,"roleOids":[]}]',
    '["a"',
    '["a",]',
    '{"a":1}',
    "[1]",
    '["a"]x',
    '["\\x"]',
    "<html>",
  ])("are refused if unreadable, and the held ones stay: %s", async (text) => {
    const { core, inPolicy } = await coreWithReport();
    await setPolicy(core, [ID]);
    const reply = await core.loadPolicy([bytes(text)]);
    expect(reply).toMatchObject({ ok: false, code: "EBADPOLICY" });
    expect(english(reply.ok ? null : reply.reason)).toMatch(
      /^The current policy can't be read: .+ \(byte \d+\)\.$/,
    );
    expect(inPolicy()).toEqual(["a"]);
  });

  it("[APB-40] that nobody selects any more are removed by the body that applies the others", async () => {
    const { core } = await coreWithReport();
    const loaded = await core.loadPolicy([bytes('["no uuid"]')]);
    if (!loaded.ok) throw new Error(loaded.reason.code);
    core.setPolicy(loaded.digest);
    const bodyWithout = async (...rows: readonly number[]): Promise<unknown> => {
      const ops = rows.map((row) => ({ kind: "entitlement" as const, row, ticked: false }));
      const reply = core.query({ ...WIDE_OPEN, ops });
      if (!reply.ok) throw new Error(reply.code);
      const body = core.applyBody(reply.view.generation);
      return [body?.roles, JSON.parse((await body?.json.text()) ?? "")];
    };
    const upper = ID.toUpperCase();
    expect(await bodyWithout()).toEqual([3, [ID, "no uuid", upper]]);
    expect(await bodyWithout(0)).toEqual([2, ["no uuid", upper]]);
    expect(await bodyWithout(1)).toEqual([3, { add: [ID, upper], remove: ["no uuid"] }]);
    expect(await bodyWithout(0, 1, 2)).toEqual([1, { add: [], remove: ["no uuid"] }]);
  });

  it("replace none if they arrive late, and old ones are dropped", async () => {
    const { core, inPolicy } = await coreWithReport();
    const load = async (...oids: string[]) => {
      const reply = await core.loadPolicy([bytes(JSON.stringify(oids))]);
      if (!reply.ok) throw new Error(reply.reason.code);
      return reply.digest;
    };
    const wanted = await load(ID);
    await load();
    expect(core.setPolicy(wanted)).toBe(true);
    expect(inPolicy()).toEqual(["a"]);
    for (const oid of ["1", "2", "3", "4"]) await load(oid);
    expect(core.setPolicy(wanted)).toBe(true);
    await load("5");
    expect(core.setPolicy(wanted)).toBe(false);
    expect(inPolicy()).toEqual(["a"]);
  });
});
