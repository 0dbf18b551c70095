/** Tabs of one browser agree on the signed-in user. */
import { beforeEach, describe, expect, it } from "vitest";
import { endedElsewhere } from "#events/actions/session.ts";
import { getCurrentUser, getPublicInfo, login, logout } from "#events/calls/session.ts";
import { loadScreenFx, startApp } from "#src/app/model.ts";
import { readMessage } from "#src/app/tabChannel.ts";
import { submitLogin } from "#src/features/login/model.ts";
import { $securityFlag, $session, restorePage, signOut } from "#src/data/session/index.ts";
import { $location } from "#src/kernel/navigation.ts";
import { tabMessageReceived } from "#src/kernel/ports.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

let app: TestApp;
beforeEach(() => {
  app = createTestApp({ handlers: [port(loadScreenFx, async () => ({ View: () => null }))] });
});

async function startAs(path: string, signedIn: boolean): Promise<void> {
  await app.act(startApp, { version: "1", path, debugStore: false });
  if (signedIn) await app.reply(getCurrentUser, makeUser());
  else await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
}
const here = () => app.get($location).pathname;

describe("a tab notifies the others", () => {
  it("of a sign-in", async () => {
    await startAs("/", false);
    await app.act(submitLogin, { username: "ada", password: "secret" });
    await app.reply(login, { user: makeUser(), redirectPath: null });
    expect(app.told).toEqual([{ kind: "started", userId: makeUser().id }]);
  });

  it.each([true, false])("of the end of the session, timed out: %s", async (userTimedOut) => {
    await startAs("/dashboard", true);
    await app.act(signOut, { userTimedOut, cause: null });
    await app.reply(logout, { userTimedOut });
    expect(app.told).toEqual([{ kind: "ended", userTimedOut }]);
  });
});

describe("a notified tab", () => {
  it.each([
    [true, "You were signed out after a period of inactivity."],
    [false, "You were signed out in another tab."],
  ])(
    "[SIGN-9] clears all its data at the end of the session, timed out: %s",
    async (timedOut, text) => {
      await startAs("/rbac/role-mapping", true);
      await app.act(tabMessageReceived, { kind: "ended", userTimedOut: timedOut });
      expect(app.get($session)).toEqual({ known: true, user: null, client: null });
      expect(here()).toBe("/");
      expect(notificationsOf(app)).toMatchObject([{ type: "warning", message: text }]);
      expect(app.waiting(logout)).toEqual([]);
    },
  );

  it("[SIGN-12] reports the end of the session once during its own sign-out", async () => {
    await startAs("/dashboard", true);
    await app.act(signOut, { userTimedOut: true, cause: null });
    await app.act(tabMessageReceived, { kind: "ended", userTimedOut: true });
    await app.fail(logout, { status: 403, code: "EBADCSRFTOKEN", message: "m" });
    expect(notificationsOf(app)).toHaveLength(1);
    expect(app.get($session).user).toBeNull();
    expect(app.get($securityFlag)).toBe(false);
    expect(here()).toBe("/");
  });

  it("fetches the new cookie's token at the end of the session", async () => {
    await startAs("/", false);
    const before = app.waiting(getPublicInfo).length;
    await app.act(tabMessageReceived, { kind: "ended", userTimedOut: false });
    expect(app.waiting(getPublicInfo)).toHaveLength(before + 1);
    expect(app.envelopes(endedElsewhere)).toEqual([]);
  });

  it("continues as the user who signed in", async () => {
    await startAs("/rbac/role-mapping", false);
    expect(here()).toBe("/");
    await app.act(tabMessageReceived, { kind: "started", userId: makeUser().id });
    await app.reply(getCurrentUser, makeUser());
    expect(here()).toBe("/rbac/role-mapping");
  });

  it("shows nothing of the previous user when another signs in", async () => {
    await startAs("/rbac/role-mapping", true);
    const other = makeUser({ id: uuid(77), username: "eve" });
    await app.act(tabMessageReceived, { kind: "started", userId: other.id });
    expect(app.get($session).user).toBeNull();
    expect(here()).toBe("/");
    await app.reply(getCurrentUser, other);
    expect(app.get($session).user?.username).toBe("eve");
    expect(here()).toBe("/dashboard");
  });

  it("stays on its screen when the same user signs in again", async () => {
    await startAs("/rbac/role-mapping", true);
    await app.act(tabMessageReceived, { kind: "started", userId: makeUser().id });
    expect(app.envelopes(endedElsewhere)).toEqual([]);
    await app.reply(getCurrentUser, makeUser());
    expect(here()).toBe("/rbac/role-mapping");
  });
});

it("a page restored from the back/forward cache checks the session and shows no other user's work", async () => {
  await startAs("/rbac/role-mapping", true);
  await app.act(restorePage, {});
  await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
  await app.fail(logout, { status: 401, code: "EBADSESSION" });
  expect(app.get($session).user).toBeNull();
  expect(here()).toBe("/");
});

it.each([
  [{ kind: "started", userId: 7 }],
  [{ kind: "ended" }],
  [{ kind: "active", at: 1.5 }],
  [{ kind: "unheard of" }],
  [null],
  ["ended"],
])("an unknown message is ignored: %j", (message) => {
  expect(readMessage(message)).toBeNull();
});

it("known messages are read", () => {
  expect(readMessage({ kind: "active", at: 7, more: 1 })).toEqual({ kind: "active", at: 7 });
  expect(readMessage({ kind: "ended", userTimedOut: true })).toEqual({
    kind: "ended",
    userTimedOut: true,
  });
});
