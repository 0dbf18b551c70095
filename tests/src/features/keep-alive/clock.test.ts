/** The end of a session from the client's view: expiry, activity, the prompt before the end, and the end. */
import { expect, it } from "vitest";
import { fork } from "effector";
import { activityHeard, clockTicked, warningClosed } from "#events/actions/keepAlive.ts";
import { endedElsewhere } from "#events/actions/session.ts";
import { getClientCounts } from "#events/calls/directory.ts";
import {
  endSession,
  getPublicInfo,
  getSessionLength,
  logout,
  renewSession,
} from "#events/calls/session.ts";
import type { User } from "#events/entities/user.ts";
import { countsCall } from "#src/features/dashboard/clientModel.ts";
import { $clock, $leaving, $warning, logOut, stay } from "#src/features/keep-alive/model.ts";
import {
  countdownText,
  expiryOf,
  remainingOf,
  spokenText,
} from "#src/features/keep-alive/rules.ts";
import { keepAliveMessages } from "#src/features/keep-alive/messages.ts";
import { $appInfo, $session } from "#src/data/session/index.ts";
import { tabMessageReceived } from "#src/kernel/ports.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, TEST_START } from "../../support/scope.ts";
import { isRunning, LOOK, startClockApp, type ClockApp } from "./support.ts";
import { notificationsOf } from "../../support/told.ts";

const EXPIRY = 1_760_000;
const call = (app: ClockApp) =>
  app.act(countsCall.start, { params: { clientId: uuid(1) }, cause: null });

it("[SESS-8] the expiry is the server's session length less 20 seconds", async () => {
  const app = await startClockApp();
  expect(expiryOf(app.get($clock)) - app.get($clock).activeAt).toBe(EXPIRY);
  const short = await startClockApp({ length: 90_000 });
  expect(remainingOf(short.get($clock))).toBe(70_000);
});

it("[SESS-20] [SESS-6] the length is requested and read at data.data.sessionLengthInMillis", async () => {
  const app = await startClockApp({ length: 600_000 });
  const [asked] = app.sent.filter(({ call: { name } }) => name === getSessionLength.name);
  expect(asked?.input).toEqual({ body: undefined });
  expect(app.get($clock).length).toBe(600_000);
});

it("[SESS-24] the length is 1,780,000 ms until the server reports another", async () => {
  const app = createTestApp();
  expect(app.get($clock).length).toBe(1_780_000);
});

it("[SESS-9] [SESS-10] a call made with a token is activity and postpones the expiry", async () => {
  const app = await startClockApp();
  app.pass(100_000);
  await call(app);
  expect(app.get($clock).activeAt).toBe(TEST_START + 100_000);
  expect(expiryOf(app.get($clock))).toBe(TEST_START + 100_000 + EXPIRY);
});

it("[SESS-8] [SESS-11] setting the clock back delays neither the prompt nor the sign-out", async () => {
  const app = await startClockApp();
  await app.minutes(5);
  app.pass(-3_600_000);
  await app.record(clockTicked, {});
  expect(app.warning().remaining).toBe(EXPIRY - 300_000);
  await app.minutes(5);
  expect(app.warning().remaining).toBe(EXPIRY - 600_000);
  await call(app);
  expect(app.warning().remaining).toBe(EXPIRY);
  expect(app.told.at(-1)).toEqual({ kind: "active", at: app.get($clock).activeAt });
});

it("[SESS-9] a call made before the sign-in is no activity", async () => {
  const app = createTestApp();
  app.pass(100_000);
  await app.act(countsCall.start, { params: { clientId: uuid(1) }, cause: null });
  expect(app.get($clock).activeAt).toBe(0);
});

it("[SESS-11] [SESS-12] the modal opens at the threshold and not before", async () => {
  const app = await startClockApp();
  await app.minutes(24);
  expect(app.warning()).toEqual({ open: false, remaining: 320_000 });
  expect(app.delays.find(({ tag }) => tag.startsWith(LOOK))?.milliseconds).toBe(20_000);
  await app.elapse(LOOK);
  expect(app.warning()).toEqual({ open: true, remaining: 300_000 });
});

it("[SESS-26] [SESS-27] the threshold is the server's, 300,000 ms by default", async () => {
  const app = await startClockApp({ threshold: 30_000, length: 80_000 });
  expect(app.warning().open).toBe(false);
  await app.elapse(LOOK);
  expect(app.warning()).toEqual({ open: true, remaining: 30_000 });
  const unanswered = createTestApp();
  expect(unanswered.get($warning).open).toBe(false);
  expect(unanswered.get($appInfo).keepAliveThreshold).toBe(300_000);
});

it("[SESS-28] the countdown ticks every 1000 ms", async () => {
  const app = await startClockApp({ threshold: 30_000, length: 80_000 });
  await app.elapse(LOOK);
  for (const remaining of [29_000, 28_000, 27_000]) {
    const waiting = app.delays.filter(({ tag }) => tag.startsWith(LOOK));
    expect(waiting.map(({ milliseconds }) => milliseconds)).toContain(1000);
    await app.elapse(LOOK);
    expect(app.warning().remaining).toBe(remaining);
  }
  expect(app.envelopes(clockTicked)).toHaveLength(4);
});

