/** Entitlements that an org inherits from the policies of the orgs above it. */
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { InheritedEntitlement, InheritedRoles } from "#events/entities/org.ts";
import type { Browser, TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { openFilledApi } from "../support/filledApi.ts";

const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true });

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    ({ directory, api, browser: mapper } = await openFilledApi(database.current, "mapper"));
    base = `/api/clients/${directory.clientId}/mp-orgs`;
    const [e1, e2, , e4] = directory.roles;
    const give = (org: string, roles: readonly string[]) =>
      mapper.post(`${base}/${org}/induce`, roles);
    await give(directory.orgs["Job Titles"], [e4]);
    await give(directory.orgs.Engineer, [e1, e2]);
    await give(directory.orgs.Senior_Engineer, [e2]);
    await give(directory.orgs["Data Engineer"], [e1]);
    return () => api.app.close();
  });

  const inherited = async (org: string, query = ""): Promise<InheritedEntitlement[]> => {
    const reply = await mapper.get(`${base}/${org}/inherited${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.entitlements;
  };

  test("an org inherits what all orgs above have, with the path, and not what its siblings have", async () => {
    const found = await inherited(directory.orgs.Senior_Engineer);
    expect(found.map(({ name, path, isDirect }) => [name, path, isDirect])).toEqual([
      ["Entitlement 1", ["Engineer"], false],
      ["Entitlement 2", ["Engineer"], true],
      ["Entitlement 4", ["Job Titles", "Engineer"], false],
    ]);
    expect(found[2]?.origin).toEqual({
      oid: directory.orgs["Job Titles"],
      displayName: "Job Titles",
    });
    expect(await inherited(directory.orgs["Job Titles"])).toEqual([]);
  });

  test("the list is searched, ordered, of one resource, and a CSV file", async () => {
    const org = directory.orgs.Senior_Engineer;
    const names = async (query: string) => (await inherited(org, query)).map(({ name }) => name);
    expect(await names("?contains=job titles")).toEqual(["Entitlement 4"]);
    expect(await names("?sort=origin,desc")).toEqual([
      "Entitlement 4",
      "Entitlement 1",
      "Entitlement 2",
    ]);
    expect(await names(`?resourceId=${directory.resources.erp}`)).toEqual(["Entitlement 4"]);
    const rows = readCsv((await mapper.get(`${base}/${org}/inherited.csv`)).body);
    expect(
      rows.map((row) => [row["entitlement"], row["inheritedFrom"], row["alsoDirect"]]),
    ).toEqual([
      ["Entitlement 1", "Engineer", "no"],
      ["Entitlement 2", "Engineer", "yes"],
      ["Entitlement 4", "Job Titles > Engineer", "no"],
    ]);
  });

  test("another client's org is not found", async () => {
    expectError(await mapper.get(`${base}/${directory.foreign.orgOid}/inherited`), "ENOTFOUND");
  });

  const rolesOf = async (org: string, as = mapper): Promise<InheritedRoles> => {
    const reply = await as.get(`${base}/${org}/inherited/role-oids`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json();
  };

  test("the roles that an org inherits are listed by the org that hands them down, the nearest first", async () => {
    const [e1, e2, , e4] = directory.roles;
    expect(await rolesOf(directory.orgs.Senior_Engineer)).toEqual([
      { path: ["Engineer"], accessRole: null, roleOids: [e1, e2].toSorted() },
      { path: ["Job Titles", "Engineer"], accessRole: null, roleOids: [e4] },
    ]);
    expect(await rolesOf(directory.orgs["Job Titles"])).toEqual([]);
  });

  test("so are those of the access roles in its policy and in those above, unless archived or expired", async () => {
    const owner = await api.signIn("owner");
    const roles = `/api/clients/${directory.clientId}/roles`;
    const [e1, , e3, e4] = directory.roles;
    const create = async (name: string, entitlementOids: readonly string[]) => {
      const content = { name, description: "", resourceOid: null, entitlementOids, ownerOids: [] };
      return (await owner.post(roles, content)).json<{ oid: string }>().oid;
    };
    const grant = async (oid: string, org: string, validUntil: string | null = null) => {
      const body = { kind: "org", validFrom: null, validUntil, expected: null };
      const reply = await owner.send("PUT", `${roles}/${oid}/grants/${org}`, { body });
      expect(reply.statusCode, reply.body).toBe(200);
    };
    const { Senior_Engineer, "Job Titles": root } = directory.orgs;
    await grant(await create("Builders", [e3, e4]), Senior_Engineer);
    await grant(await create("Archivists", [e1]), root);
    await grant(await create("Empty", []), root);
    const archived = await create("Archived", [e1]);
    await grant(archived, Senior_Engineer);
    const expired = await create("Expired", [e1]);
    await grant(expired, Senior_Engineer);
    const { db } = database.current;
    await sql`update access_roles set archived_at = now() where oid = ${archived}`.execute(db);
    await sql`
      update inducements set valid_until = '2000-01-01' where role_oid = ${expired}
    `.execute(db);
    const found = await rolesOf(Senior_Engineer);
    expect(found.map(({ path, accessRole }) => [path, accessRole])).toEqual([
      [[], "Builders"],
      [["Engineer"], null],
      [["Job Titles", "Engineer"], null],
      [["Job Titles", "Engineer"], "Archivists"],
    ]);
    expect(found[0]?.roleOids).toEqual([e3, e4].toSorted());
    expect(found[3]?.roleOids).toEqual([e1]);
    expect(await rolesOf(root)).toEqual([{ path: [], accessRole: "Archivists", roleOids: [e1] }]);

    // The list has those from above, each with its access role.
    const listed = async (query: string) =>
      (await inherited(Senior_Engineer, query)).map(({ name, role, path }) => [
        name,
        role?.name ?? null,
        path,
      ]);
    const through = ["Entitlement 1", "Archivists", ["Job Titles", "Engineer"]];
    const direct = ["Entitlement 1", null, ["Engineer"]];
    const both = await listed("?contains=entitlement 1");
    expect(both).toHaveLength(2);
    expect(both).toEqual(expect.arrayContaining([through, direct]));
    expect(await listed("?contains=archivists")).toEqual([through]);
    expect(await listed(`?contains=archivists&resourceId=${directory.resources.erp}`)).toEqual([]);
    const all = await listed("");
    for (const name of ["Builders", "Archived", "Expired", "Empty"]) {
      expect(all.map(([, role]) => role)).not.toContain(name);
    }
    expect(await inherited(root)).toEqual([]);
    const rows = readCsv(
      (await mapper.get(`${base}/${Senior_Engineer}/inherited.csv?contains=archivists`)).body,
    );
    expect(rows.map((row) => [row["entitlement"], row["inheritedFrom"]])).toEqual([
      ["Entitlement 1", "Archivists (Job Titles > Engineer)"],
    ]);
  });

  test("those of an org above are listed however many they are", async () => {
    const { db } = database.current;
    const { clientId, orgs, resources } = directory;
    await sql`
      with made as (select gen_random_uuid() as oid, no from generate_series(1, 40000) no),
      known as (
        insert into entitlements (client_id, id, no, role_oid, resource_id, name)
        select ${clientId}::uuid, gen_random_uuid(), 1000 + no, oid, ${resources.erp}::uuid, 'many ' || no
        from made
      )
      insert into inducements (client_id, id, org_oid, role_oid, created_at)
      select ${clientId}::uuid, gen_random_uuid(), ${orgs.Engineer}::uuid, oid, now() from made
    `.execute(db);
    const { rows } = await sql<{ oid: string }>`
      select role_oid as oid from inducements i where org_oid = ${orgs.Engineer}
        and exists (select from entitlements e where e.role_oid = i.role_oid) order by role_oid
    `.execute(db);
    const engineer = (await rolesOf(orgs.Senior_Engineer)).find(
      ({ path, accessRole }) => path.length === 1 && accessRole === null,
    );
    expect(engineer?.roleOids).toEqual(rows.map(({ oid }) => oid));
  });
});
