/** The users to whom a resource is assigned. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { createUser } from "../users/support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let keeper: Browser;
  let users: string;
  /** The users of the resource that the keeper manages. */
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    users = `/api/clients/${directory.clientId}/users`;
    path = `/api/clients/${directory.clientId}/resources/${directory.resources.crm}/users`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await permit();
    owner = await api.signIn("owner");
    keeper = await api.signIn("keeper");
  });

  const namesOf = async (browser: Browser): Promise<string[]> => {
    const { _embedded } = (await browser.get(path)).json() as {
      readonly _embedded: { readonly users: readonly { readonly username: string }[] };
    };
    return _embedded.users.map(({ username }) => username);
  };
  const auditOf = (call: string) =>
    database.current.db
      .selectFrom("audit")
      .select(["actor", "target", "before", "after"])
      .where("call", "=", call)
      .execute();
  /** The keeper has these codes beside those that open the resource. */
  async function permit(...codes: readonly PermissionCode[]): Promise<void> {
    await database.current.db
      .updateTable("roles")
      .set({ permissions: [...PERMISSION_GROUPS.ManageOwnResources, ...codes] })
      .where("name", "=", "Keeper")
      .execute();
  }

  test("[PERM-4] a resource is assigned with resource_own_users, and the user can open it", async () => {
    const { id, username } = await createUser(owner, users);
    expectError(await keeper.post(path, { username }), "EFORBIDDEN");
    expect(await namesOf(keeper)).not.toContain(username);

    await permit("resource_own_users");
    const assigned = await keeper.post(path, { username: ` ${username.toUpperCase()} ` });
    expect(assigned.json()).toMatchObject({ id, username });
    expect(await namesOf(keeper)).toContain(username);
    expect((await owner.get(`${users}/${id}`)).json()).toMatchObject({
      resourceIds: [directory.resources.crm],
      version: 2,
    });
    // Once more changes nothing.
    await keeper.post(path, { username });
    expect((await owner.get(`${users}/${id}`)).json()).toMatchObject({ version: 2 });

    const taken = await keeper.send("DELETE", `${path}/${id}`);
    expect(taken.json()).toMatchObject({ id });
    expect(await namesOf(keeper)).not.toContain(username);
    expect((await owner.get(`${users}/${id}`)).json()).toMatchObject({
      resourceIds: [],
      version: 3,
    });
    const crm = { actor: "keeper", target: directory.resources.crm };
    expect(await auditOf("systemUsers/assignResource")).toMatchObject([
      { ...crm, before: null, after: { assignedTo: id } },
    ]);
    expect(await auditOf("systemUsers/unassignResource")).toMatchObject([
      { ...crm, before: { assignedTo: id }, after: null },
    ]);
    expectError(await keeper.send("DELETE", `${path}/${id}`), "ENOTFOUND");
  });

  test("[PERM-4] [PERM-5] neither code opens a resource that is not assigned", async () => {
    const { username } = await createUser(owner, users);
    await permit("resource_own_users", "resource_all_users");
    const other = path.replace(directory.resources.crm, directory.resources.erp);
    expectError(await keeper.post(other, { username }), "EFORBIDDEN");
    expectError(await keeper.get(other), "EFORBIDDEN");
    expect((await keeper.post(path, { username })).statusCode).toBe(200);
  });

  test("nobody changes their own resources, and only active users of the client are assigned", async () => {
    await permit("resource_own_users");
    const refused = async (username: string) =>
      expectError(await keeper.post(path, { username }), "EINVALID");
    await refused("keeper");
    await refused("stranger");
    await refused("archived");
    await refused(randomUUID());
    expectError(await keeper.send("DELETE", `${path}/${directory.users.keeper}`), "EINVALID");
    expectError(await keeper.send("DELETE", `${path}/${directory.users.stranger}`), "ENOTFOUND");
    expect(await namesOf(keeper)).toContain("keeper");
  });

  test("a resource that does not exist has no users and gets none", async () => {
    const { username } = await createUser(owner, users);
    const none = path.replace(directory.resources.crm, randomUUID());
    expectError(await owner.get(none), "ENOTFOUND");
    expectError(await owner.post(none, { username }), "ENOTFOUND");
  });
});
