// @vitest-environment happy-dom
/** Exports of sessions whose pages were closed, including those of other builds and unreadable ones. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { listUsers, updateUser } from "#events/calls/users.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import "#src/app/models.ts";
import { chooseTheme } from "#src/app/model.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import type { ExportRequest } from "#src/kernel/log/ports.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { openPage } from "../support/keptPage.ts";
import { failToRead } from "../support/keptStore.ts";
import { ALL, ANN } from "../support/sharedBrowser.ts";
import { TEST_START } from "../support/scope.ts";
import { failureOf } from "../support/told.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.restoreAllMocks();
});

it("the last minutes include pages that were closed then", async () => {
  vi.spyOn(Date, "now").mockReturnValue(TEST_START + 21 * 60_000);
  const left = openPage();
  await left.signIn(ANN);
  await left.app.act(chooseTheme, { theme: "dark" });
  left.pass(10 * 60_000);
  await left.app.act(chooseTheme, { theme: "light" });
  await left.written();
  const { pass, exported, signIn } = openPage();
  pass(20 * 60_000);
  await signIn(ANN);
  const ofLast = async (minutes: number, withNames: boolean) =>
    (await exported({ ...ALL, span: "minutes", minutes, withNames })).sessions;
  expect(await ofLast(5, true)).toHaveLength(1);
  for (const withNames of [true, false]) {
    const [before, own, ...others] = await ofLast(15, withNames);
    expect(others).toEqual([]);
    expect(before?.checkpoint?.states["app/theme"]).toBe("dark");
    expect(before?.events.map(({ payload }) => payload)).toEqual([{ theme: "light" }]);
    for (const session of [before, own]) {
      if (!session) throw new Error("There is no session");
      expect(checkReplay(session, allProjections().values())).toMatchObject({
        divergence: null,
        outcomes: session.events.length,
      });
    }
  }
  expect(await ofLast(25, true)).toMatchObject([{ checkpoint: null }, { checkpoint: null }]);
});

it("an earlier session can be exported alone, and its failures are counted", async () => {
  const left = openPage();
  await left.signIn(ANN);
  await left.app.record(updateUser.failed, failureOf({ status: 503, code: "EUNAVAILABLE" }));
  await left.app.record(listUsers.failed, failureOf({ status: 401, code: "EBADSESSION" }));
  await left.written();
  const { log, exported, signIn } = openPage();
  await signIn(ANN);
  const { own, sessions } = await log.measure();
  const earlier = sessions.find(({ id }) => id !== own);
  expect(earlier?.failures).toEqual({
    count: 1,
    last: { time: expect.any(Number), type: updateUser.failed.type },
  });
  expect(sessions.find(({ id }) => id === own)?.failures).toBeUndefined();
  const one: ExportRequest = { ...ALL, span: "session" };
  const idsOf = async (session: string | null) =>
    (await exported({ ...one, session })).sessions.map(({ id }) => id);
  expect(await idsOf(earlier?.id ?? "")).toEqual([earlier?.id]);
  expect(await idsOf(own)).toEqual([own]);
  expect(await idsOf(null)).toEqual([own]);
  await expect(exported({ ...one, session: "gone" })).rejects.toMatchObject({
    reason: message("logs.sessionGone"),
  });
});

it("the log of an older build is exported in the current shape, and that of a newer build is not exported", async () => {
  const pushed = async (type: string, version: number, payload: unknown) => {
    const { log, signIn } = openPage();
    await signIn(ANN);
    const [own] = (await log.measure()).sessions;
    if (!own) throw new Error("Nothing is kept");
    const seq = own.events + 1;
    log.push(
      { seq, id: "x", session: own.id, time: own.to, cause: null, type, version, payload },
      null,
    );
    await log.measure();
    return own.id;
  };
  const older = await pushed("log/measured", 1, { isKept: true, sessions: [] });
  await pushed("log/measured", 99, { isKept: true, sessions: [] });
  await pushed("future/happened", 1, { username: "ann.lee" });
  const { log, exported, signIn } = openPage();
  await signIn(ANN);
  const request = { ...ALL, withNames: false };
  expect(await log.exportFile(request)).toMatchObject({ sessions: 2, sessionsLeftOut: 2 });
  const { sessions } = await exported(request);
  expect(sessions).toHaveLength(2);
  expect(JSON.stringify(sessions)).not.toContain("ann.lee");
  const old = sessions.find(({ id }) => id === older);
  expect(old?.events.at(-1)).toMatchObject({ version: 3, payload: { reports: [] } });
  expect(old?.outcomes.digests.size).toBe(0);
  for (const session of sessions) {
    expect(checkReplay(session, allProjections().values()).divergence).toBeNull();
  }
});

/** Stores more events after those of a closed page, as another build would have recorded them. */
async function leavePage(more: readonly Pick<Envelope, "type" | "version" | "payload">[]) {
  const { log, signIn } = openPage();
  await signIn(ANN);
  const [own] = (await log.measure()).sessions;
  if (!own) throw new Error("Nothing is kept");
  const { id: session, events, to: time } = own;
  for (const [at, one] of more.entries()) {
    log.push({ ...one, seq: events + 1 + at, id: `x${at}`, session, time, cause: null }, null);
  }
  await log.measure();
  return { session, events };
}

