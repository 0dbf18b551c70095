// @vitest-environment happy-dom
/** A shared browser: each user sees and exports only their own log. */
import { createEvent, sample } from "effector";
import { expect, it, vi } from "vitest";
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import type { User } from "#events/entities/user.ts";
import { authenticate, getCurrentUser, login } from "#events/calls/session.ts";
import { notificationShown } from "#events/actions/app.ts";
import { sessionLost } from "#events/actions/session.ts";
import { sendValidationEmail } from "#events/calls/users.ts";
import "#src/app/models.ts";
import { chooseTheme, startApp } from "#src/app/model.ts";
import { markOf } from "#src/app/userMark.ts";
import { bytesOfBase64 } from "#src/kernel/log/base64.ts";
import type { KeptSession } from "#src/kernel/log/logDatabase.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { notificationOf, showNotification } from "#src/kernel/notifications.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { createFollowUp } from "#src/kernel/recorder.ts";
import { logKeyOf } from "../support/fixtures.ts";
import { keptRecords, plainTextOf } from "../support/keptRecords.ts";
import { eventsOf } from "../support/storedEvents.ts";
import { openPage } from "../support/keptPage.ts";
import { TEST_START } from "../support/scope.ts";
import { said } from "../../support/english.ts";
import { ALL, ANN, BOB, SESSION, startWithEmptyBrowser } from "../support/sharedBrowser.ts";

startWithEmptyBrowser();

it("the next user finds nothing of the previous one in the page or the file", async () => {
  const { page, app, log, exported, signIn, signOut } = openPage();
  await app.act(startApp, { version: "1", path: "/", debugStore: false });
  await signIn(ANN);
  expect((await log.measure()).sessions.map(({ id }) => id)).toEqual([`${page}-s1`]);
  await signOut();
  await signIn(BOB);
  expect((await log.measure()).sessions.map(({ id }) => id)).toEqual([`${page}-s3`]);
  for (const request of [SESSION, ALL, { ...ALL, span: "minutes" as const, minutes: 10_000 }]) {
    const bobs = await exported(request);
    expect(bobs.sessions).toHaveLength(1);
    expect(JSON.stringify(bobs.sessions)).toContain("bob.ray");
    expect(JSON.stringify(bobs.sessions)).not.toContain("ann.lee");
  }
  // It starts in the final state of the previous session, and replays.
  const [session] = (await exported(SESSION)).sessions;
  if (!session) throw new Error("There is no session");
  expect(session.checkpoint?.seq).toBe((session.events[0]?.seq ?? 0) - 1);
  const report = checkReplay(session, allProjections().values());
  expect(report).toMatchObject({ divergence: null, outcomes: session.events.length });
  expect(report.states.get("app/theme")).toBe("dark");
});

it("a name that outlives two sign-outs is a pseudonym in the third user's log", async () => {
  const { app, log, exported, signIn, signOut } = openPage();
  await signIn(ANN);
  const text = "An email was sent to cleo.fay@bank.example.";
  await app.record(sendValidationEmail.succeeded, {
    status: 200,
    body: { email: "cleo.fay@bank.example" },
  });
  await app.record(notificationShown, {
    message: said(text),
    type: "success",
    milliseconds: 7000,
  });
  await signOut();
  await signIn(BOB);
  expect((await log.measure()).sessions.map(({ id }) => id)).toHaveLength(1);
  const named = await exported(SESSION);
  expect(JSON.stringify(named.sessions[0]?.checkpoint?.states)).toContain(text);
  for (const request of [SESSION, ALL, { ...ALL, span: "minutes" as const }]) {
    const { sessions } = await exported({ ...request, withNames: false });
    expect(JSON.stringify(sessions)).toMatch(/was sent to p-[0-9a-f]{12}@example\.invalid\./);
    expect(JSON.stringify(sessions)).not.toContain("cleo");
    expect(checkReplay(sessions[0] as never, allProjections().values()).divergence).toBeNull();
  }
});

it("a returning user finds their own sessions and deletes no others", async () => {
  const first = openPage();
  await first.signIn(ANN);
  await first.signOut();
  await first.signIn(BOB);
  await first.log.measure();
  const second = openPage();
  await second.signIn(ANN);
  const { sessions } = await second.log.measure();
  expect(sessions).toHaveLength(2);
  const anns = await second.exported(ALL);
  expect(anns.sessions).toHaveLength(2);
  expect(JSON.stringify(anns.sessions)).not.toContain("bob.ray");
  await second.log.clear();
  expect((await second.log.measure()).sessions).toHaveLength(1);
  const third = openPage();
  await third.signIn(BOB);
  expect((await third.log.measure()).sessions).toHaveLength(2);
});

it.each([
  ["is lost", sessionLost, {}],
  ["is another's without a sign-out", getCurrentUser.succeeded, { status: 200, body: BOB }],
])("a session that %s starts a new log", async (_how, definition, payload) => {
  const { app, log, exported, signIn } = openPage();
  await signIn(ANN);
  await app.record(definition as never, payload);
  await signIn(BOB);
  expect((await log.measure()).sessions).toHaveLength(1);
  const events = (await exported(ALL)).sessions.flatMap((session) => session.events);
  expect(JSON.stringify(events)).not.toContain("ann.lee");
});

it.each([
  ["a password", login],
  ["single sign-on", authenticate],
  ["a code", verifyCode],
  ["a passkey", verifyPasskey],
])("a log belongs to the user who signed in by %s", async (_how, { succeeded }) => {
  const { app, log, exported, signIn } = openPage();
  const body = { user: ANN, redirectPath: null, logKey: logKeyOf(ANN) };
  await app.record(succeeded as typeof login.succeeded, { status: 200, body });
  expect((await log.measure()).sessions).toHaveLength(1);
  await app.record(sessionLost, {});
  await signIn(BOB);
  expect((await log.measure()).sessions).toHaveLength(1);
  expect(JSON.stringify((await exported(ALL)).sessions)).not.toContain("ann.lee");
});

