import { beforeEach, expect, it } from "vitest";
import { notificationShown } from "#events/actions/app.ts";
import { createUser, listUserRoles, sendValidationEmail } from "#events/calls/users.ts";
import { newUserForm } from "#src/features/users/listModel.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeManagedUser, makeRole } from "./fixtures.ts";
import { notificationsOf } from "../../support/told.ts";
import { english } from "../../../support/english.ts";

let app: TestApp;
const problems = () =>
  Object.fromEntries(
    Object.entries(app.get(newUserForm.$view)?.problems ?? {}).flatMap(([field, reason]) =>
      reason ? [[field, english(reason)]] : [],
    ),
  );
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("users", "/users");
  await app.act(newUserForm.toggle, { open: true });
});

const fill = async () => {
  await app.act(newUserForm.change, { values: { username: " ada " } });
  await app.act(newUserForm.change, { values: { givenName: "Ada" } });
  await app.act(newUserForm.change, { values: { familyName: "Lovelace" } });
  await app.act(newUserForm.change, { values: { email: "ada@example.com" } });
};

it("[USER-1] [USER-11] creates a user once, opens it and sends the validation e-mail", async () => {
  await fill();
  await app.act(newUserForm.submit, {});
  await app.act(newUserForm.submit, {});
  const [request, ...more] = app.waiting(createUser);
  expect(more).toEqual([]);
  expect(request?.input.body).toMatchObject({ username: "ada", phoneNumber: null, roleIds: [] });
  const user = makeManagedUser(1);
  await app.reply(createUser, user, { status: 201 });
  expect(app.get(newUserForm.$view)?.isOpen).toBe(false);
  expect(app.history.at(-1)?.path).toBe(`/users/${user.id}`);
  expect(app.get(newUserForm.$view)?.values.username).toBe("");
  expect(app.waiting(sendValidationEmail)[0]?.input.params).toMatchObject({ userId: user.id });
});

it("gives new users the role that lets them manage their profile and nothing else", async () => {
  const role = makeRole(2, { permissions: [{ name: "users_self_update" }] });
  const others = [
    makeRole(1, { permissions: [{ name: "users_self_update" }], grantable: false }),
    makeRole(3, { permissions: [{ name: "users_self_update" }, { name: "roles_read" }] }),
    makeRole(4),
  ];
  await app.reply(listUserRoles, { _embedded: { roles: [...others, role] } });
  await fill();
  await app.act(newUserForm.submit, {});
  expect(app.waiting(createUser)[0]?.input.body).toMatchObject({ roleIds: [role.id] });
});

it("stays open while the list below it is searched, and closes with the list", async () => {
  await fill();
  await app.open("users", "/users?contains=ad");
  expect(app.get(newUserForm.$view)?.isOpen).toBe(true);
  await app.open("dashboard", "/dashboard");
  expect(app.get(newUserForm.$view)?.isOpen).toBe(false);
  await app.open("users", "/users");
  expect(app.get(newUserForm.$view)?.isOpen).toBe(false);
});

it("[USER-1] notifies an administrator who has left while a user was created, without navigating back", async () => {
  await fill();
  await app.act(newUserForm.submit, {});
  await app.open("dashboard", "/dashboard");
  const moves = app.history.length;
  await app.reply(createUser, makeManagedUser(1), { status: 201 });
  expect(app.history).toHaveLength(moves);
  expect(notificationsOf(app)).toHaveLength(1);
  expect(app.waiting(sendValidationEmail)).toHaveLength(1);
});

it("[USER-1] a creation that fails after its form was closed is notified, and not in the next form", async () => {
  await fill();
  await app.act(newUserForm.submit, {});
  await app.act(newUserForm.toggle, { open: false });
  await app.fail(createUser, { message: "The database is full" });
  const notes = () => notificationsOf(app).map(({ message }) => message);
  expect(notes()).toEqual(["ada was not created: The database is full."]);
  await app.act(newUserForm.toggle, { open: true });
  expect(app.get(newUserForm.$view)).toMatchObject({
    failure: null,
    values: { familyName: "Lovelace" },
  });
  await app.act(newUserForm.submit, {});
  await app.act(newUserForm.toggle, { open: false });
  await app.act(newUserForm.toggle, { open: true });
  await app.fail(createUser, { message: "The database is full" });
  expect([english(app.get(newUserForm.$view)?.failure?.reason), notes().length]).toEqual([
    "The database is full",
    1,
  ]);
  await app.act(newUserForm.submit, {});
  await app.open("dashboard", "/dashboard");
  await app.fail(createUser, { message: "The database is full" });
  expect(app.envelopes(notificationShown)).toHaveLength(2);
});

it("[USER-1] a user created after the form was closed leaves nothing in the next form", async () => {
  await fill();
  await app.act(newUserForm.submit, {});
  await app.act(newUserForm.toggle, { open: false });
  await app.reply(createUser, makeManagedUser(1), { status: 201 });
  await app.act(newUserForm.toggle, { open: true });
  expect(app.get(newUserForm.$view)?.changed).toEqual([]);
});

it("[VAL-1] [VAL-5] shows each wrong field and sends nothing", async () => {
  await app.act(newUserForm.submit, {});
  expect(problems()).toEqual({
    username: "Username is required",
    givenName: "First name is required",
    familyName: "Last name is required",
    email: "Email address is required",
  });
  expect(app.waiting(createUser)).toEqual([]);
});

it("shows a taken username at its field, and closing loses nothing", async () => {
  await fill();
  await app.act(newUserForm.submit, {});
  const fields = [{ path: "/body/username", message: "This username is taken" }];
  await app.fail(createUser, { status: 400, code: "EINVALID", fields });
  expect(problems()).toEqual({ username: "This username is taken" });
  await app.act(newUserForm.toggle, { open: false });
  await app.act(newUserForm.toggle, { open: true });
  expect(app.get(newUserForm.$view)?.values.familyName).toBe("Lovelace");
});
