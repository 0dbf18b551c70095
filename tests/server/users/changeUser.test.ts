import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { ManagedUser, UserField } from "#events/entities/managedUser.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError, textsOf } from "../support/errors.ts";
import { createUser, fullUser, newUser } from "./support.ts";
import { english } from "../../support/english.ts";

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

  const get = async (id: string): Promise<ManagedUser> => (await owner.get(`${path}/${id}`)).json();
  const put = async (user: ManagedUser, change: object) =>
    owner.send("PUT", `${path}/${user.id}`, { body: { ...fullUser(user), ...change } });
  const patch = async (id: string, body: unknown, browser = owner) =>
    browser.send("PATCH", `${path}/${id}`, {
      body,
      headers: { "content-type": "application/json-patch+json" },
    });
  const audited = async (id: string) =>
    database.current.db.selectFrom("audit").selectAll().where("target", "=", id).execute();

  test("a user with an old-style username can change everything else, and gets no other such name", async () => {
    const { id } = await createUser(owner, path);
    await database.current.db
      .updateTable("users")
      .set({ given_name: "Ada\u0007" })
      .where("id", "=", id)
      .execute();
    for (const [field, value] of [
      ["phoneNumber", "123"],
      ["isHr", true],
      ["archived", true],
    ]) {
      const changed = await patch(id, [{ op: "replace", path: `/${field}`, value }]);
      expect(changed.statusCode).toBe(200);
    }
    const renamed = await patch(id, [{ op: "replace", path: "/givenName", value: "Eve\u0007" }]);
    expectError(renamed, "EINVALID");
  });

  describe("creating a user", () => {
    test("keeps names on one line, because mails contain them", async () => {
      for (const field of ["username", "givenName", "familyName"]) {
        const response = await owner.post(path, newUser({ [field]: "Ada\nPlease pay" }));
        expectError(response, "EINVALID");
        expect(textsOf(response).fields).toEqual([
          {
            path: `/body/${field}`,
            message: "Line breaks and other control characters are not allowed",
          },
        ]);
      }
    });

    test("[USER-1] [USER-5] saves all given fields, and neither a password nor another client", async () => {
      const roles = (await owner.get(`${path.replace(/users$/, "user-roles")}`)).json()._embedded
        .roles;
      const member = roles.find(({ name }: { name: string }) => name === "Member");
      const given = newUser({
        username: "  Grace  ",
        phoneNumber: " ",
        jobTitle: "Admiral",
        isHr: true,
        resourceIds: [directory.resources.crm.toUpperCase(), directory.resources.crm],
        roleIds: [member.id],
      });
      const user = await createUser(owner, path, given);
      expect(user).toMatchObject({
        username: "Grace",
        phoneNumber: null,
        isHr: true,
        isAd: false,
        onboarded: false,
        resourceIds: [directory.resources.crm],
        roles: [{ name: "Member", permissions: [{ name: "users_self_update" }] }],
        clients: [{ id: directory.clientId, name: "Acme" }],
        version: 1,
        refusal: null,
      });
      expect(await get(user.id)).toEqual(user);
      const [row] = await audited(user.id);
      expect(row).toMatchObject({
        actor: "owner",
        call: "users/createUser",
        client_id: directory.clientId,
        before: null,
        after: { username: "Grace", isHr: true },
      });
    });

    test("[VAL-1] [VAL-5] [VAL-9] names every wrong field with its message", async () => {
      const wrong = newUser({
        username: " ",
        givenName: "",
        familyName: "\t",
        email: "ada@nowhere",
      });
      const { fields } = expectError(await owner.post(path, wrong), "EINVALID");
      expect(fields).toEqual([
        { path: "/body/username", message: "Username is required" },
        { path: "/body/givenName", message: "First name is required" },
        { path: "/body/familyName", message: "Last name is required" },
        {
          path: "/body/email",
          message: "The domain portion, after the @, of the email address is invalid",
        },
      ]);
      const none = expectError(await owner.post(path, newUser({ email: null })), "EINVALID");
      expect(none.fields?.[0]?.message).toBe("Email address is required");
    });

    test("accepts a username once in any case, also for two concurrent requests", async () => {
      const username = `Twin ${randomUUID()}`;
      const answers = await Promise.all(
        [username, username.toUpperCase()].map((name) =>
          owner.post(path, newUser({ username: name })),
        ),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        201, 400,
      ]);
      const refused = answers.find(({ statusCode }) => statusCode === 400);
      expect(refused && textsOf(refused).fields).toEqual([
        { path: "/body/username", message: "This username is taken" },
      ]);
    });

    test("refuses unknown and foreign roles and resources", async () => {
      const foreign = { resourceIds: [directory.foreign.resourceId], roleIds: [randomUUID()] };
      const { fields } = expectError(await owner.post(path, newUser(foreign)), "EINVALID");
      expect(fields?.map((field) => field.path)).toEqual(["/body/roleIds", "/body/resourceIds"]);
    });

    test("[VAL-18] refuses undeclared and overlong fields, and keeps code as text", async () => {
      for (const extra of [
        { id: randomUUID() },
        { password: "x" },
        { version: 1 },
        { onboarded: true },
      ]) {
        expectError(await owner.post(path, { ...newUser(), ...extra }), "EINVALID");
      }
      const script = '<img src=x onerror="alert(1)">';
      expect(await createUser(owner, path, { jobTitle: script })).toMatchObject({
        jobTitle: script,
      });
      const username = `${"a".repeat(99)}😀`;
      expect(await createUser(owner, path, { username })).toMatchObject({ username });
      expectError(await owner.post(path, newUser({ jobTitle: "\u0000" })), "EINVALID");
      expectError(await owner.post(path, newUser({ jobTitle: "x".repeat(256) })), "EINVALID");
    });
  });

  describe("saving the full user", () => {
    test("[USER-14] writes the differences, increments the version, and audits only them", async () => {
      const user = await createUser(owner, path);
      const saved = await put(user, { jobTitle: "Countess", isAd: true });
      expect(saved.json()).toMatchObject({ jobTitle: "Countess", isAd: true, version: 2 });
      expect((await audited(user.id)).at(-1)).toMatchObject({
        call: "users/updateUser",
        before: { jobTitle: null, isAd: false },
        after: { jobTitle: "Countess", isAd: true },
      });
    });

    test("writes nothing without a difference", async () => {
      const user = await createUser(owner, path);
      expect((await put(user, { familyName: " Lovelace " })).json()).toEqual(user);
      expect(await audited(user.id)).toHaveLength(1);
    });

    test("reports a save of an older version and changes nothing", async () => {
      const user = await createUser(owner, path);
      await put(user, { jobTitle: "First" });
      expectError(await put(user, { jobTitle: "Second" }), "ECONFLICT");
      expect(await get(user.id)).toMatchObject({ jobTitle: "First", version: 2 });
    });

    test("lets one of two concurrent saves win and reports the other", async () => {
      const user = await createUser(owner, path);
      const answers = await Promise.all([
        put(user, { jobTitle: "A" }),
        put(user, { jobTitle: "B" }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409,
      ]);
    });
  });

  describe("a partial change", () => {
    test("[USER-13] changes the fields that its JSON Patch names", async () => {
      const user = await createUser(owner, path, { jobTitle: "Old" });
      const response = await patch(user.id, [
        { op: "test", path: "/version", value: 1 },
        { op: "copy", from: "/jobTitle", path: "/phoneExtension" },
        { op: "replace", path: "/archived", value: true },
        { op: "add", path: "/resourceIds/-", value: directory.resources.erp },
      ]);
      expect(response.json()).toMatchObject({
        phoneExtension: "Old",
        archived: true,
        resourceIds: [directory.resources.erp],
        version: 2,
      });
    });

    test("reports a failed test and changes nothing", async () => {
      const user = await createUser(owner, path);
      const steps = [
        { op: "replace", path: "/jobTitle", value: "x" },
        { op: "test", path: "/familyName", value: "Byron" },
      ];
      expectError(await patch(user.id, steps), "ECONFLICT");
      expect(await get(user.id)).toEqual(user);
    });

    const value = "x";
    test.each([
      [{ op: "replace", path: "/id", value }],
      [{ op: "add", path: "/password", value }],
      [{ op: "add", path: "/roles/-", value }],
      [{ op: "add", path: "/refusal", value }],
      [{ op: "replace", path: "", value }],
      [{ op: "add", path: "/__proto__", value }],
      [{ op: "add", path: "/__proto__/polluted", value }],
      [{ op: "add", path: "/constructor/prototype", value }],
      [{ op: "copy", from: "/roleIds", path: "/roleIds/-" }],
      [{ op: "move", from: "/username/0", path: "/jobTitle" }],
      [{ op: "move", path: "/jobTitle" }],
      [{ op: "replace", path: "/username/0", value }],
      [{ op: "remove", path: "/username" }],
      [{ op: "remove", path: "/roleIds/9" }],
      [{ op: "replace", path: "/version", value: 7 }],
      [{ op: "replace", path: "/version", value }],
      [{ op: "replace", path: "/archived", value }],
      [{ op: "replace", path: "/jobTitle", value: [value] }],
      [{ op: "replace", path: "/jobTitle" }],
      [{ op: "rename", path: "/jobTitle", value }],
      [{ op: "replace", path: "/roleIds", value: [value] }],
    ])("refuses mass assignment and invalid values: %j", async (step) => {
      const user = await get(directory.users.mapper);
      expectError(await patch(user.id, [step]), "EINVALID");
      const afterOthers = [
        { op: "replace", path: "/roleIds", value },
        { op: "add", path: "/roleIds/0", value },
      ];
      expectError(await patch(user.id, afterOthers), "EINVALID");
      expect(await get(user.id)).toEqual(user);
      expect(Reflect.get({}, "polluted")).toBeUndefined();
    });

    test("[USER-1] signs an archived user out, and keeps them out until restored", async () => {
      const keeper = await api.signIn("keeper");
      const id = directory.users.keeper;
      const archive = (archived: boolean) =>
        patch(id, [{ op: "replace", path: "/archived", value: archived }]);
      await archive(true);
      expectError(await keeper.get("/api/session"), "EBADSESSION");
      expectError(await api.visitor().signIn("keeper", PASSWORD), "EBADCREDENTIALS");
      await archive(false);
      expectError(await keeper.get("/api/session"), "EBADSESSION");
      expect((await api.visitor().signIn("keeper", PASSWORD)).statusCode).toBe(200);
    });
  });

  describe("permission to change a user", () => {
    let manager: Browser;
    let managerId: string;
    beforeAll(async () => {
      const { db } = database.current;
      const role = {
        id: randomUUID(),
        name: "Users",
        permissions: [...PERMISSION_GROUPS.EditAllUsers],
      };
      await db.insertInto("roles").values(role).execute();
      const created = await createUser(owner, path, { username: "manager", roleIds: [role.id] });
      managerId = created.id;
      const { password_hash } = await db
        .selectFrom("users")
        .select("password_hash")
        .where("username", "=", "owner")
        .executeTakeFirstOrThrow();
      await db.updateTable("users").set({ password_hash }).where("id", "=", managerId).execute();
      manager = api.visitor();
      await manager.signIn("manager", PASSWORD);
    });

    const roleIdOf = async (id: string) => (await get(id)).roles[0]?.id ?? "";

    test("excludes roles with permissions that the actor lacks, and the list marks them", async () => {
      const ownerRole = await roleIdOf(directory.users.owner);
      const response = await manager.post(path, newUser({ roleIds: [ownerRole] }));
      expect(expectError(response, "EINVALID").fields).toEqual([
        {
          path: "/body/roleIds",
          message: "The role Owner includes permissions that you don't have",
        },
      ]);
      const roles = (await manager.get(`${path.replace(/users$/, "user-roles")}`)).json()._embedded
        .roles;
      const grantable = (id: string) =>
        roles.find((role: { id: string }) => role.id === id)?.grantable;
      expect(grantable(ownerRole)).toBe(false);
      expect(grantable(await roleIdOf(managerId))).toBe(true);
    });

    test("excludes changing, archiving and deleting users with more permissions", async () => {
      const target = directory.users.owner;
      const message = "This user has permissions that you don't have";
      expect(english((await manager.get(`${path}/${target}`)).json().refusal)).toBe(message);
      const body = [{ op: "replace", path: "/email", value: "evil@example.com" }];
      expect(expectError(await patch(target, body, manager), "EFORBIDDEN").message).toBe(message);
      expectError(await manager.send("DELETE", `${path}/${target}`), "EFORBIDDEN");
    });

    test.each(["archived", "roleIds"] as UserField[])(
      "excludes changing one's own %s",
      async (field) => {
        const value = field === "archived" ? true : [];
        const response = await patch(
          managerId,
          [{ op: "replace", path: `/${field}`, value }],
          manager,
        );
        expect(expectError(response, "EINVALID").fields?.[0]?.path).toBe(`/body/${field}`);
        expectError(await manager.send("DELETE", `${path}/${managerId}`), "EFORBIDDEN");
        expect((await get(managerId)).archived).toBe(false);
      },
    );

    test("excludes a user who belongs to another client too, and hides that client", async () => {
      const user = await createUser(owner, path);
      await database.current.db
        .insertInto("user_clients")
        .values({ user_id: user.id, client_id: directory.foreign.clientId, position: 2 })
        .execute();
      const seen = await get(user.id);
      expect(seen.clients).toEqual([{ id: directory.clientId, name: "Acme" }]);
      expect(english(seen.refusal)).toBe("This user belongs to clients that you do not administer");
      expectError(await put(user, { jobTitle: "x" }), "EFORBIDDEN");
      expectError(await owner.send("DELETE", `${path}/${user.id}`), "EFORBIDDEN");
    });

    test("excludes users of another client, who are not found", async () => {
      for (const id of [directory.users.stranger, randomUUID()]) {
        expectError(await owner.get(`${path}/${id}`), "ENOTFOUND");
        expectError(await patch(id, []), "ENOTFOUND");
        expectError(await owner.send("DELETE", `${path}/${id}`), "ENOTFOUND");
        expectError(await owner.get(`${path}/${id}/changes`), "ENOTFOUND");
      }
    });
  });

  test("[USER-9] a deleted user is gone, and the audit keeps their name", async () => {
    const user = await createUser(owner, path, { username: "brief" });
    expect((await owner.send("DELETE", `${path}/${user.id}`)).json()).toEqual({
      id: user.id,
      isGone: true,
    });
    expectError(await owner.send("DELETE", `${path}/${user.id}`), "ENOTFOUND");
    expect((await audited(user.id)).at(-1)).toMatchObject({
      call: "users/deleteUser",
      before: { username: "brief" },
      after: null,
    });
    await createUser(owner, path, { username: "brief" });
  });
});
