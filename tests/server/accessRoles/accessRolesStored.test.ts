/** What the commands of access roles store, and that they wait for changes of policies. */
import { expect, test } from "vitest";
import type { AccessRole, RoleVersion } from "#events/entities/accessRole.ts";
import { readMembershipVersion } from "#server/access/memberships.ts";
import { holdLock, shareLock } from "#server/db/advisoryLocks.ts";
import { oneDatabase, onPostgres } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { waitingForLocks } from "../support/waitingForLocks.ts";
import { useAccessRoles } from "./accessRoleCalls.ts";

const TABLES = [
  "access_role_entitlements",
  "access_role_owners",
  "access_role_versions",
  "access_role_assignments",
] as const;

oneDatabase((database) => {
  const setup = useAccessRoles(database);
  const { create, contentOf, roleUrl, save, read, induce, personOid, grant, auditOf } = setup;

  const memberships = () => readMembershipVersion(database.current.db, setup.directory.clientId);
  const setStatus = (role: AccessRole, status: AccessRole["status"], version = role.version) =>
    setup.owner.send("PUT", `${roleUrl(role)}/status`, { body: { status, version } });
  const remove = (role: AccessRole, version = role.version) =>
    setup.owner.send("DELETE", `${roleUrl(role)}?version=${version}`);
  const versionsOf = async (role: AccessRole): Promise<string[]> => {
    const reply = await setup.mapper.get(`${roleUrl(role)}/versions`);
    return reply.json()._embedded.versions.map(({ kind }: RoleVersion) => kind);
  };
  /** The rows of a role by table. */
  const rowsOf = async ({ oid }: AccessRole) => {
    const counts: number[] = [];
    for (const table of TABLES) {
      const rows = await database.current.db
        .selectFrom(table)
        .select("access_role_oid")
        .where("access_role_oid", "=", oid)
        .execute();
      counts.push(rows.length);
    }
    return counts;
  };
  const changes = async () => {
    const reply = await setup.mapper.get(`${setup.client}/policy-changes`);
    return reply.json()._embedded.changes.length;
  };

  test("a new role and a copy are audited with their content", async () => {
    const ann = await personOid("ann");
    const { crm } = setup.directory.resources;
    const role = await create(" Teller ", [1], { ownerOids: [ann], resourceOid: crm });
    const copied = await setup.owner.post(`${roleUrl(role)}/copy`, { name: " Cashier " });
    const content = {
      name: "Cashier",
      description: "",
      resourceOid: crm,
      entitlementOids: [setup.directory.roles[0]],
      ownerOids: [ann],
    };
    expect(contentOf(copied.json())).toEqual({ ...content, version: 1 });
    expect(await auditOf(copied.json())).toEqual([
      { call: "accessRoles/copyRole", actor: "owner", before: null, after: content },
    ]);
    expect((await auditOf(role))[0]).toMatchObject({ after: { ...content, name: "Teller" } });
    expect(await versionsOf(copied.json())).toEqual(["created"]);
  });

  test("a copy keeps what has left the directory", async () => {
    const role = await create("Teller", [1]);
    await database.current.db
      .updateTable("access_role_entitlements")
      .set({ role_oid: "00000000-0000-4000-8000-000000000001" })
      .where("access_role_oid", "=", role.oid)
      .execute();
    const copied = await setup.owner.post(`${roleUrl(role)}/copy`, { name: "Cashier" });
    expect(copied.statusCode, copied.body).toBe(201);
    const created = { ...contentOf(copied.json()), name: "Other" };
    const { version: _version, ...body } = created;
    expectError(await setup.owner.post(`${setup.client}/roles`, body), "EINVALID");
  });

  test("a change without a difference stores and records nothing", async () => {
    const role = await create("Teller", [1]);
    expect((await save(role, { name: " Teller " })).json()).toMatchObject({ version: 1 });
    expect((await save(role, { description: "x" })).json()).toMatchObject({ version: 2 });
    expect(await versionsOf(role)).toEqual(["edited", "created"]);
    expect((await auditOf(role)).map(({ before, after }) => [before, after]).slice(1)).toEqual([
      [{ description: "" }, { description: "x" }],
    ]);
  });

  test("archiving is recorded once, and makes earlier previews outdated", async () => {
    const role = await create("Teller", [1]);
    const before = await memberships();
    expect((await setStatus(role, "active")).json()).toMatchObject({ version: 1 });
    expect(await memberships()).toBe(before);
    await setStatus(role, "archived");
    expect(await memberships()).toBe(before + 1);
    expect((await setStatus(role, "archived", 2)).json()).toMatchObject({ version: 2 });
    await setStatus(role, "active", 2);
    expect(await memberships()).toBe(before + 2);
    expect(await versionsOf(role)).toEqual(["unarchived", "archived", "created"]);
    expect((await auditOf(role)).slice(1)).toEqual([
      {
        call: "accessRoles/archiveRole",
        actor: "owner",
        before: { archived: false },
        after: { archived: true },
      },
      {
        call: "accessRoles/archiveRole",
        actor: "owner",
        before: { archived: true },
        after: { archived: false },
      },
    ]);
  });

  test("a deleted role leaves nothing but its audit entries, and other roles stay", async () => {
    const ann = await personOid("ann");
    const other = await create("Other", [1], { ownerOids: [ann] });
    const role = await create("Teller", [1, 2], { ownerOids: [ann] });
    for (const one of [role, other]) await grant(one, ann, "person");
    expect(await rowsOf(role)).toEqual([2, 1, 1, 1]);
    const before = await memberships();
    expect((await remove(role)).json()).toEqual({ oid: role.oid, name: "Teller" });
    expect(await rowsOf(role)).toEqual([0, 0, 0, 0]);
    expect(await rowsOf(other)).toEqual([1, 1, 1, 1]);
    expect(await memberships()).toBe(before + 1);
    expect((await auditOf(role)).at(-1)).toEqual({
      call: "accessRoles/deleteRole",
      actor: "owner",
      before: {
        name: "Teller",
        description: "",
        resourceOid: null,
        entitlementOids: [setup.directory.roles[0], setup.directory.roles[1]].toSorted(),
        ownerOids: [ann],
        orgs: 0,
        assignments: 1,
      },
      after: null,
    });
    expectError(await remove(role), "ENOTFOUND");
    expect((await read(other)).assignedCount).toBe(1);
  });

  test("a deleted role that nobody has changes no memberships, and no policies unless one has it", async () => {
    const role = await create("Teller", [1]);
    const before = await memberships();
    await remove(role);
    expect([await memberships(), await changes()]).toEqual([before, 0]);
    const induced = await create("Induced", [1]);
    await induce(setup.directory.orgs.Ops, induced);
    expect(await changes()).toBe(1);
    await remove(induced);
    expect(await changes()).toBe(2);
  });

  test("a file stores and records its new roles and its changed ones like those of a form", async () => {
    const changed = await create("Changed", [1], { description: "Kept" });
    const content = Buffer.from(
      "role,resource,entitlement\nFresh,CRM,Entitlement 2\nChanged,CRM,Entitlement 3\n",
    ).toString("base64");
    const body = { content };
    const checked = await setup.owner.post(`${setup.client}/role-entitlements/check`, body);
    expect(checked.json()).toMatchObject({ problems: [], problemCount: 0 });
    const { fingerprint } = checked.json().preview;
    const url = `${setup.client}/role-entitlements`;
    const reply = await setup.owner.send("PUT", url, { body: { content, fingerprint } });
    expect(reply.json()).toEqual({ created: 1, changed: 1 });
    const { oid } = await database.current.db
      .selectFrom("access_roles")
      .select("oid")
      .where("name", "=", "Fresh")
      .executeTakeFirstOrThrow();
    const fresh = await read({ ...changed, oid });
    const [one, two, three] = setup.directory.roles;
    const stored = {
      name: "Fresh",
      description: "",
      resourceOid: null,
      entitlementOids: [two],
      ownerOids: [],
    };
    expect(contentOf(fresh)).toEqual({ ...stored, version: 1 });
    expect(await versionsOf(fresh)).toEqual(["created"]);
    const entry = { call: "accessRoles/applyRoleFile", actor: "owner" };
    expect(await auditOf(fresh)).toEqual([{ ...entry, before: null, after: stored }]);
    expect(await versionsOf(changed)).toEqual(["edited", "created"]);
    expect((await auditOf(changed)).slice(1)).toEqual([
      { ...entry, before: { entitlementOids: [one] }, after: { entitlementOids: [three] } },
    ]);
  });

  onPostgres(database)("changes of roles wait while policies are changed", async () => {
    const { db } = database.current;
    const waiting = waitingForLocks(() => db);
    const [saved, archived, copied, deleted] = [
      await create("Saved"),
      await create("Archived"),
      await create("Copied"),
      await create("Deleted"),
    ];
    const content = Buffer.from("role,resource,entitlement\nFrom file,,\n").toString("base64");
    const checked = await setup.owner.post(`${setup.client}/role-entitlements/check`, { content });
    const { fingerprint } = checked.json().preview;
    const begin = async (request: () => ReturnType<typeof remove>) => await request();
    const begun = await db.transaction().execute(async (tx) => {
      await holdLock(tx, "policies");
      const requests = [
        begin(() =>
          setup.owner.post(`${setup.client}/roles`, {
            name: "New",
            description: "",
            resourceOid: null,
            entitlementOids: [],
            ownerOids: [],
          }),
        ),
        begin(() => setup.owner.post(`${roleUrl(copied)}/copy`, { name: "Copy" })),
        begin(() => save(saved, { name: "Other" })),
        begin(() => setStatus(archived, "archived")),
        begin(() => remove(deleted)),
        begin(() =>
          setup.owner.send("PUT", `${setup.client}/role-entitlements`, {
            body: { content, fingerprint },
          }),
        ),
      ];
      await waiting(requests.length);
      return { requests };
    });
    const replies = await Promise.all(begun.requests);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 200, 200, 200]);
  });

  onPostgres(database)(
    "a role is deleted alone, and others are changed at the same time",
    async () => {
      const { db } = database.current;
      const waiting = waitingForLocks(() => db);
      const deleted = await create("Deleted");
      const begin = async () => await remove(deleted);
      const { reply } = await db.transaction().execute(async (tx) => {
        await shareLock(tx, "policies");
        const saved = await create("Saved");
        expect((await save(saved, { name: "Other" })).statusCode).toBe(200);
        const begun = begin();
        await waiting(1);
        return { reply: begun };
      });
      expect((await reply).statusCode).toBe(200);
    },
  );
});
