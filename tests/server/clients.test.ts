import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { findClient } from "#server/import/clientStage.ts";
import { type Browser, createApi, type TestApi } from "./support/api.ts";
import { oneDatabase, onPostgres } from "./support/databases.ts";
import { fillDirectory, type TestDirectory } from "./support/directory.ts";
import { expectError } from "./support/errors.ts";
import { changesOf, createUser } from "./users/support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    path = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    owner = await api.signIn("owner");
  });

  const patch = (...body: object[]) => owner.send("PATCH", path, { body });
  const set = (field: string, value: unknown) => patch({ op: "replace", path: `/${field}`, value });
  const audits = (call: string) =>
    database.current.db.selectFrom("audit").selectAll().where("call", "=", call).execute();
  const current = async () => (await owner.get("/api/users/current")).json().client;

  test("[CLI-2] [CLI-5] a profile change is saved, audited and part of the current user", async () => {
    const response = await patch(
      { op: "test", path: "/name", value: "Acme" },
      { op: "replace", path: "/coreProcessor", value: " Finacle " },
      { op: "replace", path: "/url", value: "https://acme.example" },
    );
    expect(response.json()).toMatchObject({
      name: "Acme",
      coreProcessor: "Finacle",
      url: "https://acme.example",
    });
    expect(await current()).toEqual(response.json());
    expect(await audits("clients/patchClient")).toMatchObject([
      {
        actor: "owner",
        client_id: directory.clientId,
        target: directory.clientId,
        before: { coreProcessor: null, url: null },
        after: { coreProcessor: "Finacle", url: "https://acme.example" },
      },
    ]);
    const stale = { op: "test", path: "/coreProcessor", value: null };
    expectError(await patch(stale, { op: "replace", path: "/city", value: "x" }), "ECONFLICT");
    expect((await current()).city).toBeNull();
  });

  test("[PERM-7] holders of both financial codes set the limits of systems, others do not", async () => {
    const limits = { limitSelfCertified: 0, limitSystemExport: null, limitApi: 12 };
    const before = await current();
    const { body } = await owner.send("PUT", `${path}/limits`, { body: limits });
    expect(JSON.parse(body)).toEqual({ ...before, ...limits });
    expect(await current()).toMatchObject(limits);
    await owner.send("PUT", `${path}/limits`, { body: limits });
    const { limitSelfCertified, limitSystemExport, limitApi } = before;
    expect(await audits("clients/saveLimits")).toMatchObject([
      {
        target: directory.clientId,
        before: { limitSelfCertified, limitSystemExport, limitApi },
        after: limits,
      },
    ]);
    const manual = { name: "Desk", description: "", ownerId: null, connectorId: 5, kind: "manual" };
    expectError(await owner.post(`${path}/systems`, manual), "ECONFLICT");
    const mapper = await api.signIn("mapper");
    expectError(await mapper.send("PUT", `${path}/limits`, { body: before }), "EFORBIDDEN");
    for (const limitApi of [-1, 1.5, 1_000_001]) {
      const wrong = { ...limits, limitApi };
      expectError(await owner.send("PUT", `${path}/limits`, { body: wrong }), "EINVALID");
    }
    const none = { limitSelfCertified: null, limitSystemExport: null, limitApi: null };
    expect((await owner.send("PUT", `${path}/limits`, { body: none })).statusCode).toBe(200);
  });

  test("saving an unchanged profile leaves no audit row", async () => {
    const before = (await audits("clients/patchClient")).length;
    expect((await set("name", " Acme ")).statusCode).toBe(200);
    expect(await audits("clients/patchClient")).toHaveLength(before);
  });

  test.each([[7], [true], [null], [["Acme"]]])(
    "[CLI-7] the client name is accepted only as text: %j",
    async (value) => {
      expectError(await set("name", value), "EINVALID");
      expect((await current()).name).toBe("Acme");
    },
  );

  test.each([[7], [false], [["Finacle"]]])(
    "[CLI-8] the core processor is accepted only as text or null: %j",
    async (value) => {
      const before = await current();
      expectError(await set("coreProcessor", value), "EINVALID");
      expect(await current()).toEqual(before);
    },
  );

  test("profile errors are named", async () => {
    expect(expectError(await set("name", "  "), "EINVALID").fields).toEqual([
      { path: "/body/name", message: "Client name is required" },
    ]);
    expect(expectError(await set("name", "o T H e r"), "EINVALID").fields).toEqual([
      { path: "/body/name", message: "Client name is already used by another client" },
    ]);
    for (const url of ["javascript:alert(1)", "acme.example", "https://", "data:text/html,x"]) {
      expect(expectError(await set("url", url), "EINVALID").fields?.[0]?.path).toBe("/body/url");
    }
  });

  test.each(["id", "slug", "adminEnabled", "limitApi", "usernameFormatId"])(
    "the profile cannot assign %s",
    async (field) => {
      expectError(await patch({ op: "add", path: `/${field}`, value: "x" }), "EINVALID");
    },
  );

  test("a username format is saved with its text, and dropped without one", async () => {
    const save = (usernameFormatId: unknown, usernameFormatCustom: unknown) =>
      owner.send("PUT", `${path}/username-format`, {
        body: { usernameFormatId, usernameFormatCustom },
      });
    expect((await save("custom", " {f}-{last} ")).json()).toMatchObject({
      usernameFormatId: "custom",
      usernameFormatCustom: "{f}-{last}",
    });
    for (const text of [null, " ", "nobody", "{first}{middle}", "{first}{"]) {
      expect(expectError(await save("custom", text), "EINVALID").fields?.[0]?.path).toBe(
        "/body/usernameFormatCustom",
      );
    }
    expectError(await save("other", null), "EINVALID");
    expect((await save("flast", "left over")).json().usernameFormatCustom).toBeNull();
    expect(await current()).toMatchObject({ usernameFormatId: "flast" });
    expect((await save(null, null)).json().usernameFormatId).toBeNull();
    expect(await audits("clients/saveUsernameFormat")).toHaveLength(3);
  });

  test("[CLI-15] owners are the client's users with a role named owner, in any case", async () => {
    const { db } = database.current;
    const role = { id: randomUUID(), name: "OWNER", permissions: [] };
    await db.insertInto("roles").values(role).execute();
    const userId = directory.users.mapper;
    await db.insertInto("user_roles").values({ user_id: userId, role_id: role.id }).execute();
    const guest = await api.signIn("guest");
    const { owners } = (await guest.get(`${path}/owners`)).json()._embedded;
    expect(owners.map((one: { username: string }) => one.username)).toEqual(["mapper", "owner"]);
    expect(owners[0]).not.toHaveProperty("email");
  });

  test("[CLI-9] manager lists are accepted only as arrays of the client's users", async () => {
    const save = (body: unknown) => owner.send("PUT", `${path}/managers`, { body });
    const { guest } = directory.users;
    for (const hr of [guest, { 0: guest }, null, true, 1, [1], ["x"]]) {
      expectError(await save({ hr, ad: [] }), "EINVALID");
    }
    expectError(await save({ hr: [] }), "EINVALID");
    for (const id of [randomUUID(), directory.users.stranger, directory.users.archived]) {
      expect(expectError(await save({ hr: [guest], ad: [id] }), "EINVALID").fields).toEqual([
        { path: "/body/ad", message: `No user has the id ${id}` },
      ]);
    }
    expect((await owner.get(`${path}/managers`)).json()._embedded.users).toEqual([]);
  });

  test("saving manager lists sets exactly those managers, each with a line in their history", async () => {
    const ada = await createUser(owner, `${path}/users`, { username: "ada" });
    const bob = await createUser(owner, `${path}/users`, { username: "bob", isAd: true });
    const save = async (hr: string[], ad: string[]) =>
      (await owner.send("PUT", `${path}/managers`, { body: { hr, ad } })).json()._embedded.users;
    expect(await save([ada.id, ada.id.toUpperCase()], [ada.id, bob.id])).toMatchObject([
      { username: "ada", isHr: true, isAd: true },
      { username: "bob", isHr: false, isAd: true },
    ]);
    expect(await save([ada.id], [])).toMatchObject([{ username: "ada", isHr: true, isAd: false }]);
    expect(await changesOf(owner, `${path}/users/${bob.id}`)).toMatchObject([
      { call: "clients/saveManagers", fields: [{ field: "isAd", before: true, after: false }] },
      { call: "users/createUser" },
    ]);
    expect((await owner.get(`${path}/users/${ada.id}`)).json().version).toBe(3);
  });

  test("a manager beyond the list limit stays a manager", async () => {
    const { db } = database.current;
    const many = Array.from({ length: 201 }, (_, at) => ({
      id: randomUUID(),
      username: `many-${at}`,
      username_key: `many-${at}`,
      family_name: "Many",
      given_name: "One",
      email: "many@example.com",
      created_at: api.clock.now,
    }));
    const ids = many.map(({ id }) => id);
    await db.insertInto("users").values(many).execute();
    const client_id = directory.clientId;
    await db
      .insertInto("user_clients")
      .values(ids.map((user_id) => ({ user_id, client_id, position: 0, is_hr: true })))
      .execute();
    const listed = (await owner.get(`${path}/managers`)).json()._embedded.users;
    expect(listed).toHaveLength(200);
    const save = () => owner.send("PUT", `${path}/managers`, { body: { hr: [], ad: [] } });
    const { message } = expectError(await save(), "ECONFLICT");
    expect(message).toContain("more managers than can be listed");
    const flags = db.selectFrom("user_clients").select("is_hr").where("user_id", "in", ids);
    const rows = await flags.execute();
    expect(rows).toHaveLength(ids.length);
    expect(rows.filter(({ is_hr }) => !is_hr)).toEqual([]);
    await db.deleteFrom("users").where("id", "in", ids).execute();
  });

  test("[CLI-13] the secure agent is not detected, then ready, then pending", async () => {
    const agent = async () => (await owner.get(`${path}/secure-agent`)).json();
    expect(await agent()).toEqual({ status: "Not Detected", lastSeenAt: null });
    await owner.send("PUT", `${path}/secure-agent`);
    const seen = api.clock.now;
    expect(await agent()).toEqual({ status: "Ready", lastSeenAt: seen.toISOString() });
    api.clock.now = new Date(seen.getTime() + 5 * 60_000);
    expect((await agent()).status).toBe("Ready");
    api.clock.now = new Date(seen.getTime() + 5 * 60_000 + 1);
    expect((await agent()).status).toBe("Pending");
    await owner.send("PUT", `${path}/secure-agent`);
    expect((await agent()).status).toBe("Ready");
    const after = { status: "Ready" };
    expect(await audits("clients/reportSecureAgent")).toMatchObject([{ before: null, after }]);
    expect(await audits("clients/reportSecureAgent")).toHaveLength(1);
  });

  test("[CLI-14] client counts match the directory", async () => {
    const counts = (await owner.get(`${path}/counts`)).json();
    expect(counts).toMatchObject({ identities: 4, resources: 2 });
  });

  onPostgres(database)(
    "while an import into the client runs, its agent reports and its record is changed",
    async () => {
      const { background } = database.current;
      const { name } = await current();
      await inTransaction(background, async (tx) => {
        const { id } = await findClient(tx, name);
        expect(id).toBe(directory.clientId);
        await tx
          .insertInto("resources")
          .values({
            client_id: directory.clientId,
            id: randomUUID(),
            name: "Imported",
            type: null,
            created_at: new Date(),
          })
          .execute();
        expect((await owner.send("PUT", `${path}/secure-agent`)).statusCode).toBe(200);
        expect((await set("city", "Paris")).statusCode).toBe(200);
      });
    },
  );

  test("one of two clients that take the same name concurrently is refused it", async () => {
    const stranger = await api.signIn("stranger");
    const body = [{ op: "replace", path: "/name", value: "One and the same" }];
    const answers = await Promise.all([
      owner.send("PATCH", path, { body }),
      stranger.send("PATCH", `/api/clients/${directory.foreign.clientId}`, { body }),
    ]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((answer) => expectError(answer, "EINVALID").fields)).toEqual([
      [{ path: "/body/name", message: "Client name is already used by another client" }],
    ]);
  });
});
