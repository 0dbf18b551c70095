// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getCurrentUser } from "#events/calls/session.ts";
import { updateProfile } from "#events/calls/profile.ts";
import { message } from "#events/messages/message.ts";
import { updateProfileCall } from "#src/features/profile/model.ts";
import { View } from "#src/features/profile/View.tsx";
import { $user } from "#src/data/session/index.ts";
import { $unsaved } from "#src/kernel/navigation.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

const USER = makeUser({ email: "ada@example.com" });

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(USER);
  await app.open("profile", "/profile");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
});
afterEach(cleanup);

const field = (name: string | RegExp): HTMLInputElement => screen.getByRole("textbox", { name });
const type = (name: string | RegExp, value: string) =>
  fireEvent.change(field(name), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const sent = () => app.waiting(updateProfile).map(({ input }) => input.body);

it("[PROF-1] [PROF-4] [PROF-5] sends the changes with a test of their previous values", async () => {
  expect(field("First name").value).toBe("Ada");
  expect(app.get(updateProfileCall.$status)).toBe("NotStarted");
  type("First name", " Augusta ");
  type("Phone number", "1");
  type("Phone number", "");
  expect(app.get($unsaved)).toBe(true);
  save();
  expect(sent()).toEqual([
    [
      { op: "test", path: "/givenName", value: "Ada" },
      { op: "replace", path: "/givenName", value: "Augusta" },
    ],
  ]);
  expect(app.get(updateProfileCall.$status)).toBe("InProgress");
  const user = { ...USER, givenName: "Augusta" };
  await app.reply(updateProfile, user);
  expect(app.get(updateProfileCall.$status)).toBe("Success");
  expect(app.get($user)).toEqual(user);
  expect(app.get($unsaved)).toBe(false);
  expect(notificationsOf(app).map(({ message }) => message)).toEqual(["Your profile was saved."]);
});

it("[VAL-1] [VAL-8] shows what is wrong until the field is changed, and sends nothing", () => {
  type("First name", "  ");
  type("Email address", "nobody");
  save();
  expect(sent()).toEqual([]);
  expect(screen.getByText("First name is required")).toBeTruthy();
  expect(screen.getByText("An email address must contain a single @")).toBeTruthy();
  type("First name", "A");
  expect(screen.queryByText("First name is required")).toBeNull();
});

it("[PROF-5] a failed save keeps the draft and can be retried", async () => {
  type("Job title", "Countess");
  save();
  await app.fail(updateProfile, { message: "The server cannot be reached" });
  expect(app.get(updateProfileCall.$status)).toBe("Fail");
  expect(screen.getByRole("alert").textContent).toContain("The server cannot be reached");
  expect(field("Job title").value).toBe("Countess");
  save();
  expect(sent()).toHaveLength(1);
});

it("shows the server's field errors at their fields", async () => {
  type("Job title", "x");
  save();
  const fields = [{ path: "/body/jobTitle", message: "must be shorter" }];
  await app.fail(updateProfile, { status: 400, code: "EINVALID", fields });
  expect(screen.getByText("must be shorter")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows another user's saved values below the draft", async () => {
  type("Job title", "Countess");
  save();
  const reason = message("requests.changed");
  await app.fail(updateProfile, { status: 409, code: "ECONFLICT", reason });
  await app.reply(getCurrentUser, { ...USER, jobTitle: "Clerk", phoneNumber: "7" });
  expect(field("Job title").value).toBe("Countess");
  expect(field("Phone number").value).toBe("7");
  expect(screen.getByRole("alert").textContent).toContain("changed elsewhere");
  save();
  expect(sent()[0]).toContainEqual({ op: "test", path: "/jobTitle", value: "Clerk" });
});

it("discarding restores the saved values", () => {
  type("Last name", "x");
  fireEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(field("Last name").value).toBe("Admin");
  expect(app.get($unsaved)).toBe(false);
});

it("sends nothing twice while a save is in progress", () => {
  type("Last name", "x");
  save();
  fireEvent.submit(screen.getByRole("form", { name: "About you" }));
  expect(sent()).toHaveLength(1);
});
