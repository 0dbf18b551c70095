import { beforeEach, describe, expect, it } from "vitest";
import {
  appStarted,
  NOTIFICATION_TIME,
  notificationExpired,
  NotificationType,
  unsavedChanged,
} from "#events/actions/app.ts";
import { browserMoved, confirmLeaving, navigateTo } from "#src/kernel/navigation.ts";
import {
  closeNotification,
  holdNotifications,
  notificationOf,
  showNotification,
} from "#src/kernel/notifications.ts";
import { makeUser } from "../support/fixtures.ts";
import { signOut } from "#src/data/session/index.ts";
import { logout } from "#events/calls/session.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";
import { said } from "../../support/english.ts";

const MAX_NOTIFICATIONS = 2;
const STARTED = { version: "1", path: "/users", debugStore: false };

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

const show = (message: string) =>
  app.act(showNotification, notificationOf("success", said(message), null));
const shown = () => notificationsOf(app).map(({ message }) => message);

describe("a notification", () => {
  it("[WID-14] has a message, a type and a time in milliseconds", async () => {
    await app.act(showNotification, {
      payload: { message: said("Saved"), type: "warning", milliseconds: 1200 },
      cause: null,
    });
    expect(notificationsOf(app)).toEqual([
      { id: expect.any(String), message: "Saved", type: "warning", milliseconds: 1200 },
    ]);
    expect(app.delays.map(({ milliseconds }) => milliseconds)).toEqual([1200]);
  });

  it("[WID-15] has one of four types", () => {
    expect(NotificationType.anyOf.map((type) => type.const)).toEqual([
      "info",
      "success",
      "warning",
      "error",
    ]);
  });

  it("[WID-20] closes automatically after 7000 ms by default", async () => {
    await show("Saved");
    expect(NOTIFICATION_TIME).toBe(7000);
    expect(app.delays.map(({ milliseconds }) => milliseconds)).toEqual([7000]);
    expect(shown()).toEqual(["Saved"]);
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("[WID-21] can be closed, which also ends its timer", async () => {
    await show("first");
    await show("second");
    const [first] = notificationsOf(app);
    await app.act(closeNotification, { id: first?.id ?? "" });
    expect(shown()).toEqual(["second"]);
    await app.elapse("notification:");
    expect(shown()).toEqual(["second"]);
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("[WID-20] has its own timer", async () => {
    await show("first");
    await show("second");
    await app.elapse("notification:");
    expect(shown()).toEqual(["second"]);
  });

  it("does not expire under the pointer or the focus, and closes after both have left", async () => {
    await show("Saved");
    await app.act(holdNotifications, true);
    await app.elapse("notification:");
    await app.elapse("notification:");
    expect(shown()).toEqual(["Saved"]);
    expect(app.envelopes(notificationExpired)).toEqual([]);
    await app.act(holdNotifications, false);
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
    expect(app.delays).toEqual([]);
  });

  it("is not held by a closed one under the pointer", async () => {
    await show("first");
    await app.act(holdNotifications, true);
    await app.act(closeNotification, { id: notificationsOf(app)[0]?.id ?? "" });
    await show("second");
    await app.elapse("notification:");
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("makes way for newer ones above a limit", async () => {
    for (let at = 0; at <= MAX_NOTIFICATIONS; at += 1) await show(`notice ${at}`);
    expect(shown()).toEqual(
      Array.from({ length: MAX_NOTIFICATIONS }, (_, at) => `notice ${at + 1}`),
    );
    // The timer of the replaced one ends without effect.
    await app.elapse("notification:");
    expect(shown()).toHaveLength(MAX_NOTIFICATIONS);
    await app.elapse("notification:");
    expect(shown()).toHaveLength(MAX_NOTIFICATIONS - 1);
  });

  it("replaces an older one with the same text and restarts its timer", async () => {
    await show("Saved");
    await show("Saved");
    expect(shown()).toEqual(["Saved"]);
    await app.elapse("notification:");
    expect(shown()).toEqual(["Saved"]);
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("makes way only after those that are not errors", async () => {
    await app.act(showNotification, notificationOf("error", said("Not saved"), null));
    await show("first");
    await show("second");
    expect(shown()).toEqual(["Not saved", "second"]);
  });

  it("closes when the user opens another screen, and stays when the app does", async () => {
    await app.record(appStarted, STARTED);
    await show("Saved");
    await app.act(navigateTo, { path: "/users?q=ada", cause: null });
    expect(shown()).toEqual(["Saved"]);
    await app.act(navigateTo, { path: "/dashboard", cause: "e1" });
    expect(shown()).toEqual(["Saved"]);
    await app.act(navigateTo, { path: "/", replace: true, cause: null });
    expect(shown()).toEqual(["Saved"]);
    await app.act(navigateTo, { path: "/users", cause: null });
    expect(shown()).toEqual([]);
  });

  it("closes when the browser goes back", async () => {
    await app.record(appStarted, STARTED);
    await show("Saved");
    await app.act(browserMoved, { path: "/dashboard" });
    expect(shown()).toEqual([]);
  });

  it("closes when the user leaves unsaved work after a confirmation", async () => {
    await app.record(appStarted, STARTED);
    await app.record(unsavedChanged, { unsaved: true });
    await show("Not saved");
    await app.act(navigateTo, { path: "/dashboard", cause: null });
    expect(shown()).toEqual(["Not saved"]);
    await app.act(confirmLeaving, {});
    expect(shown()).toEqual([]);
  });

  it("stays on other screens if it concerns the session", async () => {
    await app.record(appStarted, STARTED);
    const long = NOTIFICATION_TIME + 1;
    await app.act(showNotification, notificationOf("warning", said("It ends soon"), null, long));
    await show("Saved");
    await app.act(navigateTo, { path: "/dashboard", cause: null });
    expect(shown()).toEqual(["It ends soon"]);
  });

  it("survives a logout", async () => {
    await app.signIn(makeUser());
    await show("You are signed out.");
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    expect(shown()).toEqual(["You are signed out."]);
  });
});
