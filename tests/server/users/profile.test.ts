import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { mailOwedNotices } from "#server/mail/notices.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { changesOf } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    const role = { id: randomUUID(), name: "Own profile", permissions: ["users_self_update"] };
    await db.insertInto("roles").values(role).execute();
    const userId = directory.users.mapper;
    await db.insertInto("user_roles").values({ user_id: userId, role_id: role.id }).execute();
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    return () => api.app.close();
  });

  const patch = (...body: object[]) => mapper.send("PATCH", "/api/users/current", { body });
  const set = (field: string, value: unknown) => patch({ op: "replace", path: `/${field}`, value });

  test("[PROF-1] [PROF-4] people change their own names and phones, and the change is audited", async () => {
    const response = await patch(
      { op: "test", path: "/givenName", value: "Given" },
      { op: "replace", path: "/givenName", value: " Ada " },
      { op: "replace", path: "/phoneNumber", value: "+1 555 0100" },
    );
    expect(response.json()).toMatchObject({ givenName: "Ada", phoneNumber: "+1 555 0100" });
    const { logKey, ...user } = (await mapper.get("/api/users/current")).json();
    expect(user).toEqual(response.json());
    expect(logKey).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    const owner = await api.signIn("owner");
    const path = `/api/clients/${directory.clientId}/users/${directory.users.mapper}`;
    const [change] = await changesOf(owner, path);
    expect(change).toMatchObject({ actor: "mapper", call: "users/updateProfile", undoable: true });
    expect(change?.fields).toEqual([
      { field: "givenName", before: "Given", after: "Ada" },
      { field: "phoneNumber", before: null, after: "+1 555 0100" },
    ]);
    expect((await owner.get(path)).json().version).toBe(2);
  });

  test("[USER-1] [PROF-1] users are listed whatever characters their names have where keys are truncated", async () => {
    const name = (await mapper.get("/api/users/current")).json();
    const rest = 99 - name.familyName.length;
    expect((await set("givenName", `${"a".repeat(rest)}😀`)).statusCode).toBe(200);
    const owner = await api.signIn("owner");
    const list = await owner.get(`/api/clients/${directory.clientId}/users?contains=a%F0%9F%98%80`);
    expect(list.json()._embedded.users).toMatchObject([{ username: "mapper" }]);
    expect((await set("givenName", name.givenName)).statusCode).toBe(200);
  });

  const giveAddress = (email: string, verified: Date | null) =>
    database.current.db
      .updateTable("users")
      .set({ email, email_verified_at: verified })
      .where("id", "=", directory.users.mapper)
      .execute();
  const pass = (milliseconds: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
  };

  test("the previous address is notified of the change, even if it was not confirmed", async () => {
    await giveAddress("first@example.com", api.clock.now);
    expect((await set("email", "second@example.com")).statusCode).toBe(200);
    expect((await set("email", "third@example.com")).statusCode).toBe(200);
    expect(await api.mails()).toMatchObject([
      { to: "first@example.com", subject: "Your email address for Provision was changed" },
      { to: "second@example.com", subject: "Your email address for Provision was changed" },
    ]);
    const body = [{ op: "replace", path: "/email", value: "fourth@example.com" }];
    const headers = { "accept-language": "de" };
    await mapper.send("PATCH", "/api/users/current", { body, headers });
    expect((await api.mails()).at(-1)).toMatchObject({
      to: "third@example.com",
      subject: "Ihre E-Mail-Adresse für Provision wurde geändert",
    });
    expect(await database.current.db.selectFrom("notices_owed").select("id").execute()).toEqual([]);
  });

  test("a notice that cannot be sent is stored and sent later", async () => {
    const { db } = database.current;
    const failing = await createApi(database.current, {
      mailer: { send: () => Promise.reject(new Error("The mail server is down")) },
    });
    failing.clock.now = api.clock.now;
    await giveAddress("kept@example.com", null);
    const body = [{ op: "replace", path: "/email", value: "later@example.com" }];
    const browser = await failing.signIn("mapper");
    expect((await browser.send("PATCH", "/api/users/current", { body })).statusCode).toBe(200);
    await failing.mails();
    await failing.app.close();
    expect(await db.selectFrom("notices_owed").select(["email", "attempts"]).execute()).toEqual([
      { email: "kept@example.com", attempts: 1 },
    ]);
    pass(120_000);
    mailOwedNotices(api.app);
    expect((await api.mails()).at(-1)).toMatchObject({ to: "kept@example.com" });
  });

  test("an open session cannot change the address without a fresh sign-in or the password", async () => {
    await giveAddress("mine@example.com", null);
    mapper = await api.signIn("mapper");
    pass(300_000);
    expect((await set("email", "fresh@example.com")).statusCode).toBe(200);
    pass(1);
    const refusal = expectError(await set("email", "thief@example.com"), "ENOTCONFIRMED");
    expect(refusal.message).toBe("Confirm your password first");
    expect((await mapper.get("/api/users/current")).json().email).toBe("fresh@example.com");
    // Other fields do not require it.
    expect((await set("jobTitle", "Analyst")).statusCode).toBe(200);
    const confirm = (password: string) => mapper.post("/api/session/confirm", { password });
    expectError(await confirm("wrong"), "EBADCREDENTIALS");
    expectError(await set("email", "thief@example.com"), "ENOTCONFIRMED");
    expect((await confirm(PASSWORD)).statusCode).toBe(200);
    const other = await api.signIn("mapper");
    pass(300_000);
    expect((await set("email", "mine@example.com")).statusCode).toBe(200);
    pass(1);
    expectError(await set("email", "thief@example.com"), "ENOTCONFIRMED");
    expect((await other.get("/api/session")).statusCode).toBe(200);
  });

  test("administrators change their own address only in the profile, and that of others with a notice", async () => {
    const owner = await api.signIn("owner");
    const users = `/api/clients/${directory.clientId}/users`;
    const patchOf = (id: string, email: string) =>
      owner.send("PATCH", `${users}/${id}`, {
        body: [{ op: "replace", path: "/email", value: email }],
      });
    const { fields } = expectError(
      await patchOf(directory.users.owner, "thief@example.com"),
      "EINVALID",
    );
    expect(fields).toEqual([
      { path: "/body/email", message: "Change your own email address in Manage Profile" },
    ]);
    await giveAddress("old@example.com", null);
    expect((await patchOf(directory.users.mapper, "new@example.com")).statusCode).toBe(200);
    const notice = { subject: "Your email address for Provision was changed" };
    expect((await api.mails()).at(-1)).toMatchObject({ ...notice, to: "old@example.com" });

    const ofMapper = `${users}/${directory.users.mapper}`;
    const [change] = await changesOf(owner, ofMapper);
    expect((await owner.post(`${ofMapper}/changes/${change?.id}/undo`)).statusCode).toBe(200);
    expect((await api.mails()).at(-1)).toMatchObject({ ...notice, to: "new@example.com" });
  });

  test("a change based on an older version is reported and changes nothing", async () => {
    const steps = [
      { op: "test", path: "/familyName", value: "Older" },
      { op: "replace", path: "/familyName", value: "Newer" },
    ];
    expectError(await patch(...steps), "ECONFLICT");
    expect((await mapper.get("/api/users/current")).json().familyName).toBe("Family");
  });

  test.each([
    "username",
    "roles",
    "roleIds",
    "clients",
    "archived",
    "onboarded",
    "isHr",
    "id",
    "version",
  ])("users cannot assign %s to themselves", async (field) => {
    expectError(await set(field, "x"), "EINVALID");
    expectError(await patch({ op: "add", path: `/${field}`, value: "x" }), "EINVALID");
  });

  test("[VAL-1] [VAL-8] invalid fields are named", async () => {
    expect(expectError(await set("givenName", "  "), "EINVALID").fields).toEqual([
      { path: "/body/givenName", message: "First name is required" },
    ]);
    expect(expectError(await set("email", "nobody"), "EINVALID").fields).toEqual([
      { path: "/body/email", message: "An email address must contain a single @" },
    ]);
  });
});
