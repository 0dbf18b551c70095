/** Access roles that are exported to a file, checked and imported. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FileProblem } from "#events/entities/policyChange.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useAccessRoles } from "./accessRoleCalls.ts";

eachDatabase((database) => {
  const setup = useAccessRoles(database);
  const { create, read, save, auditOf } = setup;

  describe("a file of access roles", () => {
    const encode = (lines: readonly string[]) =>
      Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`).toString("base64");
    const check = async (content: string) =>
      (await setup.owner.post(`${setup.client}/role-entitlements/check`, { content })).json();
    const put = (content: string, fingerprint: string) =>
      setup.owner.send("PUT", `${setup.client}/role-entitlements`, {
        body: { content, fingerprint },
      });
    const namesOf = (role: Awaited<ReturnType<typeof read>>) =>
      role.entitlements.map(({ name }) => name);

    /** @returns the role oid of an entitlement of the role that has left the directory */
    const giveFormer = async (role: { readonly oid: string }) => {
      const roleOid = randomUUID();
      await database.current.db
        .insertInto("access_role_entitlements")
        .values({
          client_id: setup.directory.clientId,
          access_role_oid: role.oid,
          role_oid: roleOid,
        })
        .execute();
      return roleOid;
    };

    test("that is exported and read again changes nothing, even with an entitlement that left the directory", async () => {
      await giveFormer(await create("Teller", [1, 4]));
      const file = (await setup.owner.get(`${setup.client}/role-entitlements.csv`)).body;
      const { preview } = await check(Buffer.from(file).toString("base64"));
      expect(preview).toMatchObject({ created: 0, changed: 0, added: 0, removed: 0, roles: [] });
    });

    test("cannot give another role an entitlement that left the directory", async () => {
      const roleOid = await giveFormer(await create("Teller", [1]));
      const { preview, problems } = await check(
        encode(["role,resource,entitlement,roleOid", `Teller,,,${roleOid}`, `New,,,${roleOid}`]),
      );
      expect(preview).toBeNull();
      expect(problems).toMatchObject([
        { line: 3, reason: { code: "policyFile.unknownEntitlement" } },
      ]);
    });

    test("does what its check says: it creates and changes its roles, and no others", async () => {
      const teller = await create("Teller", [1, 2], { description: "Kept." });
      const other = await create("Other", [3]);
      const emptied = await create("Emptied", [1]);
      const content = encode([
        "role,resource,entitlement",
        "TELLER,CRM,Entitlement 1",
        "Teller,E R_P,Entitlement 4",
        "New,E R_P,Entitlement 4",
        "New,CRM,Entitlement 2",
        "New,CRM,Entitlement 1",
        "Emptied,,",
      ]);
      const { preview, problems } = await check(content);
      expect(problems).toEqual([]);
      expect(preview).toMatchObject({
        created: 1,
        changed: 2,
        added: 4,
        removed: 2,
        roles: [
          {
            name: "Teller",
            isNew: false,
            added: ["Entitlement 4 (E R_P)"],
            removed: ["Entitlement 2 (CRM)"],
          },
          {
            name: "New",
            isNew: true,
            added: ["Entitlement 1 (CRM)", "Entitlement 2 (CRM)", "Entitlement 4 (E R_P)"],
            removedCount: 0,
          },
          { name: "Emptied", isNew: false, addedCount: 0, removed: ["Entitlement 1 (CRM)"] },
        ],
      });
      // The check wrote nothing.
      expect(await read(teller)).toMatchObject({ version: 1 });
      const reply = await put(content, preview.fingerprint);
      expect(reply.json()).toEqual({ created: 1, changed: 2 });
      expect(await read(teller)).toMatchObject({
        version: 2,
        name: "Teller",
        description: "Kept.",
      });
      expect(namesOf(await read(teller))).toEqual(["Entitlement 1", "Entitlement 4"]);
      expect(namesOf(await read(emptied))).toEqual([]);
      expect(await read(other)).toMatchObject({ version: 1 });
      const { names } = await setup.listed("sort=name");
      expect(names).toEqual(["Emptied", "New", "Other", "Teller"]);
      const [, entry] = await auditOf(teller);
      const [, two, , four] = setup.directory.roles;
      expect(entry).toMatchObject({
        call: "accessRoles/applyRoleFile",
        before: { entitlementOids: [two] },
        after: { entitlementOids: [four] },
      });
    });

    test("with invalid lines is refused, names the first of them and writes nothing", async () => {
      const archived = await create("Archived", [1]);
      await setup.owner.send("PUT", `${setup.client}/roles/${archived.oid}/status`, {
        body: { status: "archived", version: 1 },
      });
      const content = encode([
        "role,resource,entitlement,accessRoleOid",
        ",CRM,Entitlement 1,",
        "New,CRM,Nothing,",
        `Gone,CRM,Entitlement 1,${randomUUID()}`,
        "archived,CRM,Entitlement 1,",
        "New,CRM",
      ]);
      const { preview, problems, problemCount } = await check(content);
      expect([preview, problemCount]).toEqual([null, 5]);
      expect(problems.map(({ line, reason }: FileProblem) => [line, reason.code])).toEqual([
        [2, "fields.labelRequired"],
        [3, "policyFile.unknownEntitlement"],
        [4, "accessRoles.fileUnknownRole"],
        [5, "accessRoles.fileArchived"],
        [6, "policyFile.columns"],
      ]);
      expectError(await put(content, ""), "EINVALID");
      expect((await setup.listed("")).total).toBe(0);
      const noColumn = encode(["role,entitlement", "New,Entitlement 1"]);
      const url = `${setup.client}/role-entitlements/check`;
      expectError(await setup.owner.post(url, { content: noColumn }), "EINVALID");
    });

    test("is refused if its roles have changed since the check", async () => {
      const role = await create("Teller", [1]);
      const content = encode(["role,resource,entitlement", "Teller,CRM,Entitlement 2"]);
      const { preview } = await check(content);
      await save(role, { description: "Changed." });
      expectError(await put(content, preview.fingerprint), "ECONFLICT");
      expect(await read(role)).toMatchObject({ version: 2 });
      const again = await check(content);
      expect((await put(content, again.preview.fingerprint)).statusCode).toBe(200);
      expect(namesOf(await read(role))).toEqual(["Entitlement 2"]);
    });
  });
});
