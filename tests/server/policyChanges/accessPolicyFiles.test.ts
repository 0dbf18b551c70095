/** Access roles of policies that are exported to a file, checked and imported. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { grantsNow, affectedPeople, policyLines } = setup;

  /** Oids of roles by name: the active ones grant Entitlement 1, and Entitlements 1 and 4. */
  let roles: Readonly<Record<"Basics" | "=Extras" | "Old", string>>;
  beforeEach(async () => {
    const { db } = database.current;
    for (const table of ["access_role_entitlements", "access_roles"] as const) {
      await db.deleteFrom(table).execute();
    }
    const [e1, , , e4] = setup.directory.roles;
    const create = async (name: string, entitlements: readonly string[], isArchived = false) => {
      const oid = randomUUID();
      const at = setup.api.clock.now;
      const clientId = setup.directory.clientId;
      await db
        .insertInto("access_roles")
        .values({
          client_id: clientId,
          oid,
          name,
          description: "",
          resource_id: null,
          version: 1,
          created_at: at,
          changed_at: at,
          archived_at: isArchived ? at : null,
          search_key: name.toLowerCase(),
        })
        .execute();
      await db
        .insertInto("access_role_entitlements")
        .values(
          entitlements.map((role_oid) => ({
            client_id: clientId,
            access_role_oid: oid,
            role_oid,
          })),
        )
        .execute();
      return oid;
    };
    roles = {
      Basics: await create("Basics", [e1]),
      "=Extras": await create("=Extras", [e1, e4]),
      Old: await create("Old", [e1], true),
    };
  });

  const encode = (lines: readonly string[], start = "\uFEFF") =>
    Buffer.from(`${start}${lines.join("\r\n")}\r\n`).toString("base64");
  const check = async (content: string) => {
    const body = { content, accessRoles: true };
    const response = await setup.mapper.post(`${setup.base}/policies/check`, body);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const put = (content: string, fingerprint: string, id = randomUUID()) =>
    setup.mapper.send("PUT", `${setup.base}/policies`, {
      body: { content, accessRoles: true, id, fingerprint },
    });
  const give = async (orgOid: string, roleOids: readonly string[]) => {
    await database.current.db
      .insertInto("inducements")
      .values(
        roleOids.map((role_oid) => ({
          client_id: setup.directory.clientId,
          id: randomUUID(),
          org_oid: orgOid,
          role_oid,
          created_at: setup.api.clock.now,
        })),
      )
      .execute();
  };

  describe("a file of the access roles of policies", () => {
    test("that is exported and read again changes nothing", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer: engineer, "Sales 100%": sales } = setup.directory.orgs;
      await give(engineer, [roles.Basics, roles["=Extras"], roles.Old, e1]);
      await give(sales, [roles.Basics]);
      const { body } = await setup.mapper.get(`${setup.base}/access-policies.csv`);
      const [header, ...lines] = body.replace("\uFEFF", "").trim().split("\r\n");
      expect(header).toBe("orgType,org,accessRole,orgOid,accessRoleOid,valid_from,valid_until");
      // A spreadsheet would run a name that starts with "=".
      expect(lines.toSorted()).toEqual(
        [
          `job-titles,Engineer,'=Extras,${engineer},${roles["=Extras"]},,`,
          `job-titles,Engineer,Basics,${engineer},${roles.Basics},,`,
          `job-titles,Sales 100%,Basics,${sales},${roles.Basics},,`,
        ].toSorted(),
      );
      const { preview } = await check(Buffer.from(body).toString("base64"));
      expect(preview).toMatchObject({ added: 0, removed: 0, people: { gaining: 0, losing: 0 } });
      const part = await setup.mapper.get(
        `${setup.base}/access-policies?orgType=job-titles&contains=sales`,
      );
      expect(part.json()._embedded.grants).toEqual([
        {
          orgOid: sales,
          orgType: "job-titles",
          orgName: "Sales 100%",
          accessRoleOid: roles.Basics,
          role: "Basics",
          validFrom: null,
          validUntil: null,
        },
      ]);
      expectError(
        await (await setup.api.signIn("keeper")).get(`${setup.base}/access-policies`),
        "EFORBIDDEN",
      );
    });

    test("gives its orgs exactly its access roles, and keeps their entitlements and archived roles", async () => {
      const [e1, e2] = setup.directory.roles;
      const { Engineer: engineer, "Sales 100%": sales, Ops: ops } = setup.directory.orgs;
      await give(engineer, [roles.Basics, roles.Old, e2]);
      await give(sales, [roles.Basics]);
      await give(ops, [roles.Basics, e1]);
      const before = await grantsNow();
      // Names in any case; a repeated line counts once; Excel saves semicolons in some languages.
      const content = encode([
        "org;accessRole",
        "Engineer;'=Extras",
        "Engineer;'=extras",
        "Sales 100%;",
      ]);
      const { preview, problems } = await check(content);
      expect(problems).toEqual([]);
      // Engineers keep Entitlement 1, which both roles contain, and Dan has no other role.
      expect(preview).toMatchObject({
        added: 1,
        removed: 2,
        orgs: { changed: 2 },
        people: { gaining: 3, losing: 1 },
      });
      const people = await affectedPeople(preview.changeId);
      expect(people.all.map(({ gained, lost }) => [gained, lost])).toEqual(
        expect.arrayContaining([
          [["Entitlement 4"], []],
          [[], ["Entitlement 1"]],
        ]),
      );
      expect((await policyLines(preview.changeId)).removed).toEqual(
        [`${engineer} ${roles.Basics}`, `${sales} ${roles.Basics}`].toSorted(),
      );
      const made = await put(content, preview.fingerprint, preview.changeId);
      expect(made.json()).toMatchObject({ kind: "import", added: 1, removed: 2, orgCount: 2 });
      expect(await grantsNow()).toEqual(
        [
          `${engineer} ${roles["=Extras"]}`,
          `${engineer} ${roles.Old}`,
          `${engineer} ${e2}`,
          `${ops} ${roles.Basics}`,
          `${ops} ${e1}`,
        ].toSorted(),
      );
      // A repeated request changes nothing more.
      expect((await put(content, preview.fingerprint, preview.changeId)).json()).toEqual(
        made.json(),
      );
      const undone = await setup.mapper.post(
        `${setup.base}/policy-changes/${preview.changeId}/undo`,
      );
      expect(undone.statusCode, undone.body).toBe(200);
      expect(await grantsNow()).toEqual(before);
    });

    test("names each line that cannot be used, and then nothing of it is applied", async () => {
      const { foreign, orgs, roles: entitlements } = setup.directory;
      await give(orgs.Engineer, [roles.Basics]);
      const content = encode([
        "org,accessRole,orgOid,accessRoleOid",
        "Engineer,Basics,,",
        "Nowhere,Basics,,",
        `,Basics,${foreign.orgOid},`,
        "Engineer,Nothing,,",
        "Engineer,Old,,",
        `Engineer,,,${roles.Old}`,
        `Engineer,,,${entitlements[0]}`,
        `Engineer,,,${randomUUID()}`,
        "Engineer,Basics",
        ",Basics,,",
      ]);
      const { preview, problems, problemCount } = await check(content);
      expect([preview, problemCount]).toEqual([null, 9]);
      expect(
        problems.map(({ line, reason }: { line: number; reason: { code: string } }) => [
          line,
          reason.code,
        ]),
      ).toEqual([
        [3, "policyFile.unknownOrg"],
        [4, "policyFile.unknownOrg"],
        [5, "policyFile.unknownRole"],
        [6, "policyFile.archivedRole"],
        [7, "policyFile.archivedRole"],
        [8, "policyFile.unknownRole"],
        [9, "policyFile.unknownRole"],
        [10, "policyFile.columns"],
        [11, "policyFile.noOrg"],
      ]);
      const before = await grantsNow();
      expectError(await put(content, "x"), "EINVALID");
      expect(await grantsNow()).toEqual(before);
      // A file of entitlements has other columns.
      const body = { content: encode(["org,resource,entitlement", "Ops,,"]), accessRoles: true };
      expectError(await setup.mapper.post(`${setup.base}/policies/check`, body), "EINVALID");
    });

    test("is refused where policies changed since its check", async () => {
      const content = encode(["org,accessRole", "Ops,Basics"], "");
      const { preview } = await check(content);
      await give(setup.directory.orgs.Ops, [roles.Basics]);
      expectError(await put(content, preview.fingerprint), "ECONFLICT");
    });

    test("[PERM-30] of one resource decides about the access roles of that resource only", async () => {
      const { crm } = setup.directory.resources;
      const { Engineer: engineer } = setup.directory.orgs;
      await database.current.db
        .updateTable("access_roles")
        .set({ resource_id: crm })
        .where("oid", "=", roles.Basics)
        .execute();
      await give(engineer, [roles.Basics, roles["=Extras"]]);
      const keeper = await setup.api.signIn("keeper");
      const send = (lines: readonly string[], resourceId?: string) =>
        keeper.post(`${setup.base}/policies/check`, {
          content: encode(["org,accessRole", ...lines]),
          accessRoles: true,
          ...(resourceId && { resourceId }),
        });
      expect((await send(["Engineer,'=Extras"], crm)).json()).toMatchObject({
        preview: null,
        problems: [{ line: 2 }],
      });
      expect((await send(["Engineer,"], crm)).json().preview).toMatchObject({
        added: 0,
        removed: 1,
      });
      expectError(await send(["Engineer,Basics"]), "EINVALID");
    });

    test("[PERM-30] of one resource leaves its access roles alone that grant entitlements of others", async () => {
      const { crm } = setup.directory.resources;
      const { Engineer: engineer } = setup.directory.orgs;
      await database.current.db
        .updateTable("access_roles")
        .set({ resource_id: crm })
        .where("oid", "=", roles["=Extras"])
        .execute();
      await give(engineer, [roles["=Extras"]]);
      const keeper = await setup.api.signIn("keeper");
      const send = async (line: string) => {
        const content = encode(["org,accessRole", line]);
        const body = { content, accessRoles: true, resourceId: crm };
        return (await keeper.post(`${setup.base}/policies/check`, body)).json();
      };
      expect(await send("Ops,'=Extras")).toMatchObject({ preview: null, problems: [{ line: 2 }] });
      expect((await send("Engineer,")).preview).toMatchObject({ added: 0, removed: 0 });
      const bulk = async (operation: string, choice: object) => {
        const body = { orgs: { all: false, oids: [engineer] }, operation, roles: choice };
        const path = `${setup.base}/resources/${crm}/mp-orgs/bulk-update/preview`;
        return keeper.post(path, body);
      };
      const all = { all: true, oids: [], accessRoles: true };
      expect((await bulk("remove", all)).json()).toMatchObject({ added: 0, removed: 0 });
      const none = { all: false, oids: [], accessRoles: true };
      expect((await bulk("equal", none)).json()).toMatchObject({ added: 0, removed: 0 });
      const named = { all: false, oids: [roles["=Extras"]] };
      expectError(await bulk("add", named), "EINVALID");
    });
  });
});