const TICKED = [
  { type: "log/exportWanted", version: 1, payload: {} },
  { type: "log/replayLeft", version: 1, payload: {} },
];

it.each([
  ["one whose upcast breaks", { type: "session/renewSessionSucceeded", version: 1, payload: null }],
  ["one whose upcast is none", { type: "log/measured", version: 1, payload: { isKept: "yes" } }],
  ["one of today with other content", { type: "app/themeChosen", version: 1, payload: [7] }],
])("%s is left out of the export, which reports it, and the others stay", async (_what, broken) => {
  const left = await leavePage([broken, ...TICKED]);
  const { log, exported, signIn } = openPage();
  await signIn(ANN);
  expect(await log.exportFile(ALL)).toMatchObject({ sessions: 2, eventsLeftOut: 1 });
  for (const withNames of [true, false]) {
    const { sessions } = await exported({ ...ALL, withNames });
    const kept = sessions.find(({ id }) => id === left.session);
    expect(kept?.events.map(({ seq }) => seq).slice(-3)).toEqual(
      [0, 2, 3].map((at) => left.events + at),
    );
    if (!kept) throw new Error("It is not there");
    // Earlier events are still checked, and a reader is told where some are missing.
    expect(checkReplay(kept, allProjections().values())).toMatchObject({
      outcomes: left.events,
      divergence: { kind: "missing", event: { seq: left.events + 2 } },
    });
  }
});

it("an export drops fields of old events that the current schema lacks", async () => {
  const payload = { isKept: true, sessions: [], username: "cleo.fay" };
  const old = await leavePage([{ type: "log/measured", version: 1, payload }]);
  const { exported, signIn } = openPage();
  await signIn(ANN);
  const { sessions } = await exported({ ...ALL, withNames: false });
  expect(sessions.find(({ id }) => id === old.session)?.events.at(-1)?.type).toBe("log/measured");
  const file = vi.mocked(URL.createObjectURL).mock.lastCall?.[0] as Blob;
  const text = await new Response(
    file.stream().pipeThrough(new DecompressionStream("gzip")),
  ).text();
  expect(text).toContain("log/measured");
  expect(text).not.toContain("cleo");
});

it("an export reports a session that the browser cannot read and leaves it out", async () => {
  const left = await leavePage([]);
  const { log, exported, signIn } = openPage();
  await signIn(ANN);
  await log.measure();
  failToRead("segments", [left.session, 1], "UnknownError");
  const result = await log.exportFile(ALL);
  expect(result).toMatchObject({ sessions: 1, eventsLeftOut: left.events });
  expect((await exported(ALL)).sessions).toHaveLength(1);
});

it.each(["AbortError", "InvalidStateError"])(
  "a session that is temporarily unreadable (%s) fails the export, which can be retried",
  async (name) => {
    const left = await leavePage([]);
    const { log, signIn } = openPage();
    await signIn(ANN);
    await log.measure();
    failToRead("segments", [left.session, 1], name);
    await expect(log.exportFile(ALL)).rejects.toMatchObject({ name });
    vi.restoreAllMocks();
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:");
    expect(await log.exportFile(ALL)).toMatchObject({ sessions: 2, eventsLeftOut: 0 });
  },
);
