import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Inducement } from "#events/entities/org.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError, textsOf } from "../support/errors.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    path = `/api/clients/${directory.clientId}/mp-orgs/${directory.orgs.Engineer}`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await database.current.db.deleteFrom("inducements").execute();
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
  });

  const induce = async (roleOids: readonly string[]) => mapper.post(`${path}/induce`, roleOids);
  const policy = async (): Promise<Inducement[]> => {
    const { _embedded, page } = (await mapper.get(`${path}/inducements?size=100`)).json();
    expect((await mapper.get(path)).json().inducementCount).toBe(page.totalElements);
    return _embedded.inducements;
  };
  const roleOids = async () => (await policy()).map(({ roleOid }) => roleOid).sort();
  const audited = async () =>
    database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("at", "=", api.clock.now)
      .where("target", "=", directory.orgs.Engineer)
      .execute();

  test.each(["{}", "[]", "0", '""'])(
    "a long %s list that contains no ids is refused before it takes memory",
    async (value) => {
      const payload = `[${`${value},`.repeat(1_000_000)}${value}]`;
      const answer = await mapper.send("POST", `${path}/induce`, { payload });
      expectError(answer, "ETOOLARGE");
      const ids = `[${`"${randomUUID()}",`.repeat(100_000)}"${randomUUID()}"]`;
      expectError(await mapper.send("POST", `${path}/induce`, { payload: ids }), "EINVALID");
    },
  );

  test("[APB-50] induce takes a list of roleOid, adds the missing ones and returns the org with its policy counted", async () => {
    const [e1, e2, , e4] = directory.roles;
    const response = await induce([e4, e2.toUpperCase(), e1, e2]);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ name: "Engineer", inducementCount: 3 });
    expect(response.json()).not.toHaveProperty("inducements");
    const listed = await policy();
    expect(listed).toHaveLength(3);
    expect(listed.map(({ roleOid, name, resourceName }) => [roleOid, name, resourceName])).toEqual([
      [e1, "Entitlement 1", "CRM"],
      [e2, "Entitlement 2", "CRM"],
      [e4, "Entitlement 4", "E R_P"],
    ]);
    expect(await audited()).toMatchObject([
      {
        actor: "mapper",
        call: "orgs/induce",
        client_id: directory.clientId,
        before: { inducementCount: 0 },
        after: { inducementCount: 3, added: expect.arrayContaining([e1, e2, e4]) },
      },
    ]);
  });

  test("induce adds and removes in one transaction, with one audit entry", async () => {
    const [e1, e2, e3, e4] = directory.roles;
    await induce([e1, e2]);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const response = await mapper.post(`${path}/induce`, {
      add: [e3, e4],
      remove: [e1.toUpperCase(), e4, randomUUID()],
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ inducementCount: 3 });
    expect(await roleOids()).toEqual([e2, e3, e4].toSorted());
    const entries = await audited();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      before: { inducementCount: 2, removed: [e1] },
      after: { inducementCount: 3 },
    });
    // Nothing is removed if an addition fails.
    const refused = await mapper.post(`${path}/induce`, { add: [randomUUID()], remove: [e2] });
    expectError(refused, "EINVALID");
    expect(refused.json().fields[0].path).toBe("/body/add/0");
    const long = [...Array.from({ length: 2000 }, () => randomUUID()), "x", "y"];
    const unreadable = await mapper.post(`${path}/induce`, { add: [], remove: long });
    expectError(unreadable, "EINVALID");
    expect(unreadable.json().fields).toMatchObject([{ path: "/body/remove/2000" }]);
    expect(await roleOids()).toEqual([e2, e3, e4].toSorted());
  });

  test("induce is idempotent: existing entitlements are unchanged, and only changes are audited", async () => {
    const [e1, e2] = directory.roles;
    await induce([e1]);
    const [first] = await policy();
    await induce([e1, e2]);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    await induce([e1, e2]);
    expect(await policy()).toEqual([first, expect.objectContaining({ roleOid: e2 })]);
    expect(await audited()).toEqual([]);
    expect((await induce([])).statusCode).toBe(200);
  });

  test("an unknown or foreign role oid is named, and nothing is written", async () => {
    for (const unknown of [randomUUID(), directory.foreign.roleOid]) {
      const response = await induce([directory.roles[0], unknown, directory.roles[1]]);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: "EINVALID",
        fields: [{ path: "/body/1", message: expect.stringContaining(unknown) }],
      });
    }
    expect(await policy()).toEqual([]);
    expect(await audited()).toEqual([]);
  });

  test("a very long list of role oids with one unknown is refused as a whole and accepted without it", async () => {
    const { db } = database.current;
    const distinct = database.kind === "postgres" ? 50_000 : 10_000;
    await sql`
      insert into entitlements (client_id, id, no, resource_id, name, role_oid)
      select ${directory.clientId}, gen_random_uuid(), 100 + n, ${directory.resources.crm}, 'Mass ' || n, gen_random_uuid()
      from generate_series(1, ${distinct}::int) as n
    `.execute(db);
    const { rows } = await sql<{ oid: string }>`
      select role_oid as oid from entitlements where client_id = ${directory.clientId} and no > 100
    `.execute(db);
    // The server drops repeated oids before it queries the database; the repetition is tested with one of them.
    const length = database.kind === "postgres" ? 1_000_000 : distinct;
    const oids = Array.from({ length }, (_, index) => rows[index % distinct]?.oid ?? "");
    const unknown = randomUUID();
    const wrong = length - 10;
    const refused = await induce(oids.with(wrong, unknown));
    expect(refused.statusCode).toBe(400);
    expect(textsOf(refused).fields).toEqual([
      { path: `/body/${wrong}`, message: expect.stringContaining(unknown) },
    ]);
    expect(await policy()).toEqual([]);

    const malformed = await induce(oids.with(wrong, "x"));
    expect(textsOf(malformed).fields).toEqual([
      { path: `/body/${wrong}`, message: "must be a uuid" },
    ]);

    const taken = await induce(oids);
    expect(taken.statusCode).toBe(200);
    expect(taken.json().inducementCount).toBe(distinct);
    await db.deleteFrom("inducements").execute();
    await db.deleteFrom("entitlements").where("no", ">", 100).execute();
  });

  test("[ORG-36] one entitlement is removed from the policy", async () => {
    const [e1, e2] = directory.roles;
    await induce([e1, e2]);
    const inducements = await policy();
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const url = `${path}/inducements/${inducements[0]?.id}`;
    const response = await mapper.send("DELETE", url);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ name: "Engineer", inducementCount: 1 });
    expect(response.json()).not.toHaveProperty("inducements");
    expect(await policy()).toEqual([inducements[1]]);
    expect(await roleOids()).toEqual([e2]);
    expect(await audited()).toMatchObject([
      {
        call: "orgs/deleteInducement",
        before: { inducementCount: 2, removed: [e1] },
        after: { inducementCount: 1 },
      },
    ]);
    expect((await mapper.send("DELETE", url)).statusCode).toBe(404);
    expect((await mapper.send("DELETE", `${path}/inducements/${randomUUID()}`)).statusCode).toBe(
      404,
    );
  });

  test("an inducement is not found through another org", async () => {
    await induce([directory.roles[0]]);
    const inducements = await policy();
    const other = path.replace(directory.orgs.Engineer, directory.orgs.Ops);
    const response = await mapper.send("DELETE", `${other}/inducements/${inducements[0]?.id}`);
    expect(response.statusCode).toBe(404);
    expect(await policy()).toHaveLength(1);
  });

  test("two concurrent induces on one org are both answered, and the policy is the union", async () => {
    const [e1, e2, e3, e4] = directory.roles;
    const other = await api.signIn("owner");
    const answers = await Promise.all([
      induce([e1, e2, e3]),
      other.post(`${path}/induce`, [e2, e3, e4]),
      induce([e3, e1]),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await roleOids()).toEqual([...directory.roles].sort());
    const rows = await audited();
    const added = rows.flatMap(({ after }) => (after as { added: string[] }).added);
    expect(added.toSorted()).toEqual([...directory.roles].sort());
  });

  test("concurrent induces and removals leave each entitlement in or out, and the audit trail adds up", async () => {
    await induce(directory.roles);
    const inducements = await policy();
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const other = await api.signIn("owner");
    const answers = await Promise.all([
      ...inducements.map(({ id }) => other.send("DELETE", `${path}/inducements/${id}`)),
      induce(directory.roles),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const left = (await policy()).length;
    // In sequence: each change starts from the result of the previous one.
    const counts = (await audited()).map(({ before, after }) => ({
      before: (before as { inducementCount: number }).inducementCount,
      after: (after as { inducementCount: number }).inducementCount,
    }));
    const found = [...counts.map(({ before }) => before), left].toSorted((a, b) => a - b);
    const kept = [inducements.length, ...counts.map(({ after }) => after)].toSorted(
      (a, b) => a - b,
    );
    expect(found).toEqual(kept);
  });

  test("an entitlement that a concurrent import removes does not enter the policy", async () => {
    const { db } = database.current;
    const roleOid = randomUUID();
    await db
      .insertInto("entitlements")
      .values({
        client_id: directory.clientId,
        id: randomUUID(),
        no: 50,
        resource_id: directory.resources.crm,
        name: "Leaving",
        role_oid: roleOid,
      })
      .execute();
    let answered: ReturnType<typeof induce> | undefined;
    await db.transaction().execute(async (tx) => {
      const leaving = tx.selectFrom("entitlements").select("id").where("role_oid", "=", roleOid);
      await leaving.forUpdate().execute();
      answered = induce([directory.roles[0], roleOid]);
      if (database.kind === "postgres") {
        await vi.waitFor(async () => {
          const { rows } = await sql`select from pg_locks where not granted`.execute(tx);
          expect(rows.length).toBeGreaterThan(0);
        });
      }
      await tx.deleteFrom("entitlements").where("role_oid", "=", roleOid).execute();
    });
    const response = await answered;
    expect(response?.statusCode).toBe(400);
    expect(response?.json().fields).toMatchObject([{ path: "/body/1" }]);
    expect(await policy()).toEqual([]);
  });

  test("[ROLE-2] the policy of any org of the directory can be built", async () => {
    for (const oid of [directory.orgs.Ops, directory.orgs["Job Titles"]]) {
      const url = path.replace(directory.orgs.Engineer, oid);
      const response = await mapper.post(`${url}/induce`, [directory.roles[0]]);
      expect(response.json()).toMatchObject({ oid, inducementCount: 1 });
    }
  });
});
