import { beforeEach, describe, expect, it } from "vitest";
import * as events from "#events/actions/log.ts";
import {
  $export,
  $exportedReports,
  $exporting,
  $measuredLog,
  changeExport,
  wantClear,
  wantExport,
} from "#src/features/event-log/model.ts";
import { describeReports, exportMinutes, formatDuration } from "#src/features/event-log/rules.ts";
import { supportMessages } from "#src/features/event-log/messages.ts";
import {
  clearLogFx,
  exportLogFx,
  measureLogFx,
  type ExportRequest,
  type ExportResult,
} from "#src/kernel/log/ports.ts";
import { kindOf } from "#src/kernel/log/eventKinds.ts";
import { $log } from "#src/kernel/recorder.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { said } from "../../../support/english.ts";

const SESSION = { build: "0.1.0", user: "a0", from: 60_000, to: 120_000, events: 10, bytes: 3_000 };
const FAILURES = { count: 2, last: { time: 100_000, type: "users/updateUserFailed" } };

const SAVED: ExportResult = {
  fileName: "log.ndjson.gz",
  sessions: 1,
  sessionsLeftOut: 0,
  eventsLeftOut: 0,
  events: 12,
  bytes: 4_100,
};

const REPORTS = [
  { digest: "d1", size: 1_000, isOwn: true },
  { digest: "d2", size: 2_000, isOwn: false },
];

let app: TestApp;
let sessions: string[];
let failures: Record<string, { readonly failures: typeof FAILURES }>;
let asked: ExportRequest[];
let outcome: () => Promise<ExportResult>;
beforeEach(() => {
  sessions = ["mine", "old"];
  failures = {};
  asked = [];
  outcome = async () => SAVED;
  app = createTestApp({
    handlers: [
      port(measureLogFx, () => ({
        isKept: true,
        own: "mine",
        sessions: sessions.map((id) => ({ id, ...SESSION, ...failures[id] })),
        reports: REPORTS,
      })),
      port(exportLogFx, (request) => {
        asked.push(request);
        return outcome();
      }),
      port(clearLogFx, () => {
        sessions = ["mine"];
      }),
    ],
  });
});

const open = () => app.open("support", "/support");

