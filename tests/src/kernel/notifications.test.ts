import { beforeEach, describe, expect, it } from "vitest";
import { NOTIFICATION_TIME, notificationExpired, NotificationType } from "#events/actions/app.ts";
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

const MAX_NOTIFICATIONS = 10;

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

  it("[WID-15] is of one of four types", () => {
    expect(NotificationType.anyOf.map((type) => type.const)).toEqual([
      "info",
      "success",
      "warning",
      "error",
    ]);
  });

  it("[WID-20] clears itself after 7000 ms by default", async () => {
    await show("Saved");
    expect(NOTIFICATION_TIME).toBe(7000);
    expect(app.delays.map(({ milliseconds }) => milliseconds)).toEqual([7000]);
    expect(shown()).toEqual(["Saved"]);
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("[WID-21] can be closed, and its time then ends without a trace", async () => {
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

  it("[WID-20] each has a time of its own", async () => {
    await show("first");
    await show("second");
    await app.elapse("notification:");
    expect(shown()).toEqual(["second"]);
  });

  it("does not expire under the pointer or the focus, and goes when they have left", async () => {
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

  it("is not held by what was closed: there is nothing left to be on", async () => {
    await show("first");
    await app.act(holdNotifications, true);
    await app.act(closeNotification, { id: notificationsOf(app)[0]?.id ?? "" });
    await show("second");
    await app.elapse("notification:");
    await app.elapse("notification:");
    expect(shown()).toEqual([]);
  });

  it("gives way to newer ones where too many stand", async () => {
    for (let at = 0; at <= MAX_NOTIFICATIONS; at += 1) await show(`notice ${at}`);
    expect(shown()).toEqual(
      Array.from({ length: MAX_NOTIFICATIONS }, (_, at) => `notice ${at + 1}`),
    );
    // The time of the one that gave way ends without a trace.
    await app.elapse("notification:");
    expect(shown()).toHaveLength(MAX_NOTIFICATIONS);
    await app.elapse("notification:");
    expect(shown()).toHaveLength(MAX_NOTIFICATIONS - 1);
  });

  it("stays readable through a logout", async () => {
    await app.signIn(makeUser());
    await show("You are signed out.");
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    expect(shown()).toEqual(["You are signed out."]);
  });
});
