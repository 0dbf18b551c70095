/** Access roles in the small directory: lists, content, versions of changes, and the effect on people. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type {
  AccessRole,
  ExpiringGrant,
  Role,
  RoleContent,
  RoleEffect,
  RoleHolder,
  RoleVersion,
} from "#events/entities/accessRole.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const byText = (one: string | null, other: string | null) => (String(one) < String(other) ? -1 : 1);

oneDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let mapper: Browser;
  let client: string;
  let now: () => Date;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    ({ now } = api.app.services);
    owner = await api.signIn("owner");
    mapper = await api.signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  beforeEach(async () => {
    const { db } = database.current;
    for (const table of [
      "access_role_entitlements",
      "access_role_owners",
      "access_role_assignments",
      "access_role_versions",
      "access_roles",
      "inducements",
      "policy_change_orgs",
      "policy_changes",
    ] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const create = async (
    name: string,
    entitlements: readonly number[] = [],
    change: Partial<RoleContent> = {},
  ): Promise<AccessRole> => {
    const reply = await owner.post(`${client}/roles`, {
      name,
      description: "",
      resourceOid: null,
      entitlementOids: entitlements.map((no) => directory.roles[no - 1]),
      ownerOids: [],
      ...change,
    });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json();
  };
  const contentOf = (role: AccessRole) => ({
    name: role.name,
    description: role.description,
    resourceOid: role.extension.resourceRef?.oid ?? null,
    entitlementOids: role.entitlements.map(({ roleOid }) => roleOid),
    ownerOids: role.owners.map(({ oid }) => oid),
    version: role.version,
  });
  const roleUrl = ({ oid }: Pick<AccessRole, "oid">) => `${client}/roles/${oid}`;
  const save = (role: AccessRole, change: object) =>
    owner.send("PUT", roleUrl(role), { body: { ...contentOf(role), ...change } });
  const read = async (role: AccessRole): Promise<AccessRole> =>
    (await mapper.get(roleUrl(role))).json();
  const listed = async (query: string): Promise<{ names: string[]; total: number }> => {
    const reply = await owner.get(`${client}/roles?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const { _embedded, page } = reply.json();
    return { names: _embedded.roles.map(({ name }: Role) => name), total: page.totalElements };
  };
  const induce = async (org: string, role: AccessRole) => {
    const request = {
      orgs: { all: false, oids: [org] },
      operation: "add",
      roles: { all: false, oids: [role.oid] },
    };
    const preview = (await mapper.post(`${client}/mp-orgs/bulk-update/preview`, request)).json();
    const reply = await mapper.post(`${client}/mp-orgs/bulk-update`, {
      ...request,
      id: preview.changeId,
      fingerprint: preview.fingerprint,
    });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const personOid = async (username: string): Promise<string> => {
    const { oid } = await database.current.db
      .selectFrom("identities")
      .select("oid")
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    return oid;
  };
  const auditOf = async (role: AccessRole) =>
    database.current.db
      .selectFrom("audit")
      .select(["call", "actor", "before", "after"])
      .where("target", "=", role.oid)
      .orderBy("at")
      .execute();

  describe("the lists of roles", () => {
    test("[ROLE-17] [ROLE-19] page, sort, filter and count roles", async () => {
      const { crm } = directory.resources;
      for (const name of ["Teller 10", "Teller 9", "Adviser"]) await create(name);
      await create("CRM reader", [1], { resourceOid: crm });
      expect(await listed("")).toEqual({
        names: ["Adviser", "CRM reader", "Teller 9", "Teller 10"],
        total: 4,
      });
      expect(await listed("sort=name,desc&size=2&page=1")).toEqual({
        names: ["CRM reader", "Adviser"],
        total: 4,
      });
      expect(await listed("contains=TELL_er")).toEqual({
        names: ["Teller 9", "Teller 10"],
        total: 2,
      });
      expect((await listed("resourceOids=default")).names).toEqual([
        "Adviser",
        "Teller 9",
        "Teller 10",
      ]);
      expect((await listed(`resourceOids=default,${crm}`)).total).toBe(4);
      expect((await owner.get(`${client}/roles/count`)).json()).toEqual({ count: 4 });
      expect((await owner.get(`${client}/roles/count?contains=teller`)).json()).toEqual({
        count: 2,
      });
    });

    test("[ROLE-20] [ROLE-5] [ROLE-4] group access roles by resource, those without one first", async () => {
      const { crm } = directory.resources;
      const bundle = await create("Bundle");
      const reader = await create("Reader", [1], { resourceOid: crm });
      expect(bundle.extension).toEqual({});
      expect(reader).toMatchObject({ extension: { resourceRef: { oid: crm } } });
      expect((await owner.get(`${client}/access-roles`)).json()).toEqual({
        groups: [
          { resourceRef: null, resourceName: "", count: 1 },
          { resourceRef: { oid: crm }, resourceName: "CRM", count: 1 },
        ],
      });
      expect((await owner.get(`${client}/access-roles?contains=read`)).json().groups).toHaveLength(
        1,
      );
    });

    test("[ROLE-16] [ROLE-18] [ROLE-21] give one role, several by oid, and those of policies", async () => {
      const one = await create("One", [1]);
      const two = await create("Two", [4]);
      await induce(directory.orgs.Engineer, two);
      expect(await read(one)).toMatchObject({ oid: one.oid, name: "One", version: 1 });
      const byOid = await mapper.get(
        `${client}/roles/by-oid?oids=${two.oid},${randomUUID()},${one.oid}`,
      );
      expect(byOid.json()._embedded.roles.map(({ name }: Role) => name)).toEqual(["One", "Two"]);
      const named = async (query: string) =>
        (await mapper.get(`${client}/access-policy-roles?${query}`))
          .json()
          ._embedded.roles.map(({ name }: Role) => name);
      expect(await named("")).toEqual(["One", "Two"]);
      expect(await named(`orgOid=${directory.orgs.Engineer}`)).toEqual(["Two"]);
      expect(await named(`orgOid=${directory.orgs.Ops}`)).toEqual([]);
      expectError(
        await mapper.get(`${client}/access-policy-roles?orgOid=${randomUUID()}`),
        "ENOTFOUND",
      );
    });

    test("are exported as a CSV file", async () => {
      await create("One", [1, 2]);
      const text = (await owner.get(`${client}/roles.csv?resourceOids=default`)).body;
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ name, entitlements }) => [name, entitlements])).toEqual([["One", "2"]]);
    });
  });

  describe("the content of a role", () => {
    test("[ROLE-1] [IDN-5] has entitlements of several resources and owners, and is audited", async () => {
      const ann = await personOid("ann");
      const role = await create(" Teller ", [4, 1], { ownerOids: [ann], description: " All. " });
      expect(role).toMatchObject({
        name: "Teller",
        description: "All.",
        status: "active",
        version: 1,
        entitlementCount: 2,
        entitlements: [
          { name: "Entitlement 1", resourceName: "CRM" },
          { name: "Entitlement 4", resourceName: "E R_P" },
        ],
        owners: [{ oid: ann, name: "ANN" }],
      });
      const saved = await save(role, {
        name: "Cashier",
        entitlementOids: [directory.roles[3], directory.roles[2]],
      });
      expect(saved.json()).toMatchObject({ name: "Cashier", version: 2 });
      const audit = await auditOf(role);
      expect(audit.map(({ call, actor }) => [call, actor])).toEqual([
        ["accessRoles/createRole", "owner"],
        ["accessRoles/updateRole", "owner"],
      ]);
      expect(audit[1]).toMatchObject({
        before: { name: "Teller", entitlementOids: [directory.roles[0]] },
        after: { name: "Cashier", entitlementOids: [directory.roles[2]] },
      });
    });

    test("is refused with every invalid field named, and with a name that is taken", async () => {
      await create("Teller");
      const refused = await owner.post(`${client}/roles`, {
        name: "Other",
        description: "",
        resourceOid: randomUUID(),
        entitlementOids: [randomUUID()],
        ownerOids: [randomUUID()],
      });
      const { fields } = expectError(refused, "EINVALID");
      expect(fields?.map(({ path }) => path)).toEqual([
        "/body/resourceOid",
        "/body/entitlementOids",
        "/body/ownerOids",
      ]);
      const content = { description: "", resourceOid: null, entitlementOids: [], ownerOids: [] };
      for (const name of ["  ", "TELLER"]) {
        const reply = await owner.post(`${client}/roles`, { ...content, name });
        expect(expectError(reply, "EINVALID").fields?.[0]?.path).toBe("/body/name");
      }
      const foreign = { ...content, name: "F", entitlementOids: [directory.foreign.roleOid] };
      expectError(await owner.post(`${client}/roles`, foreign), "EINVALID");
    });

    test("is compared and set: a change of an old version is refused", async () => {
      const role = await create("Teller");
      expect((await save(role, { name: "First" })).statusCode).toBe(200);
      expectError(await save(role, { name: "Second" }), "ECONFLICT");
      const archive = { status: "archived", version: role.version };
      expectError(
        await owner.send("PUT", `${roleUrl(role)}/status`, { body: archive }),
        "ECONFLICT",
      );
      expectError(await owner.send("DELETE", `${roleUrl(role)}?version=1`), "ECONFLICT");
      expect(await read(role)).toMatchObject({ name: "First", version: 2 });
      // A save without a difference writes no version.
      const same = await save(await read(role), {});
      expect(same.json().version).toBe(2);
    });

    test("keeps an entitlement that has left the directory until somebody removes it", async () => {
      const role = await create("Teller", [1, 4]);
      const { db } = database.current;
      const lost = randomUUID();
      await db
        .updateTable("access_role_entitlements")
        .set({ role_oid: lost })
        .where("role_oid", "=", directory.roles[3])
        .execute();
      const read1 = await read(role);
      expect(read1.entitlements.at(-1)).toEqual({ roleOid: lost, name: lost, resourceName: "" });
      expect((await save(read1, { description: "Changed" })).statusCode).toBe(200);
    });

    test("is copied without its people and orgs", async () => {
      const role = await create("Teller", [1, 4], { description: "All" });
      await induce(directory.orgs.Engineer, role);
      const copied = await owner.post(`${roleUrl(role)}/copy`, { name: "Cashier" });
      expect(copied.statusCode, copied.body).toBe(201);
      expect(copied.json()).toMatchObject({
        name: "Cashier",
        description: "All",
        version: 1,
        orgCount: 0,
        entitlementCount: 2,
      });
      expectError(await owner.post(`${roleUrl(role)}/copy`, { name: "teller" }), "EINVALID");
    });
  });

  describe("the people of a role", () => {
    test("hold it through their orgs and those above, directly, and in fact", async () => {
      // Ann and Bob hold entitlement 1; Ann, Bob and Cyd are below Engineer.
      const role = await create("Reader", [1]);
      await induce(directory.orgs.Engineer, role);
      await database.current.db
        .insertInto("access_role_assignments")
        .values({
          client_id: directory.clientId,
          id: randomUUID(),
          access_role_oid: role.oid,
          identity_oid: await personOid("dan"),
          created_at: new Date(),
          created_by: "test",
        })
        .execute();
      const { people, orgCount, assignedCount } = await read(role);
      expect({ people, orgCount, assignedCount }).toMatchObject({
        people: { direct: 1, inherited: 3, granted: 4 },
        orgCount: 1,
        assignedCount: 1,
      });
      const holders = await database.current.db
        .selectFrom("accounts as a")
        .innerJoin("entitlements as e", "e.resource_id", "a.resource_id")
        .select("a.identity_oid")
        .distinct()
        .where("e.role_oid", "=", directory.roles[0])
        .where("a.identity_oid", "is not", null)
        .whereRef("e.no", "=", (eb) => eb.fn.any("a.entitlement_nos"))
        .execute();
      expect(people.inFact).toBe(holders.length);
    });
  });

  describe("the effect of a change", () => {
    const effectOf = async (role: AccessRole, ...entitlements: number[]): Promise<RoleEffect> => {
      const reply = await owner.post(`${roleUrl(role)}/preview`, {
        entitlementOids: entitlements.map((no) => directory.roles[no - 1]),
      });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json();
    };

    test("names the orgs that induce the role, and who would lose what by its deletion", async () => {
      const role = await create("Bundle", [1, 4]);
      const other = await create("Other", [1]);
      await induce(directory.orgs.Engineer, role);
      const before = await effectOf(role);
      expect(before).toMatchObject({
        orgs: [{ displayName: "Engineer", orgType: "job-titles" }],
        orgCount: 1,
        people: { gaining: 0, losing: 3 },
        affectedEntitlements: 2,
      });
      // Another role keeps entitlement 1 for the same people.
      await induce(directory.orgs.Engineer, other);
      const after = await effectOf(role);
      expect(after.entitlements.map(({ name, losing }) => [name, losing])).toEqual([
        ["Entitlement 4", 3],
      ]);
    });

    test("of added entitlements is that people gain them", async () => {
      const role = await create("Bundle", [1]);
      await induce(directory.orgs.Senior_Engineer, role);
      expect(await effectOf(role, 1, 2)).toMatchObject({
        people: { gaining: 2, losing: 0 },
        entitlements: [{ name: "Entitlement 2", gaining: 2, losing: 0 }],
      });
    });
  });

  describe("archiving and deleting", () => {
    test("an archived role grants nothing, and grants again when it is taken back", async () => {
      const role = await create("Bundle", [1]);
      await induce(directory.orgs.Engineer, role);
      const status = (next: string, version: number) =>
        owner.send("PUT", `${roleUrl(role)}/status`, { body: { status: next, version } });
      expect((await status("archived", 1)).json()).toMatchObject({
        status: "archived",
        version: 2,
        people: { granted: 0, inherited: 0 },
      });
      expect((await listed("")).total).toBe(0);
      expect((await listed("status=archived")).names).toEqual(["Bundle"]);
      expect((await status("active", 2)).json()).toMatchObject({
        status: "active",
        version: 3,
        people: { granted: 3, inherited: 3 },
      });
    });

    test("a deleted role leaves all policies in one change of their history", async () => {
      const role = await create("Bundle", [1]);
      await induce(directory.orgs.Engineer, role);
      await induce(directory.orgs.Ops, role);
      const reply = await owner.send("DELETE", `${roleUrl(role)}?version=1`);
      expect(reply.json()).toEqual({ oid: role.oid, name: "Bundle" });
      expectError(await mapper.get(roleUrl(role)), "ENOTFOUND");
      const { changes } = (await mapper.get(`${client}/policy-changes`)).json()._embedded;
      expect(changes).toContainEqual(
        expect.objectContaining({ kind: "remove", orgCount: 2, added: 0, removed: 2 }),
      );
      const { Engineer, Ops } = directory.orgs;
      const orgs = await database.current.db
        .selectFrom("orgs")
        .select("has_policy")
        .where("oid", "in", [Engineer, Ops])
        .execute();
      expect(orgs).toEqual([{ has_policy: false }, { has_policy: false }]);
      const audit = await auditOf(role);
      expect(audit.at(-1)).toMatchObject({
        call: "accessRoles/deleteRole",
        before: { name: "Bundle", orgs: 2, assignments: 0 },
      });
    });
  });

  const person = (roleOf: AccessRole, oid: string) => `${roleUrl(roleOf)}/grants/${oid}`;
  const grant = (
    role: AccessRole,
    oid: string,
    kind: "person" | "org",
    validFrom: string | null = null,
    validUntil: string | null = null,
  ) => mapper.send("PUT", person(role, oid), { body: { kind, validFrom, validUntil } });
  const holders = async (role: AccessRole, query = ""): Promise<RoleHolder[]> => {
    const reply = await mapper.get(`${roleUrl(role)}/holders?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.holders;
  };
  const named = (rows: readonly RoleHolder[]) =>
    rows.map(({ username }) => username).toSorted(byText);
  const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString();

  describe("assignments and inducements", () => {
    test("have a period in which the role is theirs", async () => {
      const role = await create("Bundle", [1]);
      const [ann, dan] = [await personOid("ann"), await personOid("dan")];
      expect((await grant(role, ann, "person", null, inDays(3))).json()).toEqual({
        kind: "person",
        oid: ann,
        name: "ANN",
      });
      expect((await grant(role, dan, "person", inDays(3), null)).statusCode).toBe(200);
      expect(named(await holders(role))).toEqual(["ann"]);
      expect(named(await holders(role, "show=direct"))).toEqual(["ann", "dan"]);
      expect((await read(role)).people).toMatchObject({ direct: 1, granted: 1 });
      // The period is replaced, not added.
      expect((await grant(role, dan, "person")).statusCode).toBe(200);
      expect(named(await holders(role))).toEqual(["ann", "dan"]);
      const backwards = await grant(role, dan, "person", inDays(3), inDays(2));
      expect(expectError(backwards, "EINVALID").fields?.[0]?.path).toBe("/body/validUntil");
      const audit = await auditOf(role);
      expect(audit.at(-1)).toMatchObject({
        call: "accessRoles/grantRole",
        actor: "mapper",
        before: { person: dan },
        after: { person: dan, validFrom: null, validUntil: null },
      });
    });

    test("of an org reach its members and those below, and appear in its history", async () => {
      const role = await create("Bundle", [1]);
      const { Engineer } = directory.orgs;
      expect((await grant(role, Engineer, "org", null, inDays(10))).json().name).toBe("Engineer");
      expect(named(await holders(role, "show=inherited"))).toEqual(["ann", "bob", "cyd"]);
      const { orgs } = (await mapper.get(`${roleUrl(role)}/orgs`)).json()._embedded;
      expect(orgs).toMatchObject([{ oid: Engineer, displayName: "Engineer", validFrom: null }]);
      const history = await mapper.get(`${client}/policy-changes?orgOid=${Engineer}`);
      expect(history.json()._embedded.changes).toMatchObject([{ kind: "apply", added: 1 }]);
      const gone = await mapper.send("DELETE", `${person(role, Engineer)}?kind=org`);
      expect(gone.json()).toEqual({ kind: "org", oid: Engineer, name: "Engineer" });
      expect(await holders(role)).toEqual([]);
      expectError(await mapper.send("DELETE", `${person(role, Engineer)}?kind=org`), "ENOTFOUND");
    });

    test("are refused for an archived role, and for people and orgs that do not exist", async () => {
      const role = await create("Bundle", [1]);
      expectError(await grant(role, randomUUID(), "person"), "ENOTFOUND");
      expectError(await grant(role, directory.foreign.orgOid, "org"), "ENOTFOUND");
      const body = { status: "archived", version: 1 };
      await owner.send("PUT", `${roleUrl(role)}/status`, { body });
      expectError(await grant(role, await personOid("ann"), "person"), "ECONFLICT");
    });

    test("that end soon are listed, soonest first", async () => {
      const role = await create("Bundle", [1]);
      await grant(role, await personOid("ann"), "person", null, inDays(20));
      await grant(role, directory.orgs.Ops, "org", null, inDays(5));
      await grant(role, await personOid("bob"), "person", null, inDays(60));
      await grant(role, await personOid("cyd"), "person", inDays(1), inDays(2));
      const soon = async (query = "") =>
        (await mapper.get(`${client}/access-roles/expiring?${query}`))
          .json()
          ._embedded.grants.map((one: ExpiringGrant) => [
            one.kind,
            one.subject.name,
            one.role.name,
          ]);
      expect(await soon()).toEqual([
        ["org", "Ops", "Bundle"],
        ["person", "ANN", "Bundle"],
      ]);
      expect(await soon("days=6")).toHaveLength(1);
      expect(await soon("days=90")).toHaveLength(3);
    });
  });

  describe("versions", () => {
    test("say what changed, and are restored as a new version", async () => {
      const role = await create("Teller", [1, 2]);
      const { crm } = directory.resources;
      const changed = (
        await save(role, {
          name: "Cashier",
          resourceOid: crm,
          entitlementOids: [directory.roles[1], directory.roles[3]],
          ownerOids: [await personOid("ann")],
        })
      ).json();
      const versions = async (): Promise<RoleVersion[]> =>
        (await mapper.get(`${roleUrl(role)}/versions`)).json()._embedded.versions;
      expect(await versions()).toMatchObject([
        {
          version: 2,
          kind: "edited",
          actor: "owner",
          fields: [
            { field: "name", before: "Teller", after: "Cashier" },
            { field: "resource", before: "", after: "CRM" },
          ],
          added: ["Entitlement 4 (E R_P)"],
          removed: ["Entitlement 1 (CRM)"],
          addedOwners: ["ANN"],
        },
        { version: 1, kind: "created", added: expect.any(Array) },
      ]);
      const restore = (body: object) => owner.post(`${roleUrl(role)}/restore`, body);
      expectError(await restore({ restored: 1, version: 1 }), "ECONFLICT");
      expectError(await restore({ restored: 9, version: 2 }), "ENOTFOUND");
      const restored = await restore({ restored: 1, version: changed.version });
      expect(restored.json()).toMatchObject({
        name: "Teller",
        version: 3,
        extension: {},
        owners: [],
        entitlements: [{ name: "Entitlement 1" }, { name: "Entitlement 2" }],
      });
      expect((await versions())[0]).toMatchObject({ version: 3, kind: "restored" });
    });
  });

  describe("reasons", () => {
    test("of a person's entitlements name the access role and the policy that induces it", async () => {
      const role = await create("Bundle", [1, 2]);
      const bob = await personOid("bob");
      await grant(role, directory.orgs.Engineer, "org");
      await grant(role, bob, "person");
      const report = await mapper.get(
        `${client}/identities/${bob}/entitlements?contains=entitlement 1`,
      );
      const { entitlements } = report.json()._embedded;
      expect(entitlements[0].paths).toEqual([
        { oid: role.oid, names: [], role: { oid: role.oid, name: "Bundle" } },
        {
          oid: directory.orgs.Engineer,
          names: ["Engineer", "Senior_Engineer"],
          role: { oid: role.oid, name: "Bundle" },
        },
      ]);
      expect((await mapper.get(`${client}/identities/${bob}`)).json().counts).toEqual({
        byPolicy: 1,
        outsidePolicy: 1,
        missing: 1,
      });
      const counts = await mapper.get(
        `${client}/mp-orgs/${directory.orgs.Engineer}/entitlements/${directory.roles[1]}/holders/count`,
      );
      expect(counts.json()).toMatchObject({ outsidePolicy: 0 });
      // The policy lists entitlements; access roles are listed apart.
      const policy = `${client}/mp-orgs/${directory.orgs.Engineer}/inducements`;
      expect((await mapper.get(policy)).json()._embedded.inducements).toEqual([]);
      expect((await mapper.get(`${policy}/count`)).json()).toMatchObject({ total: 0, parts: [] });
    });
  });

  test("the people of a role are those of a plain recomputation, in random directories", async () => {
    const { db } = database.current;
    const people = await db
      .selectFrom("identities")
      .select(["oid", "username"])
      .where("client_id", "=", directory.clientId)
      .execute();
    const orgs = Object.values(directory.orgs);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          entitlements: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
          assigned: fc.uniqueArray(fc.nat(people.length - 1)),
          expired: fc.uniqueArray(fc.nat(people.length - 1)),
          inducing: fc.uniqueArray(fc.nat(orgs.length - 1), { maxLength: 3 }),
          future: fc.uniqueArray(fc.nat(orgs.length - 1), { maxLength: 2 }),
        }),
        async ({ entitlements, assigned, expired, inducing, future }) => {
          const role = await create(`Random ${randomUUID()}`, entitlements);
          const past = [new Date(0).toISOString(), new Date(1000).toISOString()] as const;
          const oidAt = (index: number) => people[index]?.oid ?? "";
          for (const index of expired) await grant(role, oidAt(index), "person", ...past);
          for (const index of assigned) await grant(role, oidAt(index), "person");
          for (const index of future) await grant(role, orgs[index] ?? "", "org", inDays(9));
          for (const index of inducing) await grant(role, orgs[index] ?? "", "org");

          const links = await db.selectFrom("orgs").select(["oid", "parent_oid"]).execute();
          const parentOf = new Map(links.map((org) => [org.oid, org.parent_oid]));
          const members = await db
            .selectFrom("identity_orgs")
            .selectAll()
            .where("client_id", "=", directory.clientId)
            .execute();
          const isInduced = (org: string | null): boolean =>
            org !== null &&
            (inducing.some((index) => orgs[index] === org) || isInduced(parentOf.get(org) ?? null));
          const accounts = await db
            .selectFrom("accounts")
            .selectAll()
            .where("client_id", "=", directory.clientId)
            .execute();
          const wanted = await db
            .selectFrom("entitlements")
            .selectAll()
            .where("client_id", "=", directory.clientId)
            .execute();
          const bundle = wanted.filter(({ role_oid }) =>
            entitlements.some((no) => directory.roles[no - 1] === role_oid),
          );
          const named = (has: (oid: string) => boolean) =>
            people
              .filter(({ oid }) => has(oid))
              .map(({ username }) => username)
              .toSorted(byText);
          const direct = new Set(assigned.map(oidAt));
          const inherited = new Set(
            members.filter(({ org_oid }) => isInduced(org_oid)).map((one) => one.identity_oid),
          );
          const holdsAll = (oid: string) =>
            bundle.length > 0 &&
            bundle.every(({ no, resource_id }) =>
              accounts.some(
                (account) =>
                  account.identity_oid === oid &&
                  account.resource_id === resource_id &&
                  account.entitlement_nos.includes(no),
              ),
            );
          const shown = async (show: string) =>
            (await holders(role, `show=${show}`)).map(({ username }) => username).toSorted(byText);
          const expected = {
            granted: named((oid) => direct.has(oid) || inherited.has(oid)),
            inherited: named((oid) => inherited.has(oid)),
            inFact: named(holdsAll),
          };
          for (const [show, names] of Object.entries(expected)) {
            expect(await shown(show), show).toEqual(names);
          }
          expect((await read(role)).people).toEqual({
            direct: direct.size,
            inherited: expected.inherited.length,
            granted: expected.granted.length,
            inFact: expected.inFact.length,
          });
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  });

  test("another client's roles are not found, and users without the group are refused", async () => {
    const role = await create("Bundle");
    const other = `/api/clients/${directory.foreign.clientId}`;
    const content = { ...contentOf(role), name: "Bundle 2" };
    expectError(await owner.get(`${other}/roles/${role.oid}`), "ENOTFOUND");
    expectError(await mapper.get(`${client}/roles`), "EFORBIDDEN");
    const { version: _version, ...body } = content;
    expectError(await mapper.post(`${client}/roles`, body), "EFORBIDDEN");
    expectError(await mapper.send("PUT", roleUrl(role), { body: content }), "EFORBIDDEN");
  });
});