describe("[ROUTE-41] the support screen", () => {
  it("measures the log when it opens", async () => {
    expect(app.get($measuredLog)).toBeNull();
    await open();
    expect(app.get($measuredLog)).toEqual({
      isKept: true,
      reports: REPORTS,
      listed: [
        { id: "mine", from: 60_000, to: 120_000, events: 10, isOwn: true, failures: null },
        { id: "old", from: 60_000, to: 120_000, events: 10, isOwn: false, failures: null },
      ],
      events: 20,
      bytes: 6_000,
      sessions: 2,
      from: 60_000,
      to: 120_000,
    });
    await app.open("dashboard", "/dashboard");
    expect(app.envelopes(events.logMeasured)).toHaveLength(1);
  });

  it("shows how many reports an export contains and how large they are", async () => {
    await open();
    expect(app.get($exportedReports)).toEqual({ count: 1, bytes: 1_000, isExact: true });
    const all = { ...app.get($export), span: "all" } as const;
    await app.act(changeExport, all);
    const exact = app.get($exportedReports);
    expect(exact).toEqual({ count: 2, bytes: 3_000, isExact: true });
    expect(describeReports(exact, supportMessages.english)).toContain("2 reports");
    for (const change of [{ span: "minutes" }, { span: "session", session: "old" }] as const) {
      await app.act(changeExport, { ...all, ...change });
      const most = app.get($exportedReports);
      expect(most).toEqual({ count: 2, bytes: 3_000, isExact: false });
      expect(describeReports(most, supportMessages.english)).not.toMatch(/\d/);
    }
    expect(supportMessages.english.withReports(2, 3_000)).toContain("2 reports and policies (3");
    expect(supportMessages.english.withReports(0, 0)).toContain("none in this selection");
  });

  it("exports the chosen sessions, with pseudonyms unless names were requested, and reports the result", async () => {
    await open();
    await app.act(wantExport, {});
    await app.act(changeExport, {
      span: "minutes",
      session: null,
      minutes: 5,
      withNames: true,
      withReports: false,
    });
    await app.act(wantExport, {});
    expect(asked).toEqual([
      { span: "session", session: "mine", minutes: 30, withNames: false, withReports: true },
      { span: "minutes", session: "mine", minutes: 5, withNames: true, withReports: false },
    ]);
    const [wanted] = app.envelopes(events.exportWanted);
    expect(app.envelopes(events.exported)[0]).toMatchObject({
      cause: wanted?.id,
      payload: { fileName: "log.ndjson.gz", events: 12 },
    });
    expect(notificationsOf(app)[0]?.message).toMatch(/^log\.ndjson\.gz was saved: 12 events, /);
  });

  it("offers the session with the last error first, and exports it unless another is chosen", async () => {
    sessions = ["mine", "old", "older"];
    failures = {
      old: { failures: FAILURES },
      older: { failures: { ...FAILURES, last: { ...FAILURES.last, time: 90_000 } } },
    };
    await open();
    expect(app.get($measuredLog)?.listed.map(({ id }) => id)).toEqual(["old", "older", "mine"]);
    expect(app.get($measuredLog)?.listed[0]?.failures).toEqual(FAILURES);
    await app.act(wantExport, {});
    await app.act(changeExport, { ...app.get($export), session: "mine" });
    await app.act(wantExport, {});
    expect(asked.map(({ session }) => session)).toEqual(["old", "mine"]);
  });

  it("reports that sessions of a newer build were left out", async () => {
    outcome = async () => ({ ...SAVED, sessionsLeftOut: 2 });
    await open();
    await app.act(wantExport, {});
    expect(notificationsOf(app)).toMatchObject([
      { type: "success" },
      { type: "warning", message: expect.stringMatching(/^2 sessions of a newer Provision/) },
    ]);
  });

  it.each([
    [1, /^1 event of an earlier session can no longer be read and was left out\.$/],
    [1234, /^1,234 events of earlier sessions can no longer be read and were left out\.$/],
  ])(
    "reports that %s of the earlier sessions could not be read",
    async (eventsLeftOut, message) => {
      outcome = async () => ({ ...SAVED, eventsLeftOut });
      await open();
      await app.act(wantExport, {});
      expect(notificationsOf(app)).toMatchObject([
        { type: "success" },
        { type: "warning", message: expect.stringMatching(message) },
      ]);
    },
  );

  it("creates one file for two clicks", async () => {
    let finish = (_result: ExportResult) => {};
    outcome = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    await open();
    await app.act(wantExport, {});
    await app.act(wantExport, {});
    expect(app.get($exporting)).toEqual({ isRunning: true, failure: null });
    finish(SAVED);
    await app.act(changeExport, app.get($export));
    expect(asked).toHaveLength(1);
    expect(app.get($exporting)).toEqual({ isRunning: false, failure: null });
  });

  it("explains a failed export and lets the user retry it", async () => {
    outcome = () => Promise.reject(new Error("The disk is full."));
    await open();
    await app.act(wantExport, {});
    expect(app.get($exporting)).toEqual({ isRunning: false, failure: said("The disk is full.") });
    await app.act(wantExport, {});
    expect(asked).toHaveLength(2);
  });

  it("reports a missing log: nothing is measured or deleted", async () => {
    const gone = () => Promise.reject(new TypeError("Failed to fetch"));
    app = createTestApp({ handlers: [port(measureLogFx, gone), port(clearLogFx, gone)] });
    await open();
    expect(app.get($measuredLog)).toMatchObject({ isKept: false, sessions: 0, reports: [] });
    await app.act(wantClear, {});
    expect(app.envelopes(events.cleared)).toEqual([]);
    expect(notificationsOf(app)).toMatchObject([
      { type: "error", message: expect.stringContaining("couldn't be deleted") },
    ]);
  });

  it("deletes the logs of earlier sessions and measures again", async () => {
    await open();
    await app.act(wantClear, {});
    expect(app.get($measuredLog)).toMatchObject({ sessions: 1, events: 10 });
    expect(notificationsOf(app)[0]?.message).toMatch(/^The logs of earlier sessions were deleted,/);
    // The export is the only user action: its consequences name it as their cause.
    const { entries } = app.get($log);
    const chain = entries.filter(({ type }) => /^log|screenOpened/.test(type));
    const types = new Map(chain.map(({ id, type }) => [id, type]));
    expect(chain.map(({ type, cause }) => [type, types.get(cause ?? "") ?? null])).toEqual([
      ["navigation/screenOpened", null],
      ["log/measured", "navigation/screenOpened"],
      ["log/clearWanted", null],
      ["log/cleared", "log/clearWanted"],
      ["log/measured", "log/cleared"],
    ]);
    expect(chain.map(kindOf)).toEqual(["navigation", "app", "action", "app", "app"]);
  });
});

describe("its durations", () => {
  it.each([
    [0, "less than a minute"],
    [60_000, "1 minute"],
    [59 * 60_000, "59 minutes"],
    [61 * 60_000, "1 hour 1 min"],
    [50 * 3_600_000, "2 days"],
  ])("show %d ms as %s", (milliseconds, t) => {
    expect(formatDuration(milliseconds, supportMessages.english)).toBe(t);
  });

  it("accept whole minutes within a range", () => {
    expect([0, 1.4, 99_999].map(exportMinutes)).toEqual([1, 1, 10_000]);
  });
});