it.each([
  [300_000, "5 minutes"],
  [119_999, "1 minute"],
  [60_000, "1 minute"],
])("[SESS-29] with %i ms left it shows minutes: %s", (remaining, text) => {
  expect(countdownText(remaining, keepAliveMessages.english)).toBe(text);
});

it.each([
  [59_000, "59 seconds"],
  [1500, "2 seconds"],
  [1000, "1 second"],
])("[SESS-30] with %i ms left it shows seconds: %s", (remaining, text) => {
  expect(countdownText(remaining, keepAliveMessages.english)).toBe(text);
});

it("a screen reader hears each minute, and fewer updates below a minute", () => {
  const said = new Set(
    Array.from({ length: 300 }, (_, second) =>
      spokenText((300 - second) * 1000, keepAliveMessages.english),
    ),
  );
  expect([...said]).toEqual([
    "5 minutes left",
    "4 minutes left",
    "3 minutes left",
    "2 minutes left",
    "1 minute left",
    "Less than 1 minute left",
    "Less than 30 seconds left",
    "Less than 10 seconds left",
  ]);
});

async function warned(): Promise<ClockApp> {
  const app = await startClockApp({ threshold: 30_000, length: 80_000 });
  await app.elapse(LOOK);
  return app;
}

const renewedAs = (user: User) => ({
  user,
  sessionUser: { id: uuid(2), clients: [], resourceIds: [] },
  sessionLengthInMillis: 80_000,
  sessionEndsInMillis: null,
});

it('[SESS-13] [SESS-14] [SESS-22] [SESS-23] "I\'m still here" closes the modal in 300 ms and renews the session', async () => {
  const app = await warned();
  await app.act(stay, {});
  expect(app.warning().open).toBe(false);
  expect(app.delays.find(({ tag }) => tag === "keepAlive:close")?.milliseconds).toBe(300);
  expect(app.envelopes(warningClosed)).toHaveLength(0);
  await app.elapse("keepAlive:close");
  expect(app.envelopes(warningClosed)).toHaveLength(1);
  expect(app.waiting(renewSession)[0]?.input.body).toEqual({ redirectUrl: "/" });
  await app.reply(renewSession, renewedAs(makeUser()));
  expect(app.warning()).toEqual({ open: false, remaining: 60_000 });
});

it("[SESS-7] a renewal replaces the stored user by that of its answer", async () => {
  const app = await warned();
  await app.act(stay, {});
  const user = makeUser({ givenName: "Renamed" }, []);
  await app.reply(renewSession, renewedAs(user));
  expect(app.get($session)).toEqual({ known: true, user, client: user.clients[0] });
});

it("a renewal answered after the end of the session signs nobody in", async () => {
  const app = await warned();
  await app.act(stay, {});
  await app.record(endedElsewhere, { userTimedOut: false });
  await app.record(renewSession.succeeded, { status: 200, body: renewedAs(makeUser()) });
  expect(app.get($session).user).toBeNull();
});

it("a failed renewal is reported, and the prompt returns with the remaining time", async () => {
  const app = await warned();
  await app.act(stay, {});
  await app.elapse("keepAlive:close");
  await app.fail(renewSession, { status: null, code: "ENETWORK", message: "Failed to fetch" });
  expect(app.warning()).toMatchObject({ open: true });
  expect(app.get($clock).activeAt).toBe(TEST_START);
  expect(notificationsOf(app)).toMatchObject([
    { type: "error", message: "Your session could not be renewed: Failed to fetch." },
  ]);
  await app.elapse(LOOK);
  expect(app.warning().remaining).toBeLessThan(30_000);
});

async function run(app: ClockApp): Promise<void> {
  for (let looks = 0; looks < 40 && app.warning().remaining > 0; looks += 1) await app.elapse(LOOK);
}

it("[SESS-15] [SESS-16] at 0 the user is logged out with the timeout flag and sent to /", async () => {
  const app = await warned();
  await run(app);
  expect(app.waiting(logout).map(({ input }) => input.body)).toEqual([{ userTimedOut: true }]);
  await app.reply(logout, { userTimedOut: true });
  expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
  expect(app.get($session).user).toBeNull();
  expect(isRunning(app)).toBe(false);
  expect(notificationsOf(app)).toMatchObject([
    { message: "You were signed out after a period of inactivity." },
  ]);
});

it("a user who returns hours later still sees the sign-out message, until the next sign-in", async () => {
  const app = await warned();
  await run(app);
  await app.reply(logout, { userTimedOut: true });
  const [notice] = notificationsOf(app);
  expect(notice?.milliseconds).toBeGreaterThanOrEqual(12 * 3_600_000);
  await app.signIn(makeUser());
  expect(notificationsOf(app)).toEqual([]);
});

