/** The checks before every call: session, token, permission and client. */
import { randomUUID } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#server/db/schema.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    return () => api.app.close();
  });

  /** A call whose path has no client. */
  const create = (query: string, browser = owner) =>
    browser.send("PUT", `/api/mp-orgs/group${query}`, {
      body: {
        org: { orgType: "job-titles", displayName: `Group ${randomUUID()}` },
        ids: [],
        toDelete: [],
      },
    });
  const groupsOf = async (clientId: string) => {
    const groups = await database.current.db
      .selectFrom("orgs")
      .select("oid")
      .where("client_id", "=", clientId)
      .where("is_group", "=", true)
      .execute();
    return groups.length;
  };

  test("a client in the query is used if it is one of the user's, in any case", async () => {
    const { clientId } = directory;
    for (const query of [
      "",
      "?clientId=",
      `?clientId=${clientId}`,
      `?clientId=${clientId.toUpperCase()}`,
    ]) {
      const before = await groupsOf(clientId);
      const answer = await create(query);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(await groupsOf(clientId)).toBe(before + 1);
    }
  });

  test("another user's client is as unknown as a missing one", async () => {
    const { clientId, foreign } = directory;
    const before = await groupsOf(clientId);
    for (const id of [foreign.clientId, randomUUID()]) {
      expectError(await create(`?clientId=${id}`), "ENOTFOUND");
      expectError(await owner.get(`/api/clients/${id}/counts`), "ENOTFOUND");
    }
    for (const query of ["?clientId=x", `?clientId=${clientId}&clientId=${clientId}`]) {
      expectError(await create(query), "EINVALID");
    }
    expectError(await owner.get("/api/clients/x/counts"), "EINVALID");
    expect(await groupsOf(clientId)).toBe(before);
  });

  test("the second of several clients is used if the query names it", async () => {
    const { db } = database.current;
    const { clientId, foreign, users } = directory;
    await db
      .insertInto("user_clients")
      .values({ user_id: users.owner, client_id: foreign.clientId, position: 1 })
      .execute();
    const before = await groupsOf(clientId);
    expect((await create(`?clientId=${foreign.clientId}`)).statusCode).toBe(200);
    expect(await groupsOf(foreign.clientId)).toBe(1);
    expect(await groupsOf(clientId)).toBe(before);
    expect((await owner.get(`/api/clients/${foreign.clientId}/counts`)).statusCode).toBe(200);
    expect((await create("")).statusCode).toBe(200);
    expect(await groupsOf(clientId)).toBe(before + 1);
    await db
      .deleteFrom("user_clients")
      .where("user_id", "=", users.owner)
      .where("client_id", "=", foreign.clientId)
      .execute();
  });

  test("a user without clients gets an answer, not an error of the server", async () => {
    const { db } = database.current;
    const ofOwner = { user_id: directory.users.owner, client_id: directory.clientId };
    const which = (eb: ExpressionBuilder<Database, "user_clients">) => eb.and(ofOwner);
    const row = await db
      .selectFrom("user_clients")
      .selectAll()
      .where(which)
      .executeTakeFirstOrThrow();
    await db.deleteFrom("user_clients").where(which).execute();
    const answer = await create("");
    await db.insertInto("user_clients").values(row).execute();
    expectError(answer, "ENOTFOUND");
  });

  test("only calls that change something need the token of the session", async () => {
    const copy = (token: string | null) =>
      Object.assign(api.visitor(), { cookie: owner.cookie, token });
    const other = await api.signIn("owner");
    for (const token of [null, "x", other.token]) {
      expect((await copy(token).get("/api/session")).statusCode).toBe(200);
      expectError(await create("", copy(token)), "EBADCSRFTOKEN");
    }
    expect((await create("", copy(owner.token))).statusCode).toBe(200);
  });

  test("without a session or a permission, a call is refused before its client is looked up", async () => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    expectError(await create(`?clientId=${randomUUID()}`, visitor), "EBADSESSION");
    const guest = await api.signIn("guest");
    expectError(await create(`?clientId=${randomUUID()}`, guest), "EFORBIDDEN");
  });
});