it("nothing that a browser stores is legible, and nobody but its user has the key", async () => {
  vi.spyOn(Date, "now").mockReturnValue(TEST_START + 60_000);
  const first = openPage();
  await first.signIn(ANN);
  await first.written();
  await first.app.act(chooseTheme, { theme: "light" });
  first.log.leave();
  const { sessions = [] } = await keptRecords();
  const stored = plainTextOf([
    await keptRecords(),
    Object.entries(localStorage),
    Object.entries(sessionStorage),
  ]);
  expect([sessions.length, Object.keys(localStorage).length]).toEqual([1, 1]);
  expect(stored).not.toContain("ann.lee");
  expect(stored).not.toContain("themeChosen");

  const second = openPage();
  await second.signIn(BOB);
  await second.log.measure();
  // It waits for its user.
  expect(Object.keys(localStorage)).toHaveLength(1);
  const store = await openLogStore();
  const [{ id }] = sessions as readonly [KeptSession];
  expect(await store.read(id, bytesOfBase64(logKeyOf(BOB)))).toMatchObject({ events: [] });
  store.close();

  const third = openPage();
  await third.signIn(ANN);
  const events = (await third.exported(ALL)).sessions.flatMap((session) => session.events);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "app/themeChosen", payload: { theme: "light" } }),
  );
  expect(Object.keys(localStorage)).toEqual([]);
});

it("a page forgets the key soon after a sign-out, and then leaves nothing of that session", async () => {
  const { app, log, signIn, signOut } = openPage();
  await signIn(ANN);
  await signOut();
  await app.act(chooseTheme, { theme: "light" });
  await vi.waitFor(
    () => {
      localStorage.clear();
      log.leave();
      expect(Object.keys(localStorage)).toEqual([]);
    },
    { timeout: 10_000 },
  );
  const { sessions = [] } = await keptRecords();
  expect(sessions).toMatchObject([{ isSealed: true }]);
});

it.each([
  ["lacks a key", undefined],
  ["has an invalid key", "short"],
])(
  "a sign-in whose answer %s continues without a stored log, and says so once",
  async (_how, logKey) => {
    const onTrouble = vi.fn();
    const { app, log, exported, signIn } = openPage({ onTrouble });
    await app.record(getCurrentUser.succeeded, {
      status: 200,
      body: { ...ANN, ...(logKey && { logKey }) },
    });
    await app.act(chooseTheme, { theme: "light" });
    expect(await log.measure()).toMatchObject({ isKept: false, sessions: [] });
    log.leave();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(onTrouble).toHaveBeenCalledOnce();
    const [own] = (await exported(ALL)).sessions;
    expect(own?.events.at(-1)).toMatchObject({ payload: { theme: "light" } });
    // A later answer has one.
    await signIn(ANN);
    expect(await log.measure()).toMatchObject({ isKept: true, sessions: [{ events: 4 }] });
  },
);

it("an unload buffer that an earlier version left in clear text goes to its user, or to nobody", async () => {
  const leave = (session: string, user: User | null) => {
    const words = { session, build: "0.0.9", user: user && markOf(user.id), outcomes: [] };
    localStorage.setItem(
      `provision.log.${session}`,
      JSON.stringify({ ...words, events: eventsOf(session, 1, 2, Date.now()) }),
    );
  };
  leave("anns", ANN);
  leave("bobs", BOB);
  leave("a visitor's", null);
  const { log, signIn } = openPage();
  await signIn(ANN);
  expect((await log.measure()).sessions.map(({ id }) => id)).toContain("anns");
  expect(Object.keys(localStorage)).toEqual(["provision.log.bobs"]);
});

it("effects of a session's last event stay in its log even if the next starts in the same turn", async () => {
  const page = openPage();
  await page.signIn(ANN);
  // Both are requested in the same turn: the second is numbered before listeners hear of the first.
  const bothHappen = createEvent();
  const lose = createFollowUp(sessionLost);
  sample({ clock: bothHappen, fn: () => ({ payload: {}, cause: null }), target: lose });
  sample({
    clock: bothHappen,
    fn: () => notificationOf("info", said("one"), null),
    target: showNotification,
  });
  await page.app.act(bothHappen, undefined);
  const sessions = page.log.unwritten().map(({ events, outcomes }) => ({
    types: events.map(({ type }) => type),
    seqs: events.map(({ seq }) => seq),
    outcomes: outcomes.flatMap(({ first, digests }) => digests.map((_one, at) => first + at)),
  }));
  expect(sessions).toHaveLength(2);
  expect(sessions[0]?.types.at(-1)).toBe(sessionLost.type);
  expect(sessions[1]?.types).toContain(notificationShown.type);
  for (const { seqs, outcomes } of sessions) expect(outcomes).toEqual(seqs);
});

it("visitors do not see stored logs", async () => {
  const first = openPage();
  await first.signIn(ANN);
  await first.log.measure();
  const second = openPage();
  await second.app.act(startApp, { version: "1", path: "/", debugStore: false });
  expect((await second.log.measure()).sessions).toEqual([]);
  expect((await second.exported(ALL)).sessions).toHaveLength(1);
});

it("events that a page could not write are left to its user's next page", async () => {
  const { log, signIn } = openPage();
  await signIn(ANN);
  const words = log.unwritten().filter(({ events }) => events.length > 0);
  expect(words).toHaveLength(1);
  expect(words[0]?.user).toMatch(/^[0-9a-f]{32}$/);
});
