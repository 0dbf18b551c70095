import { beforeEach, expect, it } from "vitest";
import { createUser, sendValidationEmail } from "#events/calls/users.ts";
import {
  $isCreating,
  $newUser,
  submitCreation,
  toggleCreation,
  typeNewUser,
} from "#src/features/users/creating.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeManagedUser } from "./fixtures.ts";

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("users", "/users");
  await app.act(toggleCreation, { open: true });
});

const fill = async () => {
  await app.act(typeNewUser, { field: "username", value: " ada " });
  await app.act(typeNewUser, { field: "givenName", value: "Ada" });
  await app.act(typeNewUser, { field: "familyName", value: "Lovelace" });
  await app.act(typeNewUser, { field: "email", value: "ada@example.com" });
};

it("[USER-1] [USER-11] creates a user once, opens it and sends the validation e-mail", async () => {
  await fill();
  await app.act(submitCreation, {});
  await app.act(submitCreation, {});
  const [request, ...more] = app.waiting(createUser);
  expect(more).toEqual([]);
  expect(request?.input.body).toMatchObject({ username: "ada", phoneNumber: null, roleIds: [] });
  const user = makeManagedUser(1);
  await app.reply(createUser, user, { status: 201 });
  expect(app.get($isCreating)).toBe(false);
  expect(app.history.at(-1)?.path).toBe(`/users/${user.id}`);
  expect(app.get($newUser).values.username).toBe("");
  expect(app.waiting(sendValidationEmail)[0]?.input.params).toMatchObject({ userId: user.id });
});

it("[VAL-1] [VAL-5] tells each field that is wrong and sends nothing", async () => {
  await app.act(submitCreation, {});
  expect(app.get($newUser).problems).toEqual({
    username: "Username is required",
    givenName: "First name is required",
    familyName: "Last name is required",
    email: "Email address is required",
  });
  expect(app.waiting(createUser)).toEqual([]);
});

it("a taken username is told at its field, and closing loses nothing", async () => {
  await fill();
  await app.act(submitCreation, {});
  const fields = [{ path: "/body/username", message: "This username is taken" }];
  await app.fail(createUser, { status: 400, code: "EINVALID", fields });
  expect(app.get($newUser).problems).toEqual({ username: "This username is taken" });
  await app.act(toggleCreation, { open: false });
  await app.act(toggleCreation, { open: true });
  expect(app.get($newUser).values.familyName).toBe("Lovelace");
});
