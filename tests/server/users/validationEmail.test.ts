import { beforeAll, expect, test } from "vitest";
import { tokenIn } from "../support/accountTokens.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { changesOf, createUser } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${directory.clientId}/users`;
    return () => api.app.close();
  });

  const ask = (id: string) => owner.post(`${path}/${id}/validation-email`, undefined);
  const activate = async (token: string) => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    return visitor.send("PUT", `/api/users/activateUser?verificationToken=${token}`, {
      body: { givenName: "Ada", familyName: "Lovelace", password: PASSWORD },
    });
  };
  const mailedTokens = async (email: string) =>
    (await api.mails())
      .filter(({ to, text }) => to === email && text.includes("verificationToken="))
      .map(({ text }) => tokenIn(text, "verificationToken"));

  test("[USER-11] a new user activates the account by the newest mailed link", async () => {
    const email = "new.person@example.com";
    const user = await createUser(owner, path, { username: "new.person", email });
    expect((await ask(user.id)).json()).toEqual({ email });
    await ask(user.id);
    const [first = "", second = "", ...more] = await mailedTokens(email);
    expect(more).toEqual([]);
    expectError(await activate(first), "EBADTOKEN");
    expect((await activate(second)).json()).toEqual({ username: "new.person" });
    expect((await api.visitor().signIn("new.person", PASSWORD)).statusCode).toBe(200);
    const calls = (await changesOf(owner, `${path}/${user.id}`)).map(({ call }) => call);
    expect(calls).toEqual(
      expect.arrayContaining(["users/sendValidationEmail", "activation/activateUser"]),
    );
  });

  test("an address gets a limited number of mails in a quarter of an hour, whichever user has it", async () => {
    const email = "many@example.com";
    const users = [
      await createUser(owner, path, { email }),
      await createUser(owner, path, { email: email.toUpperCase() }),
    ];
    const other = await createUser(owner, path, { email: "other@example.com" });
    for (let at = 0; at < 10; at += 1) {
      expect((await ask(users[at % 2]?.id ?? "")).statusCode).toBe(200);
    }
    for (const { id } of users) expectError(await ask(id), "ETOOMANYREQUESTS");
    const first = `${path}/${users[0]?.id}`;
    expect((await changesOf(owner, first)).map(({ call }) => call)).toHaveLength(6);
    expect((await ask(other.id)).statusCode).toBe(200);
    api.clock.now = new Date(api.clock.now.getTime() + 15 * 60_000);
    expect((await ask(users[0]?.id ?? "")).statusCode).toBe(200);
  });

  test("a link mailed to a user's former address is no longer valid", async () => {
    const email = "mistyped@example.com";
    const user = await createUser(owner, path, { email });
    await ask(user.id);
    const body = [{ op: "replace", path: "/email", value: "right@example.com" }];
    await owner.send("PATCH", `${path}/${user.id}`, { body });
    const [token = ""] = await mailedTokens(email);
    expectError(await activate(token), "EBADTOKEN");
  });

  test("a changed address is no longer confirmed", async () => {
    const { db } = database.current;
    const id = directory.users.mapper;
    const verified = async () =>
      (await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow())
        .email_verified_at;
    const change = (field: string, value: string) =>
      owner.send("PATCH", `${path}/${id}`, {
        body: [{ op: "replace", path: `/${field}`, value }],
      });
    await change("email", "mapper@example.com");
    await db
      .updateTable("users")
      .set({ email_verified_at: api.clock.now })
      .where("id", "=", id)
      .execute();
    await change("jobTitle", "Mapper");
    expect(await verified()).toEqual(api.clock.now);
    await change("email", "mapper@example.org");
    expect(await verified()).toBeNull();
  });

  test("users who are archived, have no address or belong to another client get no mail", async () => {
    const { id } = await createUser(owner, path, { archived: true });
    expect(expectError(await ask(id), "ECONFLICT").message).toContain("archived");
    const { id: silent } = await createUser(owner, path);
    await database.current.db
      .updateTable("users")
      .set({ email: null })
      .where("id", "=", silent)
      .execute();
    expect(expectError(await ask(silent), "ECONFLICT").message).toContain("no email address");
    expectError(await ask(directory.users.stranger), "ENOTFOUND");
  });

  test("a mail that cannot be sent is reported, and the user is kept", async () => {
    const failing = await createApi(database.current, {
      mailer: { send: async () => Promise.reject(new Error("The server of mails is away")) },
    });
    const browser = await failing.signIn("owner");
    const user = await createUser(browser, path);
    const response = await browser.post(`${path}/${user.id}/validation-email`, undefined);
    expect(expectError(response, "EUNAVAILABLE").message).toBe(
      "The email could not be sent; try again later",
    );
    expect((await browser.get(`${path}/${user.id}`)).statusCode).toBe(200);
    await failing.app.close();
  });
});
