/** The absolute end of a session: users are warned of it, and no prompt blocks the screen. */
import { expect, it } from "vitest";
import { endTold } from "#events/actions/keepAlive.ts";
import { pageRestored, startedElsewhere } from "#events/actions/session.ts";
import { updatePassword } from "#events/calls/password.ts";
import { getCurrentUser, getSessionLength, login, logout } from "#events/calls/session.ts";
import { countsCall } from "#src/features/dashboard/clientModel.ts";
import "#src/features/keep-alive/expiryWarning.ts";
import { $endsAt, $session } from "#src/data/session/index.ts";
import { tabMessageReceived } from "#src/kernel/ports.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { TEST_START } from "../../support/scope.ts";
import { LOOK, startClockApp, type ClockApp } from "./support.ts";
import { notificationsOf } from "../../support/told.ts";
import { $notifications } from "#src/kernel/notifications.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The client treats a session as over this much earlier than the server. */
const MARGIN = 20_000;

const notes = (app: ClockApp) => notificationsOf(app).map(({ message }) => message);
const told = (app: ClockApp) => app.envelopes(endTold).map(({ payload }) => payload);
const ENDED = "You were signed out because a day has passed since you signed in.";

/** An active user: one request per minute. */
async function work(app: ClockApp, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await app.minutes(1);
    await app.act(countsCall.start, { params: { clientId: uuid(1) }, cause: null });
  }
}

/** Answers the request for the session's times. @param endsIn until its end; null: there is no session. */
const tellTimes = (app: ClockApp, endsIn: number | null) =>
  app.reply(getSessionLength, {
    data: { sessionLengthInMillis: 1_780_000, sessionEndsInMillis: endsIn },
  });

const asked = (app: ClockApp) => app.waiting(getSessionLength).length;
const signOuts = (app: ClockApp) => app.waiting(logout).map(({ input }) => input.body);

/** @param endsIn until the session's end from the client's view. */
const start = (endsIn: number) => startClockApp({ endsIn: endsIn + MARGIN });

it("an active user is warned ten and two minutes before the end, without a prompt", async () => {
  const app = await start(30 * MINUTE);
  await work(app, 19);
  expect(notes(app)).toEqual([]);
  await work(app, 1);
  expect(told(app)).toEqual([{ left: 10 * MINUTE }]);
  const text = `Your session ends at 9:30 AM, a day after you signed in. Save your work before then, and sign in again.`;
  expect(notificationsOf(app)).toMatchObject([
    { type: "warning", message: text, milliseconds: 8 * MINUTE },
  ]);
  await work(app, 7);
  expect(told(app)).toHaveLength(1);
  await work(app, 1);
  expect(told(app)).toEqual([{ left: 10 * MINUTE }, { left: 2 * MINUTE }]);
  expect(notificationsOf(app)).toMatchObject([{ message: text, milliseconds: 2 * MINUTE }]);
  await work(app, 1);
  expect(app.warning().open).toBe(false);
  expect(app.waiting(logout)).toEqual([]);
  expect(app.get($session).user).not.toBeNull();
});

it("an active user is signed out at the end, sees the reason, and is not warned again", async () => {
  const app = await start(12 * MINUTE);
  await work(app, 12);
  await tellTimes(app, MARGIN);
  expect(signOuts(app)).toEqual([{ userTimedOut: true }]);
  await app.reply(logout, { userTimedOut: true });
  expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
  expect(notes(app).filter((note) => note.startsWith("Your session ends"))).toEqual([]);
  expect(notes(app)).toContain(ENDED);
  await app.signIn(makeUser());
  expect(notes(app)).toEqual([]);
});

it("the warning and the end are on time when they are not at whole minutes", async () => {
  const app = await start(10 * MINUTE + 90_000);
  await app.minutes(1);
  expect(app.delays.find(({ tag }) => tag.startsWith(LOOK))?.milliseconds).toBe(30_000);
  await app.elapse(LOOK);
  expect(told(app)).toEqual([{ left: 10 * MINUTE }]);
  const ending = await start(90_000);
  expect(told(ending)).toEqual([{ left: 2 * MINUTE }]);
  await ending.minutes(1);
  expect(ending.delays.find(({ tag }) => tag.startsWith(LOOK))?.milliseconds).toBe(30_000);
  await ending.elapse(LOOK);
  await tellTimes(ending, MARGIN);
  expect(ending.waiting(logout)).toHaveLength(1);
});

it("an open prompt counts down to the end if that comes first", async () => {
  const app = await start(28 * MINUTE);
  await app.minutes(25);
  expect(app.warning()).toEqual({ open: true, remaining: 3 * MINUTE });
  await app.minutes(3);
  await tellTimes(app, MARGIN);
  expect(signOuts(app)).toEqual([{ userTimedOut: true }]);
});

it("a session whose end the server does not report has none", async () => {
  const app = await startClockApp();
  await work(app, 25 * 60);
  expect(told(app)).toEqual([]);
  expect(app.waiting(logout)).toEqual([]);
});

it("a tab whose session another tab ended at that time shows the reason, too", async () => {
  const app = await start(12 * MINUTE);
  await work(app, 11);
  app.pass(MINUTE - 1000);
  await app.act(tabMessageReceived, { kind: "ended", userTimedOut: true });
  expect(notes(app)).toContain(ENDED);
  const idle = await start(12 * MINUTE);
  await work(idle, 1);
  await idle.act(tabMessageReceived, { kind: "ended", userTimedOut: true });
  expect(notes(idle)).toEqual(["You were signed out after a period of inactivity."]);
});

