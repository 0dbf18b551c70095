import { beforeAll, expect, test } from "vitest";
import { sendVerification } from "#server/auth/activation/verificationMail.ts";
import { tokenIn, verificationToken } from "../support/accountTokens.ts";
import { createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const PERSON = { givenName: "Ann", familyName: "Lee", password: "chosen by Ann" };

const ENGLISH = { language: "en", invitedBy: "Ann Chen", clientName: "Northwind" } as const;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });

  const visitor = async () => {
    const browser = api.visitor();
    await browser.get("/api/public/info");
    return browser;
  };
  const activate = async (token: string, body: unknown = PERSON) =>
    (await visitor()).send("PUT", `/api/users/activateUser?verificationToken=${token}`, { body });
  const verify = async (token: string) =>
    (await visitor()).send("PUT", "/api/verify", { body: { token } });
  const userOf = (id: string) =>
    database.current.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();

  test("[SIGN-20] [SIGN-21] a mailed token shows its account and activates it once", async () => {
    const { guest } = directory.users;
    await database.current.db
      .updateTable("users")
      .set({ password_hash: null, onboarded: false })
      .where("id", "=", guest)
      .execute();
    const user = { id: guest, username: "guest", email: "guest@example.com", onboarded: false };
    await sendVerification(api.app, user, ENGLISH);
    const token = tokenIn((await api.mails()).at(-1)?.text ?? "", "verificationToken");
    const told = await (await visitor()).get(`/api/verifyToken?verificationToken=${token}`);
    expect(told.json()).toMatchObject({ id: guest, username: "guest", onboarded: false });
    expect((await activate(token)).json()).toEqual({ username: "guest" });
    expect(await userOf(guest)).toMatchObject({
      given_name: "Ann",
      family_name: "Lee",
      onboarded: true,
      email_verified_at: api.clock.now,
    });
    expect((await api.visitor().signIn("guest", PERSON.password)).statusCode).toBe(200);
    expectError(await activate(token, { ...PERSON, password: "of somebody else" }), "EBADTOKEN");
    expectError(
      await (await visitor()).get(`/api/verifyToken?verificationToken=${token}`),
      "EBADTOKEN",
    );
  });

  test("[SIGN-20] only one of two concurrent activations by the same link sets the password", async () => {
    const { guest: id } = directory.users;
    await database.current.db
      .updateTable("users")
      .set({ password_hash: null, onboarded: false })
      .where("id", "=", id)
      .execute();
    const user = { id, username: "guest", email: "guest@example.com", onboarded: false };
    await sendVerification(api.app, user, ENGLISH);
    const token = tokenIn((await api.mails()).at(-1)?.text ?? "", "verificationToken");
    const passwords = ["the first of two", "the second of two"];
    const answers = await Promise.all(
      passwords.map((password) => activate(token, { ...PERSON, password })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(1);
    const signedIn = await Promise.all(
      passwords.map((password) => api.visitor().signIn("guest", password)),
    );
    expect(signedIn.map(({ statusCode }) => statusCode === 200)).toEqual(
      answers.map(({ statusCode }) => statusCode === 200),
    );
  });

  test("an invitation says who invites, to what, what to do and how long the link is valid", async () => {
    const { guest: id } = directory.users;
    const user = { id, username: "guest", email: "guest@example.com", onboarded: false };
    const without = await createApi(database.current, { settings: { passwordSignIn: false } });
    await sendVerification(api.app, user, ENGLISH);
    await sendVerification(api.app, { ...user, onboarded: true }, ENGLISH);
    await sendVerification(without.app, user, ENGLISH);
    await sendVerification(api.app, user, { ...ENGLISH, language: "de" });
    await sendVerification(api.app, user, { language: "en", invitedBy: "", clientName: "" });
    const [unknown, german, active, invited] = (await api.mails()).toReversed();
    const [withoutPassword] = (await without.mails()).toReversed();
    await without.app.close();

    expect(invited?.subject).toBe("Ann Chen invites you to Provision");
    for (const part of [
      "Ann Chen invites you to Provision, where Northwind manages",
      "Your username is guest. Choose your password",
      "The link is valid for three days and works once.",
      "ask Ann Chen to resend",
    ]) {
      expect(invited?.text).toContain(part);
    }
    expect(withoutPassword?.text).toContain("Confirm your email address to activate your account");
    expect(withoutPassword?.text).not.toContain("password");
    expect(active?.subject).toBe("Confirm your email address for Provision");
    expect(active?.text).toContain("Ann Chen of Northwind asks you to confirm");
    expect(active?.text).toContain("valid for three days");
    expect(active?.text).not.toContain("password");
    expect(german?.subject).toBe("Ann Chen lädt Sie zu Provision ein");
    expect(german?.text).toContain("Wählen Sie Ihr Passwort");
    expect(german?.text).toContain("Der Link gilt drei Tage");
    expect(unknown?.subject).toBe("An administrator invites you to Provision");
  });

  test("[SIGN-22] a token confirms the address of an active account and sets no password", async () => {
    const { keeper } = directory.users;
    const token = await verificationToken(api, keeper, { onboarded: true });
    expectError(await activate(token), "EBADTOKEN");
    expect((await verify(token)).json()).toEqual({ username: "keeper" });
    expect((await userOf(keeper)).email_verified_at).toEqual(api.clock.now);
    expect((await api.visitor().signIn("keeper", PASSWORD)).statusCode).toBe(200);
    expectError(await verify(token), "EBADTOKEN");
  });

  test("[SIGN-22] confirming an address does not activate an account without a password", async () => {
    const token = await verificationToken(api, directory.users.mapper);
    expectError(await verify(token), "EBADTOKEN");
    expect((await activate(token)).statusCode).toBe(200);
  });

  test("a token expires after three days and has one purpose", async () => {
    const token = await verificationToken(api, directory.users.mapper);
    const start = api.clock.now;
    api.clock.now = new Date(start.getTime() + 72 * 3_600_000);
    expectError(await activate(token), "EBADTOKEN");
    api.clock.now = start;
    const reset = { token, newPassword: "long enough" };
    expectError(await (await visitor()).post("/api/reset-password", reset), "EBADTOKEN");
  });

  test.each([
    ["[VAL-1]", { givenName: " " }, "/body/givenName", "First name is required"],
    ["[VAL-1]", { familyName: "" }, "/body/familyName", "Last name is required"],
    [
      "[VAL-14]",
      { password: "7 chars" },
      "/body/password",
      "Password must contain at least 8 characters",
    ],
  ])("%s [SIGN-20] refuses %j with the message of the form", async (_rule, part, path, message) => {
    const token = await verificationToken(api, directory.users.mapper);
    const { fields } = expectError(await activate(token, { ...PERSON, ...part }), "EINVALID");
    expect(fields).toEqual([{ path, message }]);
  });

  test("undeclared fields of the form grant nothing", async () => {
    const token = await verificationToken(api, directory.users.mapper);
    for (const extra of [{ roles: [] }, { id: directory.users.owner }, { archived: false }]) {
      expectError(await activate(token, { ...PERSON, ...extra }), "EINVALID");
    }
  });
});
