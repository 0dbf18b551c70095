// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listResources } from "#events/calls/directory.ts";
import { getPublicInfo } from "#events/calls/session.ts";
import {
  deleteUser,
  endUserSessions,
  getUser,
  listUserChanges,
  listUserRoles,
  patchUser,
  sendValidationEmail,
  undoUserChange,
  updateUser,
} from "#events/calls/users.ts";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { $subject, userHistory, userSignOut } from "#src/features/users/editModel.ts";
import { $userFlags, sendValidation } from "#src/features/users/validationEmail.ts";
import { View } from "#src/features/users/EditView.tsx";
import { $unsaved } from "#src/kernel/navigation.ts";
import { halList, makeResource, makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeChange, makeManagedUser, makeRole } from "./fixtures.ts";
import { notificationsOf } from "../../support/told.ts";

const USER = makeManagedUser(1, { familyName: "Lovelace", givenName: "Ada" });
/** All of its editable fields. */
const EDITABLE = {
  username: "user1",
  familyName: "Lovelace",
  givenName: "Ada",
  email: "user1@example.com",
  phoneNumber: null,
  phoneExtension: null,
  jobTitle: null,
  isHr: false,
  isAd: false,
  archived: false,
  resourceIds: [],
  roleIds: [],
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("user", `/users/${USER.id}`, { userId: USER.id });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
});
afterEach(cleanup);

const load = async (user: ManagedUser = USER) => {
  const roles = [makeRole(1), makeRole(2, { grantable: false })];
  await app.reply(listUserRoles, halList("roles", roles));
  await app.reply(listUserChanges, halList("changes", [makeChange(1)]));
  // The newest request: another user may have been open before.
  await app.reply(getUser, user, { index: app.waiting(getUser).length - 1 });
};
const field = (name: string): HTMLInputElement => screen.getByRole("textbox", { name });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const notes = () => notificationsOf(app).map(({ message }) => message);
const sent = () => app.waiting(updateUser).map(({ input }) => input.body);

it("[USER-7] [USER-8] [USER-14] sends the full user with its version, and shows the saved values", async () => {
  await load();
  fireEvent.change(field("Job title"), { target: { value: "Countess" } });
  fireEvent.click(screen.getByRole("checkbox", { name: "Role 1" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "HR manager" }));
  expect(app.get($unsaved)).toBe(true);
  press("Save");
  expect(sent()).toEqual([
    {
      ...EDITABLE,
      jobTitle: "Countess",
      isHr: true,
      roleIds: [makeRole(1).id],
      version: 1,
    },
  ]);
  const saved = { ...USER, jobTitle: "Countess", version: 2 };
  await app.reply(updateUser, saved);
  expect(app.get($subject).value).toEqual(saved);
  expect(app.get($userFlags)).toMatchObject({ userUpdated: true, userUpdateFailed: false });
  expect(app.get($unsaved)).toBe(false);
  expect(app.waiting(listUserChanges)).toHaveLength(1);
});

it("[USER-8] reports a stale save, and keeps the draft over the newly saved values", async () => {
  await load();
  fireEvent.change(field("Job title"), { target: { value: "Countess" } });
  press("Save");
  const reason = message("users.changedElsewhere");
  await app.fail(updateUser, { status: 409, code: "ECONFLICT", reason });
  expect(app.get($userFlags).userUpdateFailed).toBe(true);
  await app.reply(getUser, { ...USER, phoneNumber: "7", version: 5 });
  expect(screen.getByRole("alert").textContent).toContain(
    "This was changed elsewhere in the meantime",
  );
  expect([field("Job title").value, field("Phone number").value]).toEqual(["Countess", "7"]);
  press("Save");
  expect(sent()).toMatchObject([{ jobTitle: "Countess", phoneNumber: "7", version: 5 }]);
});

it("[VAL-1] [VAL-9] shows what is wrong and sends nothing", async () => {
  await load();
  fireEvent.change(field("Username"), { target: { value: " " } });
  fireEvent.change(field("Email address"), { target: { value: "a@b.nowhere" } });
  press("Save");
  expect(sent()).toEqual([]);
  expect(screen.getByText("Username is required")).toBeTruthy();
  expect(
    screen.getByText("The domain portion, after the @, of the email address is invalid"),
  ).toBeTruthy();
});

