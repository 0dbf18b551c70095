// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, describe, expect, it } from "vitest";
import { pageRestored } from "#events/actions/session.ts";
import {
  authenticate,
  beginSignOn,
  endSession,
  getCurrentUser,
  getPublicInfo,
  login,
  logout,
} from "#events/calls/session.ts";
import { forgotPassword } from "#events/calls/password.ts";
import { startApp } from "#src/app/model.ts";
import { forgotCall, forgotForm } from "#src/features/forgot-password/model.ts";
import { View } from "#src/features/login/View.tsx";
import { $session, signOut } from "#src/data/session/index.ts";
import type { SsoCallback } from "#src/kernel/ssoPorts.ts";
import { makeUser } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { said } from "../../support/english.ts";

const INFO = {
  sessionKeepAliveTimeoutThreshold: 300_000,
  gtmContainerId: null,
  ssoEnabled: true,
  passwordEnabled: true,
};
const PROVIDER_URL = "https://id.example/auth?state=the-state";
const ANSWER: SsoCallback = { kind: "code", state: "the-state", code: "the-code" };

afterEach(cleanup);

/** A visitor's sign-in page with the server's answers. */
async function open({
  info = INFO,
  path = "/",
  ssoCallback = null,
}: {
  info?: typeof INFO;
  path?: string;
  ssoCallback?: SsoCallback | null;
} = {}): Promise<TestApp> {
  const app = createTestApp({ ssoCallback });
  await app.act(startApp, { version: "1", path, debugStore: false });
  await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION", message: "Nobody" });
  await app.open("login", path);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await app.reply(getPublicInfo, info);
  return app;
}
const SSO = "Sign in with single sign-on";
const button = (name: string) => screen.queryByRole("button", { name });
const press = async (app: TestApp, name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await app.settle();
};

