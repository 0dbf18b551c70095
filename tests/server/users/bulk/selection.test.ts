/** Changes of users who are selected in the list, and what the list says and filters. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import type { ListedUser } from "#events/entities/managedUser.ts";
import type { TestApi } from "../../support/api.ts";
import type { Browser } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import { expectError } from "../../support/errors.ts";
import { changesOf, createUser } from "../support.ts";
import { type BulkApi, openBulk } from "./support.ts";

oneDatabase((database) => {
  let api: TestApi;
  let owner: Browser;
  let clientPath: string;
  let path: string;
  let bulk: BulkApi;
  beforeAll(async () => {
    ({ api, owner, clientPath, path, bulk } = await openBulk(database));
    return () => api.app.close();
  });

  let name: string;
  beforeEach(() => {
    name = `s${randomUUID().slice(0, 8)}`;
  });
  const listed = async (query: string): Promise<ListedUser[]> => {
    const response = await owner.get(`${path}?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json()._embedded.users;
  };
  const select = (body: object, browser = owner) =>
    browser.post(`${clientPath}/user-bulk-changes/selection`, {
      all: false,
      ids: [],
      filters: { contains: name },
      ...body,
    });
  const checked = async (body: object): Promise<BulkChange> => {
    const response = await select(body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const addRole = async (role: string): Promise<string> => {
    const id = randomUUID();
    await database.current.db
      .insertInto("roles")
      .values({ id, name: role, permissions: [] })
      .execute();
    return id;
  };

  describe("selected users", () => {
    test("[USER-1] are archived once it was seen who that is, each with an entry in their history", async () => {
      const users = [];
      for (const at of [1, 2, 3])
        users.push(await createUser(owner, path, { username: name + at }));
      const [one, two, three] = users.map(({ id }) => id);
      const change = { archived: true };
      const { id, counts } = await checked({ ids: [one, two?.toUpperCase()], change });
      expect(counts).toMatchObject({ archive: 2, refused: 0, unchanged: 0 });
      expect((await listed(`contains=${name}`)).map((user) => user.username)).toHaveLength(3);
      expect(await bulk.applyAll(id)).toMatchObject({ done: 2, late: 0 });
      expect((await listed(`contains=${name}`)).map((user) => user.id)).toEqual([three]);
      const [entry] = await changesOf(owner, `${path}/${one}`);
      expect(entry?.fields).toEqual([{ field: "archived", before: false, after: true }]);
    });

    test("are all that the filters find but some, by any username", async () => {
      const guarded = await createUser(owner, path, { username: `'=${name}` });
      const kept = await createUser(owner, path, { username: `${name}kept` });
      const other = await createUser(owner, path, { username: randomUUID() });
      const { id } = await checked({ all: true, ids: [kept.id], change: { archived: true } });
      expect((await bulk.lines(id)).map(({ userId, kind }) => [userId, kind])).toEqual([
        [guarded.id, "archive"],
      ]);
      expect(other.archived).toBe(false);
    });

    test("get a role and lose another, and keep those that they have besides", async () => {
      const [lost, got, kept] = [
        await addRole(`${name} lost`),
        await addRole(`${name} got`),
        await addRole(`${name} kept`),
      ];
      const both = await createUser(owner, path, { username: name, roleIds: [lost, kept] });
      const change = { addRoles: [got], removeRoles: [lost] };
      const { id } = await checked({ ids: [both.id], change });
      await bulk.applyAll(id);
      const [user] = await listed(`contains=${name}`);
      expect(user?.roleNames).toEqual([`${name} got`, `${name} kept`]);
    });

    test("are not changed by who may not, nor of another client, and somebody must be selected", async () => {
      const { id } = await createUser(owner, path, { username: name });
      const mapper = await api.signIn("mapper");
      expectError(await select({ ids: [id], change: { archived: true } }, mapper), "EFORBIDDEN");
      const nobody = expectError(
        await select({ ids: [randomUUID()], change: { archived: true } }),
        "EINVALID",
      );
      expect(nobody.fields?.[0]?.message).toContain("None of the selected users exists");
      const tooMany = Array.from({ length: 10_001 }, () => randomUUID());
      expectError(await select({ ids: tooMany, change: { archived: true } }), "EINVALID");
      const self = await checked({
        all: true,
        filters: { contains: "owner" },
        change: { archived: true },
      });
      expect(self.counts).toMatchObject({ archive: 0, refused: 1 });
    });
  });

  test("[USER-1] the list is filtered by role, together with other filters", async () => {
    const mapper = await addRole(`${name} role`);
    await createUser(owner, path, { username: `${name}a`, roleIds: [mapper] });
    await createUser(owner, path, { username: `${name}b` });
    const found = await listed(`contains=${name}&roleId=${mapper}`);
    expect(found.map(({ username }) => username)).toEqual([`${name}a`]);
    expect(await listed(`contains=${name}&roleId=${randomUUID()}`)).toEqual([]);
  });

  test("[USER-1] the list says when users last signed in, also after the session has ended", async () => {
    const signedIn = async () =>
      (await listed("contains=keeper")).map(({ lastSignInAt }) => lastSignInAt);
    expect(await signedIn()).toEqual([null]);
    const keeper = await api.signIn("keeper");
    const [first] = await signedIn();
    expect(first).toBe(api.clock.now.toISOString());
    await keeper.post("/api/logout", { userTimedOut: false });
    expect(await signedIn()).toEqual([first]);
  });
});
