// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getCurrentUser, logout } from "#events/calls/session.ts";
import { logoutStep } from "#src/features/logout/rules.ts";
import { View } from "#src/features/logout/View.tsx";
import { $session, currentUserCall, fetchCurrentUser } from "#src/data/session/index.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { failureOf, notificationsOf } from "../../support/told.ts";

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});
afterEach(cleanup);

const open = () => app.open("logout", "/logout");
const failure = (code: string) => ({
  status: "Fail" as const,
  failure: failureOf({ status: null, code }),
});

it("[SIGN-2] [SIGN-12] signs out when it opens, without the timeout flag, and goes to /", async () => {
  await app.signIn(makeUser());
  await open();
  expect(app.waiting(logout)[0]?.input.body).toEqual({ userTimedOut: false });
  await app.reply(logout, { userTimedOut: false });
  expect(app.get($session)).toEqual({ known: true, user: null, client: null });
  expect(app.history).toEqual([{ path: "/", how: "replace" }]);
  expect(notificationsOf(app)).toMatchObject([{ type: "success", message: "You are signed out." }]);
});

it("signs out once, however often the user is fetched", async () => {
  await app.signIn(makeUser());
  await open();
  await app.act(currentUserCall.start, { cause: null });
  await app.reply(getCurrentUser, makeUser());
  expect(app.waiting(logout)).toHaveLength(1);
});

it("waits until the session is known, because the security token arrives with it", async () => {
  await app.act(currentUserCall.start, { cause: null });
  await open();
  expect(app.waiting(logout)).toEqual([]);
  await app.reply(getCurrentUser, makeUser());
  expect(app.waiting(logout)).toHaveLength(1);
});

it("redirects to / without a session", async () => {
  await app.act(fetchCurrentUser, { redirectOnFailure: false, cause: null });
  await open();
  await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
  expect(app.waiting(logout)).toEqual([]);
  expect(app.history).toEqual([{ path: "/", how: "replace" }]);
});

it("decides by the known state of the session", () => {
  const nobody = { known: true, user: null, client: null };
  const idle = { status: "Success" as const, failure: null };
  expect(logoutStep({ ...nobody, known: false }, idle)).toBe("wait");
  expect(logoutStep({ ...nobody, user: makeUser() }, idle)).toBe("signOut");
  expect(logoutStep(nobody, idle)).toBe("leave");
  expect(logoutStep(nobody, failure("EBADSESSION"))).toBe("leave");
  expect(logoutStep(nobody, failure("ENETWORK"))).toBe("signOut");
});

it("reports a failed sign-out with its effect, and retries", async () => {
  await app.signIn(makeUser());
  await open();
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Signing out");
  await app.fail(logout, { status: null, code: "ENETWORK", message: "Failed to fetch" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("You are not signed out");
  expect(screen.getByRole("alert").textContent).toContain("Failed to fetch");
  expect(app.get($session).user).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await app.reply(logout, { userTimedOut: false });
  expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
});