describe("single sign-on", () => {
  it("is offered beside the password only if it is configured", async () => {
    await open({ info: { ...INFO, ssoEnabled: false } });
    expect(button(SSO)).toBeNull();
    cleanup();
    await open();
    expect(button(SSO)).not.toBeNull();
    expect(screen.getByLabelText("Password")).toBeTruthy();
    cleanup();
    await open({ info: { ...INFO, passwordEnabled: false } });
    expect(button(SSO)).not.toBeNull();
    expect(screen.queryByLabelText("Password")).toBeNull();
    expect(screen.queryByText("Forgot password?")).toBeNull();
  });

  it("redirects to the provider with a return address, and can start again after returning", async () => {
    const app = await open({ path: "/?redirect=%2Fusers%3Fpage%3D1" });
    await press(app, SSO);
    expect(app.waiting(beginSignOn)[0]?.input.body).toEqual({ path: "%2Fusers%3Fpage%3D1" });
    await app.reply(beginSignOn, { url: PROVIDER_URL });
    expect(app.left).toEqual([PROVIDER_URL]);
    expect(button(SSO)).toBeNull();
    await app.record(pageRestored, {});
    expect(button(SSO)).not.toBeNull();
    expect(JSON.stringify(app.log)).not.toContain("the-state");
  });

  it("[SIGN-13] [SIGN-10] sends state, code and path once the token has arrived, and signs in", async () => {
    const app = await open({ ssoCallback: ANSWER, path: "/?redirect=%2Fusers" });
    expect(screen.getByText("Signing you in")).toBeTruthy();
    expect(app.waiting(authenticate)[0]?.input.body).toEqual({
      state: "the-state",
      auth_code: "the-code",
      path: "%2Fusers",
    });
    await app.reply(authenticate, { user: makeUser(), redirectPath: "/users" });
    expect(app.get($session).user?.id).toBe(makeUser().id);
    expect(app.history.at(-1)).toEqual({ path: "/users", how: "replace" });
    expect(app.told).toEqual([{ kind: "started", userId: makeUser().id }]);
    expect(JSON.stringify(app.log)).not.toMatch(/the-state|the-code/);
  });

  it("[ROUTE-95] [ROUTE-96] also reads state and code from the login path to which a guard redirected", async () => {
    const app = await open({ path: "/?redirect=%2Fusers&state=the-state&code=the-code" });
    expect(app.waiting(authenticate)).toHaveLength(1);
    expect(app.waiting(authenticate)[0]?.input.body).toEqual({
      state: "the-state",
      auth_code: "the-code",
      path: "%2Fusers",
    });
  });

  it("shows why it failed, and keeps the errors of both sign-in methods apart", async () => {
    const app = await open({ ssoCallback: ANSWER });
    await app.fail(authenticate, {
      status: 401,
      code: "EBADCREDENTIALS",
      message: "Nobody is yours",
    });
    expect(screen.getByText("Nobody is yours.")).toBeTruthy();
    await press(app, SSO);
    expect(screen.queryByText("Nobody is yours.")).toBeNull();
    await app.fail(beginSignOn, { status: 503, code: "EUNAVAILABLE", message: "Out of reach" });
    expect(screen.getByText("Out of reach.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Username"), { target: { value: "ann" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
    await press(app, "Sign in");
    expect(app.waiting(login)).toHaveLength(1);
    expect(screen.queryByText("Out of reach.")).toBeNull();
  });

  it.each([
    [true, "cancelled"],
    [false, "failed"],
  ])("reports that the provider sent no code (denied: %s)", async (denied, word) => {
    const app = await open({ ssoCallback: { kind: "error", denied } });
    expect(screen.getByText("Couldn't sign in")).toBeTruthy();
    expect(document.body.textContent).toContain(word);
    expect(app.waiting(authenticate)).toEqual([]);
    expect(button(SSO)).not.toBeNull();
  });

  it("[SIGN-15] [SIGN-9] [SIGN-12] ends the session by end-session, and then the provider's", async () => {
    const app = await open();
    await app.signIn(makeUser());
    await app.act(signOut, { userTimedOut: false, cause: null });
    expect(app.waiting(logout)).toEqual([]);
    expect(app.waiting(endSession)[0]?.input.body).toEqual({ userTimedOut: false });
    await app.reply(endSession, { userTimedOut: false, providerUrl: PROVIDER_URL });
    expect(app.get($session).user).toBeNull();
    expect(app.history.at(-1)?.path).toBe("/");
    expect(app.left).toEqual([PROVIDER_URL]);
    expect(app.told.at(-1)).toEqual({ kind: "ended", userTimedOut: false });
    expect(JSON.stringify(app.log)).not.toContain("id.example");
  });

  it("can start after a sign-out without reloading the page", async () => {
    const app = await open();
    await app.signIn(makeUser());
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(endSession, { userTimedOut: false, providerUrl: null });
    await app.open("login", "/");
    expect(button(SSO)).not.toBeNull();
    expect(screen.getByLabelText("Password")).toBeTruthy();
  });

  it("[SIGN-16] is absent for a sign-out by logout", async () => {
    const app = await open({ info: { ...INFO, ssoEnabled: false } });
    await app.signIn(makeUser());
    await app.act(signOut, { userTimedOut: true, cause: null });
    expect(app.waiting(endSession)).toEqual([]);
    expect(app.waiting(logout)[0]?.input.body).toEqual({ userTimedOut: true });
  });
});

it("keeps its error until the user leaves the page", async () => {
  const app = await open();
  fireEvent.change(screen.getByLabelText("Username"), { target: { value: "ann" } });
  await press(app, "Sign in");
  expect(screen.getByText("Password is required")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret" } });
  await press(app, "Sign in");
  await app.fail(login, { status: 401, code: "EBADCREDENTIALS", message: "Not right" });
  expect(screen.getByText("Not right.")).toBeTruthy();
  await press(app, SSO);
  await app.fail(beginSignOn, { status: 503, code: "EUNAVAILABLE", message: "Out of reach" });
  await app.open("forgotPassword", "/forgot-password");
  await app.open("login", "/");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("Username").value).toBe("ann");
});

it("does not show a failed link request on the next visit", async () => {
  const app = createTestApp();
  await app.open("forgotPassword", "/forgot-password");
  await app.act(forgotForm.change, { values: { email: "ann@example.com" } });
  await app.act(forgotForm.submit, {});
  await app.fail(forgotPassword, { status: 429, code: "ETOOMANY", message: "Later" });
  expect(app.get(forgotCall.$request).failure).not.toBeNull();
  expect(app.get(forgotForm.$view)?.failure?.reason).toEqual(said("Later"));
  await app.open("login", "/");
  await app.open("forgotPassword", "/forgot-password");
  expect(app.get(forgotCall.$request).failure).toBeNull();
  expect(app.get(forgotForm.$view)?.failure).toBeNull();
});
