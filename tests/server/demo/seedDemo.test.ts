import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { CASE_KINDS, CASE_STATES } from "#events/entities/case.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { assignDemo } from "#server/demo/assignDemo.ts";
import { seedDemo } from "#server/demo/seedDemo.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../support/databases.ts";

eachDatabase((database) => {
  test("fills an empty directory with the bank once", async () => {
    const { db } = database.current;
    expect(await seedDemo(db)).toMatchObject({
      identities: { added: 2000 },
      orgs: { added: 85 + 25 + 20 },
      resources: { added: 12 },
      entitlements: { added: 3000 },
      client: { name: "Harbor & Vale Bank", created: true },
      rejectedRows: [],
      warnings: [],
    });
    const roles = await db
      .selectFrom("access_roles")
      .select(["name", "version"])
      .where("archived_at", "is", null)
      .orderBy("name")
      .execute();
    expect(roles).toEqual([
      { name: "Counter Service", version: 1 },
      { name: "Incident Coordination", version: 1 },
    ]);
    const counts = await db
      .selectFrom("access_roles as r")
      .leftJoin("access_role_entitlements as e", "e.access_role_oid", "r.oid")
      .select((of) => ["r.name", of.fn.count<string>("e.role_oid").as("entitlements")])
      .groupBy("r.name")
      .orderBy("r.name")
      .execute();
    expect(counts.map(({ entitlements }) => Number(entitlements))).toEqual([
      expect.any(Number),
      4,
      3,
    ]);
    expect(Number(counts[0]?.entitlements)).toBeGreaterThan(3);
    const assigned = await db.selectFrom("access_role_assignments").select("valid_until").execute();
    expect(assigned).toHaveLength(5);
    const cases = await db.selectFrom("cases").select(["kind", "state"]).execute();
    // Dormant accounts are known only after the server has imported the badges.
    const kinds = CASE_KINDS.filter((kind) => kind !== "dormantAccount");
    expect(new Set(cases.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(new Set(cases.map(({ state }) => state))).toEqual(new Set(CASE_STATES));
    const owner = randomUUID();
    await assignDemo(db, owner);
    await assignDemo(db, owner);
    const owners = await db
      .selectFrom("cases")
      .leftJoin("users", "users.id", "cases.owner_id")
      .select(["cases.state", "cases.owner_id", "users.username"])
      .execute();
    expect(
      owners.map(({ state, ...of }) => ({
        isNew: state === "open",
        hasOwner: of.owner_id !== null,
      })),
    ).toEqual(owners.map(({ state }) => ({ isNew: state === "open", hasOwner: state !== "open" })));
    expect(owners.filter(({ owner_id: id }) => id === owner)).toHaveLength(2);
    expect(new Set(owners.map(({ username }) => username))).toEqual(
      new Set([null, "j.lindqvist", "m.osei"]),
    );
    const groups = await db
      .selectFrom("orgs")
      .select("type")
      .where("is_group", "=", true)
      .distinct()
      .execute();
    expect(groups).toHaveLength(3);
    const schedules = await db.selectFrom("report_schedules").select("recipients").execute();
    expect(schedules).toEqual([1, 2, 3].map(() => ({ recipients: [owner] })));
    const views = await db.selectFrom("identity_views").select("user_id").execute();
    expect(new Set(views.map(({ user_id: id }) => id))).toEqual(new Set([owner]));
    expect(await seedDemo(db)).toBeNull();
    const clients = await db.selectFrom("clients").select(["name", "slug", "city"]).execute();
    expect(clients).toEqual([
      { name: "Harbor & Vale Bank", slug: "harbor-vale-bank", city: "Port Harlan" },
    ]);
  });
});

eachDatabase((database) => {
  test("each change of a policy has its people and its entry in the audit trail", async () => {
    const { db } = database.current;
    await seedDemo(db);
    const { rows: changes } = await sql<{
      id: string;
      at: Date;
      kind: string;
      org_oid: string;
      added: string[];
      removed: string[];
      gaining: number | null;
      losing: number | null;
    }>`
      select h.id, h.at, h.kind, h.gaining, h.losing, c.org_oid, c.added, c.removed
      from policy_changes h join policy_change_orgs c on c.change_id = h.id order by h.at
    `.execute(db);
    expect(changes.length).toBeGreaterThan(5);

    // The policies are what their history says.
    const policies = new Map<string, Set<string>>();
    for (const { org_oid, added, removed } of changes) {
      const policy = policies.get(org_oid) ?? new Set<string>();
      policies.set(org_oid, policy);
      for (const oid of added) policy.add(oid);
      for (const oid of removed) policy.delete(oid);
    }
    const grants = await db.selectFrom("inducements").select(["org_oid", "role_oid"]).execute();
    expect(grants.map((grant) => `${grant.org_oid} ${grant.role_oid}`).toSorted()).toEqual(
      [...policies]
        .flatMap(([org, roles]) => [...roles].map((role) => `${org} ${role}`))
        .toSorted(),
    );

    const entries = await db
      .selectFrom("audit")
      .selectAll()
      .where("actor", "=", "demo")
      .where("call", "in", [
        "orgs/induce",
        "orgs/deleteInducement",
        "orgs/setInducementPeriod",
        "accessRoles/grantRole",
      ])
      .execute();
    const timesOf = (list: readonly { readonly at: Date }[]) =>
      list.map(({ at }) => at.getTime()).toSorted((a, b) => a - b);
    expect(timesOf(entries)).toEqual(timesOf(changes));
    const counts = (json: unknown) =>
      (json as { readonly inducementCount: number }).inducementCount;
    for (const { org_oid: org, at, added, removed } of changes) {
      const entry = entries.find((one) => one.target === org && one.at.getTime() === at.getTime());
      // The entry of an access role is about the role.
      if (!entry || entry.call === "orgs/setInducementPeriod") continue;
      expect(counts(entry.after) - counts(entry.before)).toBe(added.length - removed.length);
      expect((entry.after as { readonly added?: string[] }).added ?? []).toEqual(added);
      expect((entry.before as { readonly removed?: string[] }).removed ?? []).toEqual(removed);
    }

    // Everyone has a job title, and nobody had a policy before that of all job titles.
    const { rows: staff } = await sql<{ org: string; people: number }>`
      select o.oid as org, (
        select count(distinct m.identity_oid) from identity_orgs m
        join orgs job on job.oid = m.org_oid and job.type = 'job-titles'
      ) as people
      from orgs o where o.type = 'job-titles' and o.parent_oid is null
    `.execute(db);
    const ofStaff = changes.find(({ org_oid }) => org_oid === staff[0]?.org);
    expect(ofStaff).toMatchObject({ gaining: staff[0]?.people, losing: 0 });
    for (const { kind, gaining, losing, added, removed } of changes) {
      expect(gaining).not.toBeNull();
      expect(losing).not.toBeNull();
      // A period that begins later takes access.
      if (removed.length === 0 && kind !== "period") expect(losing).toBe(0);
      if (added.length === 0) expect(gaining).toBe(0);
    }
    const listed = await db.selectFrom("policy_change_effects").select("people").execute();
    expect(listed.length).toBeGreaterThan(0);
  });

  test("a policy has an entitlement that ended, one that ends soon, and one that begins later", async () => {
    const { db } = database.current;
    const grants = await db
      .selectFrom("inducements as i")
      .innerJoin("entitlements as e", "e.role_oid", "i.role_oid")
      .select(["i.org_oid", "i.role_oid", "i.valid_from", "i.valid_until"])
      .where("i.valid_until", "is not", null)
      .orderBy("i.valid_until")
      .execute();
    const now = Date.now();
    const daysTo = (at: Date | null) => at && Math.ceil((at.getTime() - now) / DAY_MS) + 0;
    expect(grants.map((one) => [daysTo(one.valid_from), daysTo(one.valid_until)])).toEqual([
      [null, 0],
      [null, 12],
      [14, 105],
    ]);
    const [, ending] = grants;
    const cases = await db
      .selectFrom("cases")
      .select(["org_oid", "role_oid"])
      .where("kind", "=", "expiringSoon")
      .where("org_oid", "is not", null)
      .execute();
    expect(cases).toEqual([{ org_oid: ending?.org_oid, role_oid: ending?.role_oid }]);
    const { rows } = await sql<{ kind: string; losing: number }>`
      select h.kind, h.losing from policy_changes h
      join policy_change_orgs c on c.change_id = h.id and c.changed_periods <> '{}'
      order by h.at
    `.execute(db);
    expect(rows.map(({ kind, losing }) => [kind, losing > 0])).toEqual([
      ["period", false],
      ["period", false],
      ["period", true],
    ]);
  });
});

eachDatabase((database) => {
  test("leaves a directory with a client alone", async () => {
    const { db } = database.current;
    await importDirectory(db, {
      access: rowsTable("access", ["resource", "account"], [["R", "u"]]),
    });
    expect(await seedDemo(db)).toBeNull();
    expect(await db.selectFrom("clients").select("name").execute()).toEqual([
      { name: "My organisation" },
    ]);
  });
});

eachDatabase((database) => {
  test("runs once for two concurrent starts", async () => {
    const { db } = database.current;
    const results = await Promise.all([seedDemo(db), seedDemo(db)]);
    expect(results.filter((result) => result?.changed)).toHaveLength(1);
    const clients = await db.selectFrom("clients").select("city").execute();
    expect(clients).toEqual([{ city: "Port Harlan" }]);
  });
});
