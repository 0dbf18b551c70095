// @vitest-environment happy-dom
/** Stored reports and exports of a log, also if the storage of the browser fails or is full. */
import { openDB } from "idb";
import { expect, it, vi } from "vitest";
import { getPublicInfo } from "#events/calls/session.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import { message } from "#events/messages/message.ts";
import "#src/app/models.ts";
import { earlierLost } from "#src/app/logErrors.ts";
import { chooseTheme } from "#src/app/model.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { keptRecords } from "../support/keptRecords.ts";
import { openPage } from "../support/keptPage.ts";
import { TEST_START } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";
import { ALL, ANN, SESSION, startWithEmptyBrowser } from "../support/sharedBrowser.ts";

const blobOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

startWithEmptyBrowser();

it("one message reports that the browser cannot read the stored log, and later events are stored", async () => {
  const earlier = openPage({ onTrouble: () => undefined });
  await earlier.signIn(ANN);
  await earlier.log.measure();
  const open = vi.spyOn(indexedDB, "open");
  for (let tries = 0; tries < 2; tries += 1) {
    open.mockImplementationOnce(() => {
      throw new DOMException("Internal error opening backing store.", "UnknownError");
    });
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { app, log, signIn } = openPage({ onDropped: () => void app.act(earlierLost, {}) });
  await signIn(ANN);
  const measuring = log.measure();
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await measuring;
  const { isKept, sessions } = await log.measure();
  expect([isKept, sessions.length]).toEqual([true, 1]);
  const said = notificationsOf(app).map(({ type, message }) => `${type}: ${message}`);
  expect(said.filter((one) => one.includes("could not read"))).toEqual([
    "warning: This browser could not read the event logs of earlier sessions and deleted them. The log of this session is kept.",
  ]);
});

it("each needed report goes into the file once, if it is stored", async () => {
  const { app, log, exported, signIn } = openPage();
  await signIn(ANN);
  const bytes = new TextEncoder().encode("a report");
  const digest = "ab".repeat(32);
  for (const size of [8, 8]) {
    await app.record(requestMiningReport.succeeded, { status: 200, body: { digest, size } });
  }
  expect((await log.measure()).reports).toEqual([]);
  log.keepBody(digest, blobOf(bytes));
  expect((await log.measure()).reports).toEqual([{ digest, size: 8, isOwn: true }]);
  const { bodies } = await exported(SESSION);
  expect(bodies).toMatchObject([{ digest, size: 8, isPacked: true }]);
  expect((await exported({ ...SESSION, withReports: false })).bodies).toEqual([]);
  const stored = (await keptRecords())["bodies"] as readonly { readonly sealed: Blob }[];
  expect(stored).toHaveLength(1);
  for (const { sealed } of stored) expect(await sealed.text()).not.toContain("a report");

  // One that fills the browser's limit: the oldest is dropped first.
  await app.record(getPublicInfo.succeeded, {
    status: 200,
    body: {
      sessionKeepAliveTimeoutThreshold: 300_000,
      gtmContainerId: null,
      ssoEnabled: false,
      passwordEnabled: true,
      eventLog: { days: 14, megabytes: 64, reportMegabytes: 1 },
    },
  });
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1000);
  log.keepBody("cd".repeat(32), blobOf(new Uint8Array(999_999)));
  await vi.waitFor(async () => expect((await log.measure()).reports).toEqual([]));
});

it("an export during recording contains all earlier events with their effects", async () => {
  const { app, exported, signIn } = openPage();
  await signIn(ANN);
  const choose = (turn: number) =>
    app.act(chooseTheme, { theme: turn % 2 === 0 ? "light" : "dark" });
  for (let turn = 0; turn < 300; turn += 1) await choose(turn);
  let isOver = false;
  const exporting = exported(SESSION).finally(() => (isOver = true));
  for (let turn = 0; !isOver; turn += 1) {
    await choose(turn);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [session] = (await exporting).sessions;
  if (!session) throw new Error("There is no session");
  expect(session.events.length).toBeGreaterThanOrEqual(302);
  const report = checkReplay(session, allProjections().values());
  expect(report).toMatchObject({ divergence: null, outcomes: session.events.length });
});

it("a page whose database a newer build takes over continues in memory and can be exported", async () => {
  const trouble = vi.fn();
  const { app, log, exported, signIn } = openPage({ onTrouble: trouble });
  await signIn(ANN);
  expect(await log.measure()).toMatchObject({ isKept: true });
  const newer = await openDB("provision-log", 1000);
  await app.act(chooseTheme, { theme: "light" });
  expect(await log.measure()).toMatchObject({ isKept: false, sessions: [], reports: [] });
  expect(trouble).toHaveBeenCalledOnce();
  for (const request of [SESSION, ALL]) {
    const { sessions } = await exported(request);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.events.at(-1)).toMatchObject({ payload: { theme: "light" } });
  }
  newer.close();
});

it("a page with a permanently full disk reports that it stores nothing, and stored events stay in the export", async () => {
  vi.spyOn(Date, "now").mockReturnValue(TEST_START + 60_000);
  const earlier = openPage({ onTrouble: () => undefined });
  await earlier.signIn(ANN);
  await earlier.log.measure();
  const { app, log, exported, signIn } = openPage({ onTrouble: () => undefined });
  await signIn(ANN);
  expect(await log.measure()).toMatchObject({ isKept: true });
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No room", "QuotaExceededError");
  });
  await app.act(chooseTheme, { theme: "light" });
  expect(await log.measure()).toMatchObject({ isKept: false });
  const { sessions } = await exported(ALL);
  expect(sessions).toHaveLength(2);
  expect(sessions[1]?.events.at(-1)).toMatchObject({ payload: { theme: "light" } });
});

it("an export without room in the browser reports it, and the next one succeeds", async () => {
  const { app, log, exported, signIn } = openPage();
  await signIn(ANN);
  const digest = "ab".repeat(32);
  await app.record(requestMiningReport.succeeded, { status: 200, body: { digest, size: 8 } });
  log.keepBody(digest, blobOf(new TextEncoder().encode("a report")));
  await log.measure();
  const full = () => Promise.reject(new DOMException("Disk full", "QuotaExceededError"));
  const blob = vi.spyOn(Response.prototype, "blob").mockImplementation(full);
  await expect(exported(SESSION)).rejects.toMatchObject({ reason: message("logs.noRoom") });
  blob.mockRestore();
  expect((await exported(SESSION)).bodies).toHaveLength(1);
});