it("[SESS-15] [SESS-16] an unreachable server at 0 does not keep the user signed in", async () => {
  const app = await warned();
  await run(app);
  await app.fail(logout, { status: null, code: "ENETWORK", message: "Failed to fetch" });
  expect(app.get($session).user).toBeNull();
  expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
});

it("[SESS-15] a computer that slept past the end signs the user out within its first minute awake", async () => {
  const app = await startClockApp();
  app.pass(5 * 3_600_000);
  await app.minutes(1);
  expect(app.warning().open).toBe(false);
  expect(app.waiting(logout)[0]?.input.body).toEqual({ userTimedOut: true });
});

it('[SESS-17] "Log Out" logs out without the timeout flag', async () => {
  const app = await warned();
  await app.act(logOut, {});
  expect(app.waiting(logout).map(({ input }) => input.body)).toEqual([{ userTimedOut: false }]);
});

it.each([
  ["password", logout, false],
  ["single sign-on", endSession, true],
])(
  '[SESS-17] "Log Out" is no activity and keeps the modal until the server answers: %s',
  async (_name, call, ssoEnabled) => {
    const app = await startClockApp({ threshold: 30_000, length: 80_000, ssoEnabled });
    await app.elapse(LOOK);
    await app.act(logOut, {});
    expect(app.get($clock).activeAt).toBe(TEST_START);
    expect(app.warning().open).toBe(true);
    expect(app.get($leaving)).toEqual({ underWay: true, failure: null });
    await app.fail(call, { status: null, code: "ENETWORK", message: "Failed to fetch" });
    expect(app.warning().open).toBe(true);
    expect(app.get($leaving)).toMatchObject({ underWay: false, failure: { code: "ENETWORK" } });
    await app.act(logOut, {});
    expect(app.waiting(call)).toHaveLength(1);
    await app.reply(call, { userTimedOut: false, providerUrl: null });
    expect(app.warning().open).toBe(false);
    expect(app.get($session).user).toBeNull();
  },
);

it('a "Log Out" without an answer stays visible past the end, and the timeout ends the session', async () => {
  const app = await warned();
  await app.act(logOut, {});
  await run(app);
  expect(app.warning()).toEqual({ open: true, remaining: 0 });
  await app.fail(logout, { status: null, code: "ETIMEOUT" });
  expect(app.warning().open).toBe(true);
  await app.minutes(1);
  expect(app.waiting(logout).map(({ input }) => input.body)).toEqual([{ userTimedOut: true }]);
  await app.fail(logout, { status: null, code: "ETIMEOUT" });
  expect(app.warning().open).toBe(false);
  expect(app.get($session).user).toBeNull();
});

it('"I\'m still here" after a failed "Log Out" closes the modal', async () => {
  const app = await warned();
  await app.act(logOut, {});
  await app.fail(logout, { status: null, code: "ENETWORK" });
  await app.act(stay, {});
  expect(app.warning().open).toBe(false);
  expect(app.get($leaving).failure).toBeNull();
});

it("the clock stops when the session is over", async () => {
  const app = await warned();
  await app.act(logOut, {});
  await app.reply(logout, { userTimedOut: false });
  const ticks = app.envelopes(clockTicked).length;
  await app.elapse(LOOK);
  await app.minutes(3);
  expect(app.envelopes(clockTicked)).toHaveLength(ticks);
  expect(app.delays.filter(({ tag }) => tag.startsWith(LOOK))).toEqual([]);
});

it("activity in another tab closes the modal, and counts from when it was received", async () => {
  const app = await warned();
  await app.act(tabMessageReceived, { kind: "active", at: TEST_START + 29_000 });
  expect(app.warning()).toEqual({ open: false, remaining: 59_000 });
  await app.act(tabMessageReceived, { kind: "active", at: TEST_START + 1e9 });
  expect(app.warning().remaining).toBe(60_000);
  await app.act(tabMessageReceived, { kind: "active", at: TEST_START });
  expect(app.envelopes(activityHeard)).toHaveLength(2);
});

it("a tab notifies the others of activity at most once a second", async () => {
  const app = await startClockApp();
  const told = () => app.told.filter(({ kind }) => kind === "active").length;
  const before = told();
  for (let calls = 0; calls < 5; calls += 1) {
    app.pass(300);
    await call(app);
  }
  expect(told() - before).toBeLessThanOrEqual(2);
  expect(app.told.at(-1)).toMatchObject({ kind: "active" });
});

it("a replay reaches the same clock without side effects", async () => {
  const app = await warned();
  await app.act(stay, {});
  await app.elapse("keepAlive:close");
  const projection = allProjections().get("keepAlive/clock");
  const replayed = app.log.reduce(
    (state, envelope) => projection?.evolve(state, envelope),
    projection?.initial,
  );
  expect(replayed).toEqual(app.get($clock));
  expect(fork().getState($warning).open).toBe(false);
  expect(app.sent.some(({ call: { name } }) => name === getPublicInfo.name)).toBe(false);
  expect(app.waiting(getClientCounts)).toEqual([]);
});
