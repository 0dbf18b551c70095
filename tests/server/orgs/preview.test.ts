/** The effect of a change of one org's policy, before it is made. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { PolicyEffect } from "#events/entities/policyChange.ts";
import type { Browser, TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { openFilledApi } from "../support/filledApi.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    ({ directory, api, browser: mapper } = await openFilledApi(database.current, "mapper"));
    base = `/api/clients/${directory.clientId}/mp-orgs`;
    const [e1, e2] = directory.roles;
    await mapper.post(`${base}/${directory.orgs.Engineer}/induce`, [e1]);
    await mapper.post(`${base}/${directory.orgs.Senior_Engineer}/induce`, [e2]);
    return () => api.app.close();
  });

  const preview = async (org: string, body: unknown): Promise<PolicyEffect> => {
    const answer = await mapper.post(`${base}/${org}/induce/preview`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const membersOf = async (org: string) =>
    (await mapper.get(`${base}/${org}`)).json<{ memberCount: number }>().memberCount;
  const stored = () =>
    database.current.db.selectFrom("inducements").select(["org_oid", "role_oid"]).execute();

  test("counts the people who gain what no policy grants them, and changes nothing", async () => {
    const { orgs, roles } = directory;
    const [e1, , e3] = roles;
    const before = await stored();
    const members = await membersOf(orgs.Senior_Engineer);
    expect(members).toBeGreaterThan(0);
    const effect = await preview(orgs.Senior_Engineer, [e1, e3]);
    expect(effect).toEqual({
      // Lists the people.
      previewId: expect.any(String),
      people: { gaining: members, losing: 0, unchanged: 0 },
      entitlementEffects: [
        {
          roleOid: e3,
          name: "Entitlement 3",
          resourceName: expect.any(String),
          gaining: members,
          losing: 0,
        },
      ],
      affectedEntitlements: 1,
    });
    expect(await stored()).toEqual(before);
  });

  test("counts nobody for what the org inherits", async () => {
    const { orgs, roles } = directory;
    const { people, affectedEntitlements } = await preview(orgs.Senior_Engineer, [roles[0]]);
    expect(people).toMatchObject({ gaining: 0, losing: 0 });
    expect(affectedEntitlements).toBe(0);
  });

  test("counts the people who lose what is removed; what is in both lists is added", async () => {
    const { orgs, roles } = directory;
    const [, e2] = roles;
    const members = await membersOf(orgs.Senior_Engineer);
    const removed = await preview(orgs.Senior_Engineer, { add: [], remove: [e2] });
    expect(removed.people).toEqual({ gaining: 0, losing: members, unchanged: 0 });
    const both = await preview(orgs.Senior_Engineer, { add: [e2], remove: [e2] });
    expect(both.people).toMatchObject({ gaining: 0, losing: 0 });
  });

  test("stores the known entitlements that the user may see, of the last three previews of each user", async () => {
    const { orgs, roles, users } = directory;
    const [e1, e2, , e4] = roles;
    const keeper = await api.signIn("keeper");
    const url = `${base}/${orgs.Senior_Engineer}/induce/preview`;
    const own = await keeper.post(url, [e1, e4, randomUUID()]);
    expect(own.statusCode, own.body).toBe(200);
    const ids: (string | null)[] = [];
    for (let no = 0; no < 5; no += 1) {
      api.clock.now = new Date(api.clock.now.getTime() + 1);
      const change = { add: [randomUUID(), e1.toUpperCase()], remove: [e2, randomUUID()] };
      ids.push((await preview(orgs.Senior_Engineer, change)).previewId);
    }
    const previews = async (user: string) =>
      database.current.db
        .selectFrom("policy_previews")
        .select(["id", "policy"])
        .where("user_id", "=", user)
        .orderBy("at")
        .execute();
    const orgOid = orgs.Senior_Engineer;
    expect((await previews(users.keeper)).map(({ policy }) => policy)).toEqual([
      { orgOid, add: [e1], remove: [] },
    ]);
    const kept = await previews(users.mapper);
    expect(kept.map(({ policy }) => policy)).toEqual(
      Array(3).fill({ orgOid, add: [e1], remove: [e2] }),
    );
    expect(kept.map(({ id }) => id)).toEqual(ids.slice(-3));
  });

  test("needs an org of the client", async () => {
    const { foreign, roles } = directory;
    const unknown = `${base}/${foreign.orgOid}/induce/preview`;
    expectError(await mapper.post(unknown, [roles[0]]), "ENOTFOUND");
  });

  test("counts as many entitlements as one preview may have", async () => {
    const { clientId, orgs, resources } = directory;
    const { db } = database.current;
    const { rows } = await sql<{ oid: string }>`
      insert into entitlements (client_id, id, no, role_oid, resource_id, name)
      select ${clientId}::uuid, gen_random_uuid(), 1000 + no, gen_random_uuid(), ${resources.erp}::uuid, 'Many ' || no
      from generate_series(1, 100000) no
      returning role_oid as oid
    `.execute(db);
    const all = rows.map(({ oid }) => oid);
    const [held, others] = [all.slice(0, 30_000), all.slice(30_000)];
    await sql`
      insert into inducements (client_id, id, org_oid, role_oid, created_at)
      select ${clientId}::uuid, gen_random_uuid(), ${orgs.Senior_Engineer}::uuid, oid, now()
      from unnest(${held}::uuid[]) oid
    `.execute(db);
    const members = await membersOf(orgs.Senior_Engineer);
    const effect = await preview(orgs.Senior_Engineer, { add: others, remove: held });
    expect(effect.people).toEqual({ gaining: members, losing: members, unchanged: 0 });
    expect(effect.affectedEntitlements).toBe(100_000);
    expect(effect.entitlementEffects.length).toBeGreaterThan(0);
    const tooMany = await mapper.post(`${base}/${orgs.Senior_Engineer}/induce/preview`, [
      ...all,
      all[0],
    ]);
    expect(tooMany.statusCode).toBe(400);
  }, 120_000);
});