it("[USER-13] archives by a partial change", async () => {
  await load();
  press("Archive");
  expect(app.waiting(patchUser)[0]?.input.body).toEqual([
    { op: "replace", path: "/archived", value: true },
  ]);
  await app.reply(patchUser, { ...USER, archived: true });
  expect(screen.getByRole("button", { name: "Restore" })).toBeTruthy();
});

it("the end of the session is reported once, and not by the refused call", async () => {
  await load();
  const ended = { status: 401, code: "EBADSESSION", message: "You are not signed in" };
  fireEvent.change(field("Job title"), { target: { value: "Countess" } });
  press("Save");
  press("Archive");
  await app.act(sendValidation, {});
  await app.fail(updateUser, ended);
  await app.fail(patchUser, ended);
  await app.fail(sendValidationEmail, ended);
  expect(notes()).toEqual([
    "Your session has ended. Sign in again. Changes that you had not applied are lost.",
  ]);
  expect(screen.queryByRole("alert")).toBeNull();
});

it("[USER-9] [VAL-17] deletes once the username is typed exactly", async () => {
  await load();
  press("Delete");
  const dialog = within(screen.getByRole("alertdialog"));
  const input = dialog.getByRole("textbox");
  const confirm = () => fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  fireEvent.change(input, { target: { value: "USER1" } });
  confirm();
  expect(app.waiting(deleteUser)).toEqual([]);
  expect(
    dialog.getByText("Please enter the text exactly as it is displayed to continue"),
  ).toBeTruthy();
  fireEvent.change(input, { target: { value: "user1" } });
  confirm();
  await app.reply(deleteUser, { id: USER.id, isGone: true });
  expect(app.get($userFlags).userDeleted).toBe(true);
  expect(app.history.at(-1)?.path).toBe("/users");
});

it("[USER-8] [USER-11] sends one validation e-mail at a time, and reports it", async () => {
  await load();
  press("Resend invitation");
  await app.act(sendValidation, {});
  expect(app.waiting(sendValidationEmail)).toHaveLength(1);
  await app.reply(sendValidationEmail, { email: "user1@example.com" });
  expect(app.get($userFlags).validateEmailSent).toBe(true);
  expect(notes()).toEqual(["An email with a link was sent to user1@example.com."]);
  press("Resend invitation");
  expect(app.get($userFlags).validateEmailSent).toBe(false);
  await app.fail(sendValidationEmail, { status: 503, code: "EUNAVAILABLE", message: "Away" });
  expect(app.get($userFlags).validateEmailSent).toBe(false);
  expect(notes().at(-1)).toBe("The email was not sent. Away.");
});

it("reports that the e-mail was saved but not sent if e-mail is not configured", async () => {
  await app.record(getPublicInfo.succeeded, {
    status: 200,
    body: {
      sessionKeepAliveTimeoutThreshold: 300_000,
      gtmContainerId: null,
      ssoEnabled: false,
      passwordEnabled: true,
      emailEnabled: false,
    },
  });
  await load();
  press("Resend invitation");
  await app.reply(sendValidationEmail, { email: "user1@example.com" });
  expect(notes()).toEqual([
    "The email to user1@example.com was saved on the server and not sent: email is not set up.",
  ]);
});

it("signs the user out everywhere after a confirmation, and explains a failure", async () => {
  await load();
  press("Sign out everywhere");
  expect(app.waiting(endUserSessions)).toEqual([]);
  const dialog = within(screen.getByRole("alertdialog"));
  const go = () => fireEvent.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  go();
  await app.act(userSignOut.confirm, {});
  expect(app.waiting(endUserSessions).map(({ input }) => input.params)).toMatchObject([
    { userId: USER.id },
  ]);
  await app.fail(endUserSessions, { status: 503, code: "EUNAVAILABLE", message: "Away" });
  expect(dialog.getByRole("alert").textContent).toContain("Away");
  go();
  // The notification names the dialog's user, because the screen may show another one by then.
  await app.reply(endUserSessions, { username: "ann", ended: 2 });
  expect(app.get(userSignOut.$view).isOpen).toBe(false);
  expect(notes()).toEqual(["user1 was signed out everywhere."]);
  expect(app.waiting(listUserChanges)).toHaveLength(1);
  await app.act(userSignOut.open, { subject: { userId: USER.id, username: USER.username } });
  await app.act(userSignOut.confirm, {});
  await app.reply(endUserSessions, { username: "ann", ended: 0 });
  expect(notes().at(-1)).toBe("user1 was not signed in anywhere.");
});

