/** The builder's tables: recorded, and reproduced by a replay of the file. */
import { beforeAll, describe, expect, it } from "vitest";
import { readInheritedRoles } from "#events/calls/orgs.ts";
import { packBody, type LoggedBody } from "#src/kernel/log/loggedBody.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { gzipped, logLines, type EventLog, type LoggedSession } from "#src/kernel/log/writeLog.ts";
import { describeReplay } from "#src/replay/describe.ts";
import { replayFile } from "#src/replay/replayFile.ts";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { BYTES, recordBuilder } from "../support/builderLog.ts";
import { ORG_OID, roleOid } from "../features/policy-builder/support.ts";

const VISIBLE_EVERY = 50;

const ORIGIN = {
  build: "0.1.0",
  appVersions: ["0.1.0"],
  exportedAt: 0,
  redaction: "pseudonyms",
} as const;

let session: LoggedSession;
let body: LoggedBody;
let policies: readonly LoggedBody[];
/** The events after which a snapshot was recorded. */
let noted: readonly number[];

beforeAll(async () => {
  ({ session, body, policies, noted } = await recordBuilder());
});

async function replay(log: Partial<EventLog> = {}, core?: () => AnalyticsCore) {
  const lines = logLines({ sessions: [session], bodies: [body, ...policies], ...log }, ORIGIN);
  const file = gzipped(lines);
  const replayed = await replayFile(file, { until: null, ...(core && { core }) });
  const [only] = replayed.sessions;
  if (!only) throw new Error("There is no session");
  return { ...only, text: describeReplay("log.ndjson.gz", replayed) };
}

/** A core whose answers from that threshold on are changed. */
function coreOtherFrom(threshold: number): AnalyticsCore {
  const core = createAnalyticsCore();
  return {
    ...core,
    answer(question) {
      const answer = core.answer(question);
      if (!answer.ok || question.query.threshold < threshold) return answer;
      const { view } = answer;
      const ticked = { ...view.ticked, entitlements: view.ticked.entitlements + 1 };
      return { ...answer, view: { ...view, ticked } };
    },
  };
}

describe("the builder's table in a log", () => {
  it("is recorded after the first rows and then at regular intervals", () => {
    expect(noted.length).toBeGreaterThanOrEqual(3);
    expect(noted.slice(1).every((seq, at) => seq - (noted[at] ?? 0) >= VISIBLE_EVERY)).toBe(true);
  });

  it("is the same in a replay, with the same rows", async () => {
    const { divergence, failure, results, leftOut, table } = await replay();
    expect({ divergence, failure, results, leftOut }).toEqual({
      divergence: null,
      failure: null,
      results: noted.length,
      leftOut: 0,
    });
    if (!table) throw new Error("No table is shown");
    const { rows } = table.shown as { readonly rows: readonly { readonly name: string }[] };
    expect(rows.map(({ name }) => name)).toContain("Teller Drawer");
    expect(table.counts.entitlements).toBe(5);
  });

  it("of another core is located, with the expected and the actual table", async () => {
    const seqs = session.outcomes.visible.map(({ seq }) => seq);
    const thresholdAt = (seq: number) =>
      session.events.findLast((event) => event.seq <= seq && event.type.endsWith("thresholdMoved"))
        ?.payload as { readonly percent: number } | undefined;
    const others = seqs.filter((seq) => (thresholdAt(seq)?.percent ?? 100) >= 70);
    const { divergence, text } = await replay({}, () => coreOtherFrom(70));
    expect(divergence).toMatchObject({ kind: "visible", event: { seq: others[0] } });
    const [ticked] = divergence?.expected ?? [];
    expect(ticked).toEqual({
      path: "ticked",
      expected: expect.any(Number),
      got: Number(ticked?.expected) + 1,
    });
    expect(text).toContain("The table shows something else after event");
    expect(text).toMatch(/ticked: expected \d+, got \d+/);
  });

  it("with other rows in equal numbers is located, too, and reported as such", async () => {
    const core = createAnalyticsCore();
    const turned = (): AnalyticsCore => ({
      ...core,
      answer(question) {
        const answer = core.answer(question);
        return answer.ok ? { ...answer, rows: answer.rows.toReversed() } : answer;
      },
    });
    const { divergence, text } = await replay({}, turned);
    expect(divergence).toMatchObject({ kind: "visible", expected: [] });
    expect(text).toContain(
      "    The counts are as recorded, but the rows, their order or something else on the screen differs.",
    );
  });

  it("without what the org inherits is left out", async () => {
    for (const missing of policies) {
      const bodies = [body, ...policies.filter((one) => one !== missing)];
      const { divergence, leftOut, results, table } = await replay({ bodies });
      expect({ divergence, leftOut, results, table }).toEqual({
        divergence: null,
        leftOut: noted.length,
        results: 0,
        table: null,
      });
    }
  });

  it("is left out of a log of an earlier build, whose events have no bytes of what the org inherits", async () => {
    const events = session.events.map((event) => {
      if (event.type !== readInheritedRoles.succeeded.type) return event;
      const origins = [{ path: ["Bank"], roleOids: [roleOid(1)] }];
      return { ...event, version: 1, payload: { status: 200, body: { origins } } };
    });
    const old = { ...session, events };
    expect(await replay({ sessions: [old] })).toMatchObject({ divergence: null, table: null });
    const without = events.map((event) =>
      event.version === 1 && event.type === readInheritedRoles.succeeded.type
        ? { ...event, payload: { status: 200, body: { origins: [] } } }
        : event,
    );
    const { table } = await replay({ sessions: [{ ...session, events: without }] });
    expect(table?.counts.entitlements).toBe(5);
  });

  it("with a missing report is reported as such, and nothing else is wrong", async () => {
    const { divergence, leftOut, results, table, text } = await replay({ bodies: [] });
    expect({ divergence, leftOut, results, table }).toEqual({
      divergence: null,
      leftOut: noted.length,
      results: 0,
      table: null,
    });
    expect(text).toContain("A report was left out of this log");
  });

  it("of a damaged or different blob is reported as not compared", async () => {
    const other = await packBody(body.digest, new Blob([BYTES.slice(0, -2)]));
    const [damaged, cut, larger] = await Promise.all([
      replay({
        bodies: [
          { ...body, bytes: body.bytes.map((byte, at) => (at > 40 ? 7 : byte)) },
          ...policies,
        ],
      }),
      replay({ bodies: [other, ...policies] }),
      replay({ bodies: [{ ...body, size: 100 }, ...policies] }),
    ]);
    for (const { divergence, failure, text } of [damaged, cut, larger]) {
      expect(divergence).toBeNull();
      expect(failure).toMatch(/report in this log/);
      expect(text).toContain("Tables were not compared");
    }
    const changed = BYTES.map((byte) => (byte === 0x39 ? 0x38 : byte));
    const forged = await packBody(body.digest, new Blob([changed]));
    expect((await replay({ bodies: [forged, ...policies] })).failure).toContain("its bytes differ");
  });

  it("is written and read back with its report repeatedly", async () => {
    const first = await readLog(
      gzipped(logLines({ sessions: [session], bodies: [body, ...policies] }, ORIGIN)),
    );
    const second = await readLog(gzipped(logLines(first, ORIGIN)));
    expect(second).toEqual(first);
    expect((await replay(second)).results).toBe(noted.length);
    expect(first.sessions[0]?.events[0]?.session).toBe(session.id);
    expect(JSON.stringify(second)).toContain(ORG_OID);
  });
});
