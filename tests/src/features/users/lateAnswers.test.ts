/** Late answers belong to their request and affect nothing else. */
import { beforeEach, expect, it } from "vitest";
import { deleteUser, getUser, updateUser } from "#events/calls/users.ts";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { $subject, userDeletion, userForm } from "#src/features/users/editModel.ts";
import { $heldPath, $unsaved } from "#src/kernel/navigation.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeManagedUser, makeRole } from "./fixtures.ts";
import { notificationsOf } from "../../support/told.ts";
import { said } from "../../../support/english.ts";

const ADA = makeManagedUser(1);
const BOB = makeManagedUser(2);

let app: TestApp;
const arrive = ({ id }: ManagedUser) => app.open("user", `/users/${id}`, { userId: id });
const open = async (user: ManagedUser) => {
  await arrive(user);
  await app.reply(getUser, user);
};
const ask = ({ id, username }: ManagedUser) =>
  app.act(userDeletion.open, { subject: { userId: id, username } });
const confirm = async (user: ManagedUser) => {
  await ask(user);
  await app.act(userDeletion.type, { text: user.username });
  await app.act(userDeletion.confirm, {});
};
const notes = () => notificationsOf(app).map(({ message }) => message);
const values = () => app.get(userForm.$view)?.values;

beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await open(ADA);
});

it("[USER-7] text typed during a save remains unsaved", async () => {
  const roleIds = [makeRole(1).id];
  await app.act(userForm.change, { values: { jobTitle: "Countess" } });
  await app.act(userForm.change, { values: { phoneNumber: "7" } });
  await app.act(userForm.change, { values: { roleIds: roleIds } });
  await app.act(userForm.submit, {});
  await app.act(userForm.change, { values: { phoneNumber: "77" } });
  await app.act(userForm.change, { values: { givenName: "Augusta" } });
  await app.reply(updateUser, {
    ...ADA,
    jobTitle: "Countess",
    phoneNumber: "7",
    roles: [makeRole(1)],
    version: 2,
  });
  expect(values()).toMatchObject({
    jobTitle: "Countess",
    phoneNumber: "77",
    givenName: "Augusta",
    roleIds,
  });
  expect(app.get(userForm.$view)?.changed).toEqual(["givenName", "phoneNumber"]);
  expect(app.get($unsaved)).toBe(true);
  await app.act(userForm.submit, {});
  expect(app.waiting(updateUser)[0]?.input.body).toMatchObject({ phoneNumber: "77", version: 2 });
});

it("[USER-7] a save of one user shows nothing in the form of the next", async () => {
  await app.act(userForm.change, { values: { jobTitle: "Countess" } });
  await app.act(userForm.submit, {});
  await open(BOB);
  await app.act(userForm.change, { values: { jobTitle: "Clerk" } });
  await app.reply(updateUser, { ...ADA, jobTitle: "Countess", version: 2 });
  expect(values()).toMatchObject({ username: BOB.username, jobTitle: "Clerk" });
});

it("[USER-7] a refused save shows nothing there, either", async () => {
  await app.act(userForm.change, { values: { jobTitle: "Countess" } });
  await app.act(userForm.submit, {});
  await open(BOB);
  const fields = [{ path: "/body/jobTitle", message: "must be shorter" }];
  await app.fail(updateUser, { status: 400, code: "EINVALID", fields });
  expect([app.get(userForm.$view)?.problems, app.get(userForm.$view)?.failure]).toEqual([{}, null]);
});

it("[USER-7] a save that fails after its screen was left is notified once", async () => {
  const save = async () => {
    await app.act(userForm.change, { values: { jobTitle: "Countess" } });
    await app.act(userForm.submit, {});
  };
  await save();
  await open(BOB);
  await app.fail(updateUser, { status: 503, message: "The database cannot be reached" });
  expect(notes()).toEqual([`${ADA.username} was not saved: The database cannot be reached.`]);
  await save();
  await app.fail(updateUser, { status: 503, message: "The database is full" });
  expect(app.get(userForm.$view)?.failure).toMatchObject({ reason: said("The database is full") });
  expect(notes()).toHaveLength(1);
});

it("a user who could not be loaded is not confused with the one that loads now", async () => {
  await arrive(BOB);
  await arrive(ADA);
  await app.fail(getUser);
  expect(app.get($subject)).toMatchObject({ value: { id: ADA.id }, failure: null });
  await app.fail(getUser);
  expect(app.get($subject).failure).not.toBeNull();
});

it("[USER-9] a late deletion names its user, and does not navigate away from another", async () => {
  await confirm(ADA);
  await app.act(userDeletion.cancel, {});
  await open(BOB);
  await app.act(userForm.change, { values: { jobTitle: "Clerk" } });
  await ask(BOB);
  await app.act(userDeletion.type, { text: "us" });
  const moves = app.history.length;
  await app.reply(deleteUser, { id: ADA.id, isGone: true });
  expect(notes()).toEqual([`${ADA.username} was deleted.`]);
  expect(app.history).toHaveLength(moves);
  expect([app.get($heldPath), app.get($unsaved)]).toEqual([null, true]);
  expect(app.get(userDeletion.$view)).toMatchObject({ isOpen: true, text: "us" });
});

it("[USER-9] a deletion that fails late is notified, and not in the dialog about another user", async () => {
  await confirm(ADA);
  await open(BOB);
  await ask(BOB);
  await app.fail(deleteUser, { message: "The database is full" });
  expect(app.get(userDeletion.$view)).toMatchObject({ isOpen: true, failure: null });
  expect(notes()).toEqual([`${ADA.username} was not deleted: The database is full.`]);
});

it("[USER-9] a user who cancelled too late and is still on the deleted user's screen goes to the list", async () => {
  await confirm(ADA);
  await confirm(ADA);
  expect(app.waiting(deleteUser)).toHaveLength(1);
  await app.act(userDeletion.cancel, {});
  await app.reply(deleteUser, { id: ADA.id, isGone: true });
  expect(app.history.at(-1)?.path).toBe("/users");
});
