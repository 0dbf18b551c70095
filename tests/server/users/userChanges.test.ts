import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
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

  /** Changes fields one second later. */
  const change = async (id: string, fields: object): Promise<ManagedUser> => {
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const body = Object.entries(fields).map(([field, value]) => ({
      op: "replace",
      path: `/${field}`,
      value,
    }));
    const response = await owner.send("PATCH", `${path}/${id}`, { body });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const undo = async (id: string, changeId: string | undefined) => {
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    return owner.post(`${path}/${id}/changes/${changeId}/undo`);
  };

  test("the history shows actor, change and time, newest first, with names for ids", async () => {
    const { id } = await createUser(owner, path, { username: "told" });
    await change(id, { resourceIds: [directory.resources.crm], isHr: true });
    const [changed, created, ...rest] = await changesOf(owner, `${path}/${id}`);
    expect(rest).toEqual([]);
    expect(changed).toMatchObject({
      at: api.clock.now.toISOString(),
      actor: "owner",
      call: "users/patchUser",
      undoable: true,
      fields: [
        { field: "isHr", before: false, after: true },
        { field: "resourceIds", before: [], after: ["CRM"] },
      ],
    });
    expect(created).toMatchObject({ call: "users/createUser", undoable: false });
    expect(created?.fields).toContainEqual({ field: "username", before: null, after: "told" });
  });

  test("a change and its undo can be undone, each with its own row", async () => {
    const { id } = await createUser(owner, path, { jobTitle: "Teller" });
    await change(id, { jobTitle: "Clerk", archived: true });
    const [first] = await changesOf(owner, `${path}/${id}`);
    expect((await undo(id, first?.id)).json()).toMatchObject({
      jobTitle: "Teller",
      archived: false,
    });
    const [second, undone] = await changesOf(owner, `${path}/${id}`);
    expect(second).toMatchObject({ call: "users/undoUserChange", undoable: true });
    expect(undone).toMatchObject({ id: first?.id, undoable: false });
    expect((await undo(id, second?.id)).json()).toMatchObject({ jobTitle: "Clerk", version: 4 });
  });

  test("a change on which a later one depends cannot be undone, an independent one can", async () => {
    const { id } = await createUser(owner, path);
    await change(id, { jobTitle: "Clerk", isHr: true });
    await change(id, { phoneNumber: "1" });
    await change(id, { jobTitle: "Teller" });
    const [title, phone, both, created] = await changesOf(owner, `${path}/${id}`);
    expect([title, phone, both, created].map((one) => one?.undoable)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expectError(await undo(id, both?.id), "ECONFLICT");
    expectError(await undo(id, created?.id), "ECONFLICT");
    expect((await undo(id, phone?.id)).json()).toMatchObject({ phoneNumber: null });
    expect((await undo(id, title?.id)).json()).toMatchObject({ jobTitle: "Clerk", isHr: true });
    expect((await undo(id, both?.id)).json()).toMatchObject({ jobTitle: null, isHr: false });
  });

  test("an undo cannot restore what was removed since", async () => {
    const { db } = database.current;
    const role = { id: randomUUID(), name: "Passing", permissions: [] };
    await db.insertInto("roles").values(role).execute();
    const { id } = await createUser(owner, path, { roleIds: [role.id] });
    await change(id, { roleIds: [] });
    await db.deleteFrom("roles").where("id", "=", role.id).execute();
    const [removal] = await changesOf(owner, `${path}/${id}`);
    expect(removal?.fields).toEqual([
      { field: "roleIds", before: ["(no longer there)"], after: [] },
    ]);
    expectError(await undo(id, removal?.id), "EINVALID");
  });

  test("the history of a client contains and undoes nothing of another client", async () => {
    const { db } = database.current;
    const { clientId, foreign, users } = directory;
    const { id } = await createUser(owner, path, { username: "shared" });
    await change(id, { jobTitle: "Clerk" });
    // The stranger administers both clients of this user from now on.
    const links = [
      { user_id: id, client_id: foreign.clientId, position: 2 },
      { user_id: users.stranger, client_id: clientId, position: 2 },
    ];
    await db.insertInto("user_clients").values(links).execute();
    const stranger = await api.signIn("stranger");
    const foreignPath = `/api/clients/${foreign.clientId}/users/${id}`;
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const body = [{ op: "replace", path: "/jobTitle", value: "Teller" }];
    const changed = await stranger.send("PATCH", foreignPath, { body });
    expect(changed.statusCode, changed.body).toBe(200);

    const here = await changesOf(stranger, `${path}/${id}`);
    const there = await changesOf(stranger, foreignPath);
    const told = (changes: typeof here) => changes.map(({ actor, call }) => [actor, call]);
    expect(told(here)).toEqual([
      ["owner", "users/patchUser"],
      ["owner", "users/createUser"],
    ]);
    expect(told(there)).toEqual([["stranger", "users/patchUser"]]);
    const undoIn = (address: string, change: (typeof here)[number] | undefined) =>
      stranger.post(`${address}/changes/${change?.id}/undo`);
    expectError(await undoIn(`${path}/${id}`, there[0]), "ENOTFOUND");
    expectError(await undoIn(foreignPath, here[0]), "ENOTFOUND");
    expect((await undoIn(foreignPath, there[0])).json()).toMatchObject({ jobTitle: "Clerk" });
  });

  test("a change of another user and an unknown change are not found", async () => {
    const [one, other] = [await createUser(owner, path), await createUser(owner, path)];
    await change(one.id, { jobTitle: "x" });
    const [changed] = await changesOf(owner, `${path}/${one.id}`);
    expectError(await undo(other.id, changed?.id), "ENOTFOUND");
    expectError(await undo(one.id, randomUUID()), "ENOTFOUND");
  });
});
