// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import type { ComponentType } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  updatePassword,
} from "#events/calls/password.ts";
import { getCurrentUser, getPublicInfo } from "#events/calls/session.ts";
import { activateCall, $link as $activation, verifyCall } from "#src/features/activation/model.ts";
import { View as ActivationView } from "#src/features/activation/View.tsx";
import { forgotCall } from "#src/features/forgot-password/model.ts";
import { View as ForgotView } from "#src/features/forgot-password/View.tsx";
import { updateCall } from "#src/features/password/model.ts";
import { View as PasswordView } from "#src/features/password/View.tsx";
import { resetCall } from "#src/features/reset-password/model.ts";
import { View as ResetView } from "#src/features/reset-password/View.tsx";
import { $session } from "#src/data/session/index.ts";
import { makeUser } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { failureOf, notificationsOf } from "../support/told.ts";

const TOKEN = "the-secret-token";
afterEach(cleanup);

function show(app: TestApp, View: ComponentType): void {
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (app: TestApp, name: string) => {
  fireEvent.click(screen.getByRole("button", { name }));
  await app.settle();
};
const logOf = (app: TestApp) => JSON.stringify(app.log);

describe("Forgot Password", () => {
  async function open(): Promise<TestApp> {
    const app = createTestApp();
    await app.open("forgotPassword", "/forgot-password");
    show(app, ForgotView);
    return app;
  }

  it("[SIGN-6] [SIGN-17] sends the address and shows the same next step for every address", async () => {
    const app = await open();
    expect(app.get(forgotCall.$status)).toBe("NotStarted");
    type("Email address", " ann@example.com ");
    await press(app, "Send the link");
    expect(app.get(forgotCall.$status)).toBe("InProgress");
    expect(app.waiting(forgotPassword)[0]?.input.body).toEqual({ email: "ann@example.com" });
    await app.reply(forgotPassword, {});
    expect(app.get(forgotCall.$status)).toBe("Success");
    expect(screen.getByRole("status").textContent).toContain("If an account has the address");
    expect(screen.getByRole("status").textContent).toContain("ann@example.com");
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });

  it.each([
    ["[VAL-5]", "", "Email address is required"],
    ["[VAL-8]", "ann", "An email address must contain a single @"],
    [
      "[VAL-9]",
      "ann@example.nowhere-known",
      "The domain portion, after the @, of the email address is invalid",
    ],
  ])("%s reports the error in %j and sends nothing", async (_rule, email, message) => {
    const app = await open();
    type("Email address", email);
    await press(app, "Send the link");
    expect(screen.getByText(message)).toBeTruthy();
    expect(app.waiting(forgotPassword)).toEqual([]);
  });

  it("[SIGN-6] reports a failed request for a link, and retries", async () => {
    const app = await open();
    type("Email address", "ann@example.com");
    await press(app, "Send the link");
    await app.fail(forgotPassword, { code: "ETOOMANYREQUESTS", message: "Too many links" });
    expect(app.get(forgotCall.$status)).toBe("Fail");
    expect(screen.getByRole("alert").textContent).toContain("Too many links");
    await press(app, "Send the link");
    expect(app.waiting(forgotPassword)).toHaveLength(1);
  });
});

describe("Reset Password", () => {
  async function open(linkToken: string | null = TOKEN): Promise<TestApp> {
    const app = createTestApp({ linkToken });
    await app.record(getPublicInfo.failed, failureOf({ status: null, code: "ENETWORK" }));
    await app.open("resetPassword", "/reset-password");
    // The check changes server state, so it needs the CSRF token of the first answers.
    expect(app.waiting(checkResetToken)).toEqual([]);
    await app.record(getCurrentUser.failed, failureOf({ status: 401, code: "EBADSESSION" }));
    show(app, ResetView);
    return app;
  }

  it("[SIGN-7] [SIGN-18] [SIGN-19] checks the token, then sends it with the new password", async () => {
    const app = await open();
    expect(app.waiting(checkResetToken)[0]?.input.body).toEqual({ token: TOKEN });
    await app.reply(checkResetToken, { username: "ann" });
    expect(screen.getByText("Choose a new password for ann.")).toBeTruthy();
    type("New password", "long enough");
    type("Confirm new password", "long enough");
    await press(app, "Change the password");
    expect(app.waiting(resetPassword)[0]?.input.body).toEqual({
      newPassword: "long enough",
      token: TOKEN,
    });
    await app.reply(resetPassword, { landingPage: "/profile/password" });
    expect(app.get(resetCall.$status)).toBe("Success");
    expect(app.history.at(-1)).toEqual({
      path: "/?redirect=%2Fprofile%2Fpassword",
      how: "replace",
    });
    expect(notificationsOf(app)).toMatchObject([{ type: "success" }]);
  });

  it("records neither the token nor a password", async () => {
    const app = await open();
    await app.reply(checkResetToken, { username: "ann" });
    type("New password", "long enough");
    type("Confirm new password", "long enough");
    await press(app, "Change the password");
    await app.fail(resetPassword, {});
    expect(logOf(app)).not.toContain(TOKEN);
    expect(logOf(app)).not.toContain("long enough");
  });

  it.each([
    ["[VAL-1]", "", "", "New password is required"],
    ["[VAL-3]", " ".repeat(8), " ".repeat(8), "New password is required"],
    ["[VAL-14]", "short", "short", "Password must contain at least 8 characters"],
    ["[VAL-13]", "lang genüg", "lang genüg", "Only ascii characters are allowed"],
    ["", "long enough", "long enougt", "The passwords do not match"],
  ])("%s refuses %j and %j", async (_rule, newPassword, repeated, message) => {
    const app = await open();
    await app.reply(checkResetToken, { username: "ann" });
    type("New password", newPassword);
    type("Confirm new password", repeated);
    await press(app, "Change the password");
    expect(screen.getByText(message)).toBeTruthy();
    expect(app.waiting(resetPassword)).toEqual([]);
  });

  it("[SIGN-19] reports an expired link and offers a new one", async () => {
    const app = await open();
    await app.fail(checkResetToken, { code: "EBADTOKEN", message: "This link was used already" });
    expect(screen.getByText("This link was used already")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Ask for a new link" })).toBeTruthy();
  });

  it("[SIGN-19] does not check a link without its token", async () => {
    const app = await open(null);
    expect(app.waiting(checkResetToken)).toEqual([]);
    expect(screen.getByRole("alert").textContent).toContain("incomplete");
  });

  it("[SIGN-19] checks a link again once the server answers", async () => {
    const app = await open();
    await app.fail(checkResetToken, { code: "ENETWORK", message: "Failed to fetch" });
    expect(screen.getByRole("alert").textContent).toContain("The link could not be checked");
    expect(screen.getByRole("alert").textContent).toContain("Failed to fetch");
    expect(screen.queryByRole("link", { name: "Ask for a new link" })).toBeNull();
    await press(app, "Try again");
    expect(screen.getByText("Checking the link")).toBeTruthy();
    expect(app.waiting(checkResetToken)).toEqual([]);
    await app.fail(getPublicInfo, { code: "ENETWORK", message: "Failed to fetch" });
    expect(app.waiting(checkResetToken)[0]?.input.body).toEqual({ token: TOKEN });
    await app.reply(checkResetToken, { username: "ann" });
    expect(screen.getByText("Choose a new password for ann.")).toBeTruthy();
    expect(logOf(app)).not.toContain(TOKEN);
  });

  it("fetches the current user again, because all sessions have ended", async () => {
    const app = await open();
    await app.signIn(makeUser());
    await app.reply(checkResetToken, { username: "ann" });
    type("New password", "long enough");
    type("Confirm new password", "long enough");
    await press(app, "Change the password");
    await app.reply(resetPassword, { landingPage: null });
    expect(app.waiting(getCurrentUser)).toHaveLength(1);
  });
});

describe("Activate Account", () => {
  async function open(onboarded: boolean, passwordEnabled = true): Promise<TestApp> {
    const app = createTestApp({ linkToken: TOKEN });
    await app.open("activation", "/activate");
    show(app, ActivationView);
    expect(app.waiting(verifyToken)[0]?.input.query).toEqual({ verificationToken: TOKEN });
    await app.reply(verifyToken, makeUser({ username: "ann", email: "a@b.com", onboarded }));
    // Nothing is requested before it is known whether passwords are enabled.
    expect(screen.getByText("Checking the link")).toBeTruthy();
    const body = {
      sessionKeepAliveTimeoutThreshold: 300_000,
      gtmContainerId: null,
      ssoEnabled: !passwordEnabled,
      passwordEnabled,
    };
    await app.record(getPublicInfo.succeeded, { status: 200, body });
    return app;
  }

  it("[SIGN-8] [SIGN-20] [SIGN-21] sends name and password with the token", async () => {
    const app = await open(false);
    expect(app.get(activateCall.$status)).toBe("NotStarted");
    type("First name", "Ann");
    type("Last name", " Lee ");
    type("Password", "long enough");
    type("Confirm password", "long enough");
    await press(app, "Activate the account");
    expect(app.get(activateCall.$status)).toBe("InProgress");
    expect(app.waiting(activateUser)[0]?.input).toMatchObject({
      query: { verificationToken: TOKEN },
      body: { givenName: "Ann", familyName: "Lee", password: "long enough" },
    });
    await app.reply(activateUser, { username: "ann" });
    expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
    expect(logOf(app)).not.toContain(TOKEN);
    expect(logOf(app)).not.toContain("long enough");
  });

  it("[SIGN-11] replaces the previous user by the token's user, who is not signed in", async () => {
    const app = await open(false);
    expect(app.get($activation).user?.username).toBe("ann");
    await app.act(verifyCall.start, { query: { verificationToken: "another" }, cause: null });
    await app.reply(verifyToken, makeUser({ username: "bob", onboarded: false }));
    expect(app.get($activation).user?.username).toBe("bob");
    expect(app.get($session).user).toBeNull();
  });

  it("[SIGN-20] checks a link again if the check failed, but not if the link is invalid", async () => {
    const app = createTestApp({ linkToken: TOKEN });
    await app.open("activation", "/activate");
    show(app, ActivationView);
    await app.fail(verifyToken, { code: "EUNAVAILABLE", message: "The server is starting" });
    expect(screen.getByRole("alert").textContent).toContain("The link could not be checked");
    await press(app, "Try again");
    expect(screen.getByText("Checking the link")).toBeTruthy();
    expect(app.waiting(getPublicInfo)).toHaveLength(1);
    await app.fail(verifyToken, { code: "EBADTOKEN", message: "This link was used already" });
    expect(screen.getByRole("alert").textContent).toContain("This link cannot be used");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("[SIGN-24] keeps the server's error after a failed activation", async () => {
    const app = await open(false);
    type("Password", "long enough");
    type("Confirm password", "long enough");
    await press(app, "Activate the account");
    const fields = [{ path: "/body/password", message: "Too common" }];
    await app.fail(activateUser, { status: 400, code: "EINVALID", message: "m", fields });
    expect(app.get(activateCall.$request).failure).toEqual(
      failureOf({ status: 400, code: "EINVALID", message: "m", fields }),
    );
    expect(screen.getByText("Too common")).toBeTruthy();
  });

  it("[VAL-1] names missing fields and sends nothing", async () => {
    const app = await open(false);
    type("First name", "  ");
    await press(app, "Activate the account");
    expect(screen.getByText("First name is required")).toBeTruthy();
    expect(screen.getByText("Password is required")).toBeTruthy();
    expect(app.waiting(activateUser)).toEqual([]);
  });

  it("[SIGN-22] lets an active user confirm the address without choosing a password", async () => {
    const app = await open(true);
    expect(screen.queryByLabelText("Password")).toBeNull();
    await press(app, "Confirm this address");
    expect(app.waiting(verifyEmail)[0]?.input.body).toEqual({ token: TOKEN });
    await app.reply(verifyEmail, { username: "ann" });
    expect(notificationsOf(app)).toMatchObject([{ message: "Your email address is confirmed." }]);
  });

  it("[SIGN-22] lets a new user confirm the address, too, when passwords are disabled", async () => {
    const app = await open(false, false);
    expect(screen.queryByLabelText("Password")).toBeNull();
    await press(app, "Confirm this address");
    expect(app.waiting(verifyEmail)[0]?.input.body).toEqual({ token: TOKEN });
  });
});

describe("Manage Password", () => {
  async function open({ passwordEnabled = true } = {}): Promise<TestApp> {
    const app = createTestApp();
    await app.record(getPublicInfo.succeeded, {
      status: 200,
      body: {
        sessionKeepAliveTimeoutThreshold: 300_000,
        gtmContainerId: null,
        ssoEnabled: !passwordEnabled,
        passwordEnabled,
      },
    });
    await app.signIn(makeUser({ username: "ann", email: "ann@example.com" }));
    await app.open("password", "/profile/password");
    show(app, PasswordView);
    return app;
  }
  const fill = (current: string, next: string, again = next) => {
    type("Current password", current);
    type("New password", next);
    type("Confirm new password", again);
  };

  it("offers no form when everybody signs in by single sign-on", async () => {
    await open({ passwordEnabled: false });
    expect(screen.getByText("You have no password in Provision")).toBeDefined();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("[PROF-2] [PROF-3] [PROF-7] sends name, password and new password, and notifies the other tabs", async () => {
    const app = await open();
    fill("old one", "long enough");
    const submit = screen.getByRole("button", { name: "Change the password" });
    submit.focus();
    await press(app, "Change the password");
    expect(app.waiting(updatePassword)[0]?.input.body).toEqual({
      username: "ann",
      password: "old one",
      newPassword: "long enough",
    });
    await app.reply(updatePassword, {});
    expect(app.told).toEqual([{ kind: "started", userId: makeUser().id }]);
    expect(screen.getByLabelText<HTMLInputElement>("Current password").value).toBe("");
    expect(document.activeElement).toBe(submit);
    expect(logOf(app)).not.toMatch(/old one|long enough/);
  });

  it("[PROF-8] keeps the server's error after a failed update", async () => {
    const app = await open();
    fill("wrong", "long enough");
    await press(app, "Change the password");
    const failure = { status: 401, code: "EBADCREDENTIALS", message: "It is not right" };
    await app.fail(updatePassword, failure);
    expect(app.get(updateCall.$request).failure).toEqual(failureOf(failure));
    expect(screen.getByText("It is not right")).toBeTruthy();
    expect(app.get($session).user).not.toBeNull();
  });

  it("[VAL-14] shows what is wrong and sends nothing", async () => {
    const app = await open();
    fill("", "short", "other");
    await press(app, "Change the password");
    for (const message of [
      "Current password is required",
      "Password must contain at least 8 characters",
      "The passwords do not match",
    ]) {
      expect(screen.getByText(message)).toBeTruthy();
    }
    expect(app.waiting(updatePassword)).toEqual([]);
  });

  it("[PROF-6] mails a link that returns here to a user who forgot the password", async () => {
    const app = await open();
    await press(app, "Forgot it? Email me a link");
    expect(app.waiting(changePassword)[0]?.input.body).toEqual({
      landingPage: "/profile/password",
    });
    await app.reply(changePassword, {});
    expect(screen.getByRole("status").textContent).toContain("ann@example.com");
  });
});