it.each([
  ["a user with more permissions", { refusal: message("users.morePermissions") }],
  ["an archived user", { archived: true }],
  ["the signed-in user", { id: makeUser().id }],
])("does not offer to end the sessions of %s", async (_who, change) => {
  const user = { ...USER, ...change };
  await app.open("user", `/users/${user.id}`, { userId: user.id });
  await load(user);
  expect(screen.getByRole("region", { name: "History" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Sign out everywhere" })).toBeNull();
});

it("shows who changed what, and undoes a change", async () => {
  await load();
  const [change] = within(screen.getByRole("list", { name: "Changes" })).getAllByRole("listitem");
  expect(change?.textContent).toContain("owner changed the user");
  expect(change?.textContent).toContain("Job title: – → Teller");
  screen.getByRole("button", { name: "Undo" }).focus();
  press("Undo");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Undo" }));
  expect(app.waiting(undoUserChange)[0]?.input.params).toMatchObject({
    changeId: makeChange(1).id,
  });
  await app.reply(undoUserChange, { ...USER, version: 3 });
  expect(app.get($subject).value?.version).toBe(3);
  expect(app.waiting(listUserChanges)).toHaveLength(1);
  await app.reply(listUserChanges, halList("changes", [{ ...makeChange(1), undoable: false }]));
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Changes" }));
});

it("shows that one file created the user and that the next changed them", async () => {
  const byFile = (n: number, before: string | null) =>
    makeChange(n, {
      call: "bulkChanges/applyBulkChange",
      fields: [{ field: "username", before, after: "ann" }],
    });
  await load();
  await app.act(userHistory.retry, {});
  await app.reply(listUserChanges, halList("changes", [byFile(2, "anna"), byFile(1, null)]));
  const told = [...screen.getByRole("list", { name: "Changes" }).children];
  expect(told[0]?.textContent).toContain("owner changed the user by bulk import");
  expect(told[1]?.textContent).toContain("owner created the user by bulk import");
});

it("a user with more permissions can be viewed but not changed, and a role with more cannot be assigned", async () => {
  await load({ ...USER, refusal: message("users.morePermissions") });
  expect(screen.getByText("This user has permissions that you don't have")).toBeTruthy();
  expect(field("Username").disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  cleanup();
});

it("reports roles that could not be loaded, and loads them again", async () => {
  const roles = () => within(screen.getByRole("region", { name: "Roles" }));
  await app.reply(getUser, USER);
  expect(roles().queryByRole("checkbox")).toBeNull();
  await app.fail(listUserRoles, { message: "The database is full" });
  expect(roles().getByRole("alert").textContent).toContain("The database is full");
  fireEvent.change(field("Job title"), { target: { value: "Countess" } });
  fireEvent.click(roles().getByRole("button", { name: "Try again" }));
  await app.settle();
  await app.reply(listUserRoles, halList("roles", [makeRole(1)]));
  expect(roles().getByRole("checkbox", { name: "Role 1" })).toBeTruthy();
  expect(field("Job title").value).toBe("Countess");
});

it("offers resources once all of them are loaded, and loads them again after a failure", async () => {
  await load({ ...USER, resourceIds: [makeResource(1).id] });
  const chooser = () =>
    screen.getByRole<HTMLButtonElement>("button", { name: "Assigned resources (1)" });
  expect(chooser().disabled).toBe(true);
  const pages = { totalPages: 2, totalElements: 2 };
  await app.reply(listResources, halList("resources", [makeResource(1)], pages));
  expect(chooser().disabled).toBe(true);
  await app.fail(listResources, { message: "The database is full" });
  expect(screen.getByRole("alert").textContent).toContain("The resources could not be loaded");
  press("Try again");
  await app.settle();
  await app.reply(listResources, halList("resources", [makeResource(1)], pages));
  const rest = halList("resources", [makeResource(2)], { ...pages, number: 1 });
  await app.reply(listResources, rest);
  expect(chooser().disabled).toBe(false);
});

it.each([
  { status: 404, code: "ENOTFOUND", message: "User not found" },
  { status: 400, code: "EINVALID", message: "The request is invalid" },
])("says that the user does not exist, and links back: $status", async (failure) => {
  await app.fail(getUser, failure);
  expect(screen.getByText("User not found")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Manage Users" }).getAttribute("href")).toBe(
    "/users",
  );
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
