/** Access roles in the small directory: lists, content, versions of changes, and the effect on people. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AccessRole, Role, RoleContent, RoleEffect } from "#events/entities/accessRole.ts";
import { type Browser, createApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let mapper: Browser;
  let client: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
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
    test("[ROLE-1] has entitlements of several resources and owners, and is audited", async () => {
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
