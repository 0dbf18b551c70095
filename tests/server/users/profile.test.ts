import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { changesOf } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    const role = { id: randomUUID(), name: "Member", permissions: ["users_self_update"] };
    await db.insertInto("roles").values(role).execute();
    const userId = directory.users.mapper;
    await db.insertInto("user_roles").values({ user_id: userId, role_id: role.id }).execute();
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    return () => api.app.close();
  });

  const patch = (...body: object[]) => mapper.send("PATCH", "/api/users/current", { body });
  const set = (field: string, value: unknown) => patch({ op: "replace", path: `/${field}`, value });

  test("[PROF-1] [PROF-4] people change their own names and phones, and that is audited", async () => {
    const response = await patch(
      { op: "test", path: "/givenName", value: "Given" },
      { op: "replace", path: "/givenName", value: " Ada " },
      { op: "replace", path: "/phoneNumber", value: "+1 555 0100" },
    );
    expect(response.json()).toMatchObject({ givenName: "Ada", phoneNumber: "+1 555 0100" });
    expect((await mapper.get("/api/users/current")).json()).toEqual(response.json());
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

  test("[USER-1] [PROF-1] users are listed whatever characters their names end with where keys are cut", async () => {
    const name = (await mapper.get("/api/users/current")).json();
    const rest = 99 - name.familyName.length;
    expect((await set("givenName", `${"a".repeat(rest)}😀`)).statusCode).toBe(200);
    const owner = await api.signIn("owner");
    const list = await owner.get(`/api/clients/${directory.clientId}/users?contains=a%F0%9F%98%80`);
    expect(list.json()._embedded.users).toMatchObject([{ username: "mapper" }]);
    expect((await set("givenName", name.givenName)).statusCode).toBe(200);
  });

  test("whoever had an address that was confirmed is told there that it is another now", async () => {
    const { db } = database.current;
    const confirm = async () =>
      db
        .updateTable("users")
        .set({ email: "first@example.com", email_verified_at: api.clock.now })
        .where("id", "=", directory.users.mapper)
        .execute();
    await confirm();
    expect((await set("email", "second@example.com")).statusCode).toBe(200);
    expect((await set("email", "third@example.com")).statusCode).toBe(200);
    expect(await api.mails()).toMatchObject([
      { to: "first@example.com", subject: "Your email address for Provision was changed" },
    ]);
    await confirm();
    const body = [{ op: "replace", path: "/email", value: "second@example.com" }];
    const headers = { "accept-language": "de" };
    await mapper.send("PATCH", "/api/users/current", { body, headers });
    expect((await api.mails()).at(-1)).toMatchObject({
      to: "first@example.com",
      subject: "Ihre E-Mail-Adresse für Provision wurde geändert",
    });
  });

  test("a change that was made of something older is told and changes nothing", async () => {
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
  ])("nobody assigns %s to themselves", async (field) => {
    expectError(await set(field, "x"), "EINVALID");
    expectError(await patch({ op: "add", path: `/${field}`, value: "x" }), "EINVALID");
  });

  test("[VAL-1] [VAL-8] what is wrong is named", async () => {
    expect(expectError(await set("givenName", "  "), "EINVALID").fields).toEqual([
      { path: "/body/givenName", message: "First name is required" },
    ]);
    expect(expectError(await set("email", "nobody"), "EINVALID").fields).toEqual([
      { path: "/body/email", message: "An email address must contain a single @" },
    ]);
  });
});
