/** Access roles: lists, content, versions, archiving and deleting. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import type { Role, RoleVersion } from "#events/entities/accessRole.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useAccessRoles } from "./accessRoleCalls.ts";

oneDatabase((database) => {
  const setup = useAccessRoles(database);
  const { create, contentOf, roleUrl, save, read, listed, induce, personOid, auditOf } = setup;

  describe("the lists of roles", () => {
    test("[ROLE-17] [ROLE-19] page, sort, filter and count roles", async () => {
      const { crm } = setup.directory.resources;
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
      expect((await setup.owner.get(`${setup.client}/roles/count`)).json()).toEqual({ count: 4 });
      expect((await setup.owner.get(`${setup.client}/roles/count?contains=teller`)).json()).toEqual(
        {
          count: 2,
        },
      );
    });

    test("[ROLE-20] [ROLE-5] [ROLE-4] group access roles by resource, those without one first", async () => {
      const { crm } = setup.directory.resources;
      const bundle = await create("Bundle");
      const reader = await create("Reader", [1], { resourceOid: crm });
      expect(bundle.extension).toEqual({});
      expect(reader).toMatchObject({ extension: { resourceRef: { oid: crm } } });
      expect((await setup.owner.get(`${setup.client}/access-roles`)).json()).toEqual({
        groups: [
          { resourceRef: null, resourceName: "", count: 1 },
          { resourceRef: { oid: crm }, resourceName: "CRM", count: 1 },
        ],
      });
      expect(
        (await setup.owner.get(`${setup.client}/access-roles?contains=read`)).json().groups,
      ).toHaveLength(1);
    });

    test("[ROLE-16] [ROLE-18] [ROLE-21] give one role, several by oid, and those of policies", async () => {
      const one = await create("One", [1]);
      const two = await create("Two", [4]);
      await induce(setup.directory.orgs.Engineer, two);
      expect(await read(one)).toMatchObject({ oid: one.oid, name: "One", version: 1 });
      const byOid = await setup.mapper.get(
        `${setup.client}/roles/by-oid?oids=${two.oid},${randomUUID()},${one.oid}`,
      );
      expect(byOid.json()._embedded.roles.map(({ name }: Role) => name)).toEqual(["One", "Two"]);
      const named = async (query: string) =>
        (await setup.mapper.get(`${setup.client}/access-policy-roles?${query}`))
          .json()
          ._embedded.roles.map(({ name }: Role) => name);
      expect(await named("")).toEqual(["One", "Two"]);
      expect(await named(`orgOid=${setup.directory.orgs.Engineer}`)).toEqual(["Two"]);
      expect(await named(`orgOid=${setup.directory.orgs.Ops}`)).toEqual([]);
      expectError(
        await setup.mapper.get(`${setup.client}/access-policy-roles?orgOid=${randomUUID()}`),
        "ENOTFOUND",
      );
    });

    test("are exported as a CSV file", async () => {
      await create("One", [1, 2]);
      const text = (await setup.owner.get(`${setup.client}/roles.csv?resourceOids=default`)).body;
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ name, entitlements }) => [name, entitlements])).toEqual([["One", "2"]]);
    });

    test("are exported with their entitlements, all of the list or those of one role", async () => {
      const two = await create("Two", [4, 1]);
      const one = await create("One", [2]);
      const { db } = database.current;
      const lost = randomUUID();
      await db
        .insertInto("access_role_entitlements")
        .values({ client_id: setup.directory.clientId, access_role_oid: two.oid, role_oid: lost })
        .execute();
      const rowsOf = async (query: string) => {
        const text = (await setup.owner.get(`${setup.client}/role-entitlements.csv?${query}`)).body;
        const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
        return rows;
      };
      expect(
        (await rowsOf("")).map(({ role, resource, entitlement }) => [role, resource, entitlement]),
      ).toEqual([
        ["One", "CRM", "Entitlement 2"],
        ["Two", "", ""],
        ["Two", "CRM", "Entitlement 1"],
        ["Two", "E R_P", "Entitlement 4"],
      ]);
      expect(await rowsOf(`roleOid=${one.oid}`)).toEqual([
        {
          role: "One",
          resource: "CRM",
          entitlement: "Entitlement 2",
          accessRoleOid: one.oid,
          roleOid: setup.directory.roles[1],
        },
      ]);
      expect((await rowsOf("contains=tw")).map(({ roleOid }) => roleOid)).toContain(lost);
      expect(await rowsOf("status=archived")).toEqual([]);
      const unknown = `${setup.client}/role-entitlements?roleOid=${randomUUID()}`;
      expectError(await setup.owner.get(unknown), "ENOTFOUND");
      expect(
        (await setup.mapper.get(`${setup.client}/role-entitlements?size=1`)).json().page,
      ).toEqual({
        size: 1,
        number: 0,
        totalElements: 4,
        totalPages: 4,
      });
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
        entitlementOids: [setup.directory.roles[3], setup.directory.roles[2]],
      });
      expect(saved.json()).toMatchObject({ name: "Cashier", version: 2 });
      const audit = await auditOf(role);
      expect(audit.map(({ call, actor }) => [call, actor])).toEqual([
        ["accessRoles/createRole", "owner"],
        ["accessRoles/updateRole", "owner"],
      ]);
      expect(audit[1]).toMatchObject({
        before: { name: "Teller", entitlementOids: [setup.directory.roles[0]] },
        after: { name: "Cashier", entitlementOids: [setup.directory.roles[2]] },
      });
    });

    test("is refused with every invalid field named, and with a name that is taken", async () => {
      await create("Teller");
      const refused = await setup.owner.post(`${setup.client}/roles`, {
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
        const reply = await setup.owner.post(`${setup.client}/roles`, { ...content, name });
        expect(expectError(reply, "EINVALID").fields?.[0]?.path).toBe("/body/name");
      }
      const foreign = { ...content, name: "F", entitlementOids: [setup.directory.foreign.roleOid] };
      expectError(await setup.owner.post(`${setup.client}/roles`, foreign), "EINVALID");
    });

    test("is compared and set: a change of an old version is refused", async () => {
      const role = await create("Teller");
      expect((await save(role, { name: "First" })).statusCode).toBe(200);
      expectError(await save(role, { name: "Second" }), "ECONFLICT");
      const archive = { status: "archived", version: role.version };
      expectError(
        await setup.owner.send("PUT", `${roleUrl(role)}/status`, { body: archive }),
        "ECONFLICT",
      );
      expectError(await setup.owner.send("DELETE", `${roleUrl(role)}?version=1`), "ECONFLICT");
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
        .where("role_oid", "=", setup.directory.roles[3])
        .execute();
      const read1 = await read(role);
      expect(read1.entitlements.at(-1)).toEqual({ roleOid: lost, name: lost, resourceName: "" });
      expect((await save(read1, { description: "Changed" })).statusCode).toBe(200);
    });

    test("is copied without its people and orgs", async () => {
      const role = await create("Teller", [1, 4], { description: "All" });
      await induce(setup.directory.orgs.Engineer, role);
      const copied = await setup.owner.post(`${roleUrl(role)}/copy`, { name: "Cashier" });
      expect(copied.statusCode, copied.body).toBe(201);
      expect(copied.json()).toMatchObject({
        name: "Cashier",
        description: "All",
        version: 1,
        orgCount: 0,
        entitlementCount: 2,
      });
      expectError(await setup.owner.post(`${roleUrl(role)}/copy`, { name: "teller" }), "EINVALID");
    });
  });

  describe("archiving and deleting", () => {
    test("an archived role grants nothing, and grants again when it is taken back", async () => {
      const role = await create("Bundle", [1]);
      await induce(setup.directory.orgs.Engineer, role);
      const status = (next: string, version: number) =>
        setup.owner.send("PUT", `${roleUrl(role)}/status`, { body: { status: next, version } });
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
      await induce(setup.directory.orgs.Engineer, role);
      await induce(setup.directory.orgs.Ops, role);
      const reply = await setup.owner.send("DELETE", `${roleUrl(role)}?version=1`);
      expect(reply.json()).toEqual({ oid: role.oid, name: "Bundle" });
      expectError(await setup.mapper.get(roleUrl(role)), "ENOTFOUND");
      const { changes } = (await setup.mapper.get(`${setup.client}/policy-changes`)).json()
        ._embedded;
      expect(changes).toContainEqual(
        expect.objectContaining({ kind: "remove", orgCount: 2, added: 0, removed: 2 }),
      );
      const { Engineer, Ops } = setup.directory.orgs;
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

  describe("versions", () => {
    test("say what changed, and are restored as a new version", async () => {
      const role = await create("Teller", [1, 2]);
      const { crm } = setup.directory.resources;
      const changed = (
        await save(role, {
          name: "Cashier",
          resourceOid: crm,
          entitlementOids: [setup.directory.roles[1], setup.directory.roles[3]],
          ownerOids: [await personOid("ann")],
        })
      ).json();
      const versions = async (): Promise<RoleVersion[]> =>
        (await setup.mapper.get(`${roleUrl(role)}/versions`)).json()._embedded.versions;
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
      const restore = (body: object) => setup.owner.post(`${roleUrl(role)}/restore`, body);
      expectError(await restore({ restored: 1, version: 1 }), "ECONFLICT");
      for (const unknown of [9, 2 ** 31, 1e300]) {
        expectError(await restore({ restored: unknown, version: 2 }), "ENOTFOUND");
      }
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

  test("another client's roles are not found, and users without the group are refused", async () => {
    const role = await create("Bundle");
    const other = `/api/clients/${setup.directory.foreign.clientId}`;
    const content = { ...contentOf(role), name: "Bundle 2" };
    expectError(await setup.owner.get(`${other}/roles/${role.oid}`), "ENOTFOUND");
    expectError(await setup.mapper.get(`${setup.client}/roles`), "EFORBIDDEN");
    const { version: _version, ...body } = content;
    expectError(await setup.mapper.post(`${setup.client}/roles`, body), "EFORBIDDEN");
    expectError(await setup.mapper.send("PUT", roleUrl(role), { body: content }), "EFORBIDDEN");
  });
});