it("changing the password replaces the session's end and removes the warning", async () => {
  const app = await start(11 * MINUTE);
  await work(app, 1);
  const [warning, ...others] = notes(app);
  expect(others).toEqual([]);
  await app.record(updatePassword.succeeded, { status: 200, body: {} });
  await tellTimes(app, DAY);
  expect(notes(app)).not.toContain(warning);
  await work(app, 60);
  expect(app.waiting(logout)).toEqual([]);
  expect(told(app)).toHaveLength(1);
});

it("a restored page checks the session and does not end at the old time", async () => {
  const app = await start(5 * MINUTE);
  await app.record(pageRestored, {});
  await app.reply(getCurrentUser, makeUser());
  expect(app.get($endsAt)).toBeNull();
  await work(app, 6);
  expect(signOuts(app)).toEqual([]);
  await tellTimes(app, 9 * MINUTE + MARGIN);
  expect(told(app)).toEqual([{ left: 10 * MINUTE }]);
});

it("a later end from the server replaces the old one: the session is new, or the clock was changed", async () => {
  const app = await start(5 * MINUTE);
  app.pass(5 * MINUTE);
  await app.minutes(1);
  expect([signOuts(app), asked(app)]).toEqual([[], 1]);
  await tellTimes(app, 30 * MINUTE + MARGIN);
  await work(app, 29);
  expect([signOuts(app), asked(app)]).toEqual([[], 0]);
  await work(app, 1);
  await tellTimes(app, MARGIN);
  expect(signOuts(app)).toEqual([{ userTimedOut: true }]);
});

it("a session that the server no longer has at the end is over", async () => {
  const app = await start(MINUTE);
  await work(app, 1);
  expect(signOuts(app)).toEqual([]);
  await tellTimes(app, null);
  expect(signOuts(app)).toEqual([{ userTimedOut: true }]);
  await app.reply(logout, { userTimedOut: true });
  expect(notes(app)).toEqual([ENDED]);
});

it("a late message about a previous session's end does not end a newer session of another tab", async () => {
  const app = await start(MINUTE);
  await app.minutes(1);
  await app.act(tabMessageReceived, { kind: "started", userId: makeUser().id });
  await app.reply(getCurrentUser, makeUser());
  expect(asked(app)).toBe(2);
  await tellTimes(app, MARGIN);
  await tellTimes(app, DAY);
  expect(signOuts(app)).toEqual([]);
  expect(app.get($endsAt)).toBe(TEST_START + MINUTE + DAY);
});

it("a server that does not answer at the end is polled once a minute, which is no activity", async () => {
  const app = await start(25 * MINUTE);
  await app.minutes(25);
  for (let minute = 25; minute < 29; minute += 1) {
    expect([signOuts(app), asked(app)]).toEqual([[], 1]);
    await app.fail(getSessionLength, { status: null, code: "ENETWORK" });
    expect(asked(app)).toBe(0);
    await app.minutes(1);
  }
  await app.minutes(1);
  expect(signOuts(app)).toEqual([{ userTimedOut: true }]);
});

it("a failed check of the end is retried once a minute, and the warning stays", async () => {
  const app = await startClockApp();
  await app.minutes(3);
  expect(asked(app)).toBe(0);
  await app.record(startedElsewhere, {});
  for (let minute = 0; minute < 3; minute += 1) {
    expect(asked(app)).toBe(1);
    await app.fail(getSessionLength);
    expect(asked(app)).toBe(0);
    await app.minutes(1);
  }
  await app.minutes(1);
  expect(asked(app)).toBe(1);
  await tellTimes(app, 9 * MINUTE + MARGIN);
  expect(told(app)).toEqual([{ left: 10 * MINUTE }]);
  await app.minutes(1);
  expect(asked(app)).toBe(0);
});

it("a sign-in in another tab makes this tab check again, and not end at the old time", async () => {
  const app = await start(5 * MINUTE);
  await app.act(tabMessageReceived, { kind: "started", userId: makeUser().id });
  await app.reply(getCurrentUser, makeUser());
  await work(app, 6);
  expect(app.waiting(logout)).toEqual([]);
  expect(app.waiting(getSessionLength)).toHaveLength(1);
});

it("an old end does not end a new session whose own is still unknown", async () => {
  const app = await start(MINUTE);
  await app.minutes(1);
  await tellTimes(app, null);
  await app.reply(logout, { userTimedOut: true });
  await app.record(login.succeeded, {
    status: 200,
    body: { user: makeUser(), redirectPath: null },
  });
  await app.minutes(3);
  expect(app.waiting(logout)).toEqual([]);
});

it("a replay reaches the same warnings", async () => {
  const app = await start(12 * MINUTE);
  await work(app, 11);
  for (const [name, state] of [
    ["session/endsAt", app.get($endsAt)],
    ["notifications", app.get($notifications)],
  ] as const) {
    const projection = allProjections().get(name);
    const replayed = app.log.reduce(
      (before, envelope) => projection?.evolve(before, envelope),
      projection?.initial,
    );
    expect(replayed).not.toEqual(projection?.initial);
    expect(replayed).toEqual(state);
  }
});
