// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, describe, expect, it } from "vitest";
import { beginTotp, confirmTotp, listFactors, verifyCode } from "#events/calls/factors.ts";
import { confirmPassword, getCurrentUser, login } from "#events/calls/session.ts";
import { updateProfile } from "#events/calls/profile.ts";
import { message } from "#events/messages/message.ts";
import { startApp } from "#src/app/model.ts";
import { $session } from "#src/data/session/index.ts";
import { submitLogin } from "#src/features/login/model.ts";
import { View as Profile } from "#src/features/profile/View.tsx";
import { View as SecondFactor } from "#src/features/second-factor/View.tsx";
import { makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const USER = makeUser({ email: "ada@example.com" });
const PATH = "/second-factor?redirect=%2Fusers";

afterEach(cleanup);

function show(app: TestApp, screen_: React.ReactNode): void {
  render(<Provider value={app.scope}>{screen_}</Provider>);
}

/** A visitor with a correct password. */
async function passPassword(secondFactor: {
  kinds: readonly string[];
  enrols: boolean;
}): Promise<TestApp> {
  const app = createTestApp();
  const path = "/?redirect=%2Fusers";
  await app.act(startApp, { version: "1", path, debugStore: false });
  await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
  await app.open("login", path);
  await app.act(submitLogin, { username: "ada", password: "correct horse" });
  await app.reply(login, { secondFactor }, { status: 202 });
  return app;
}

describe("the second step of a sign-in", () => {
  it("[SIGN-14] follows a password, which alone signs nobody in, and opens the requested screen", async () => {
    const app = await passPassword({ kinds: ["totp"], enrols: false });
    expect(app.get($session).user).toBeNull();
    expect(app.history.at(-1)?.path).toBe(PATH);
    await app.open("secondFactor", PATH);
    show(app, <SecondFactor />);
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "123456" } });
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    expect(app.waiting(verifyCode)[0]?.input.body).toEqual({
      code: "123456",
      redirectPath: "%2Fusers",
    });
    await app.fail(verifyCode, { status: 401, code: "EBADCREDENTIALS", message: "Wrong code" });
    expect(await screen.findByText(/Wrong code/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await app.reply(verifyCode, { user: USER, redirectPath: "/users" });
    expect(app.get($session).user).toEqual(USER);
    expect(app.history.at(-1)?.path).toBe("/users");
    expect(JSON.stringify(app.log)).not.toContain("123456");
  });

  it("sets up a required app, shows its codes once and then signs in", async () => {
    const app = await passPassword({ kinds: [], enrols: true });
    await app.open("secondFactor", PATH);
    show(app, <SecondFactor />);
    fireEvent.click(screen.getByRole("button", { name: "Set up an authenticator app" }));
    await app.reply(beginTotp, {
      secret: "JBSWY3DPEHPK3PXP",
      uri: "otpauth://totp/x?secret=JBSWY3",
    });
    expect(await screen.findByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    expect(screen.getByRole("img", { name: /QR code/ }).querySelector("path")).toBeTruthy();
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "654321" } });
    fireEvent.click(screen.getByRole("button", { name: "Finish" }));
    const factor = {
      id: uuid(7),
      kind: "totp",
      name: "Authenticator app",
      createdAt: "2026-03-02T09:00:00.000Z",
      lastUsedAt: null,
    };
    await app.reply(confirmTotp, { factor, recoveryCodes: ["aaaa-bbbb", "cccc-dddd"] });
    expect(await screen.findByText("cccc-dddd")).toBeTruthy();
    expect(app.get($session).user).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "I saved the codes" }));
    await app.reply(getCurrentUser, USER);
    expect(app.history.at(-1)?.path).toBe("/users");
    for (const secret of ["JBSWY3", "654321", "cccc-dddd"]) {
      expect(JSON.stringify(app.log)).not.toContain(secret);
    }
  });

  it("stays open for a signed-in user, even if it opens before the session is known", async () => {
    const app = createTestApp();
    await app.act(startApp, { version: "1", path: PATH, debugStore: false });
    await app.open("secondFactor", PATH);
    await app.reply(getCurrentUser, USER);
    expect(app.get($session).user).toEqual(USER);
    expect(app.history).toEqual([]);
  });

  it("returns to the sign-in after a reload", async () => {
    const app = createTestApp();
    await app.open("secondFactor", PATH);
    show(app, <SecondFactor />);
    expect(screen.getByRole("link", { name: "Back to sign in" }).getAttribute("href")).toBe("/");
  });
});

it("setting up an app can be tried again after the password was not confirmed", async () => {
  const app = createTestApp();
  await app.signIn(USER);
  await app.open("profile", "/profile");
  show(app, <Profile />);
  await app.reply(listFactors, { factors: [], recoveryCodesLeft: 0, isRequired: false });
  fireEvent.click(screen.getByRole("button", { name: "Set up an authenticator app" }));
  await app.fail(beginTotp, {
    status: 403,
    code: "ENOTCONFIRMED",
    reason: message("accounts.confirmPassword"),
  });
  const confirmation = within(await screen.findByRole("dialog", { name: "Confirm your password" }));
  fireEvent.click(confirmation.getByRole("button", { name: "Cancel" }));
  expect(app.waiting(beginTotp)).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await app.reply(beginTotp, { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/Provision" });
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
});

it("[PROF-4] asks for the password before saving a new address, and then saves without another click", async () => {
  const app = createTestApp();
  await app.signIn(USER);
  await app.open("profile", "/profile");
  await app.reply(listFactors, { factors: [], recoveryCodesLeft: 0, isRequired: false });
  show(app, <Profile />);
  fireEvent.change(screen.getByRole("textbox", { name: "Email address" }), {
    target: { value: "new@example.com" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await app.fail(updateProfile, {
    status: 403,
    code: "ENOTCONFIRMED",
    reason: message("accounts.confirmPassword"),
  });
  fireEvent.change(await screen.findByLabelText("Password"), { target: { value: "swordfish" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(app.waiting(confirmPassword)[0]?.input.body).toEqual({ password: "swordfish" });
  await app.reply(confirmPassword, {});
  expect(app.waiting(updateProfile)[0]?.input.body).toEqual([
    { op: "test", path: "/email", value: "ada@example.com" },
    { op: "replace", path: "/email", value: "new@example.com" },
  ]);
  expect(JSON.stringify(app.log)).not.toContain("swordfish");
});
