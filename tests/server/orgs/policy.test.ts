import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Inducement, PolicyCounts } from "#events/entities/org.ts";
import { type Browser, createApi } from "../support/api.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

/** Additional resources and their entitlements. */
const GRANTED = {
  "App 12": ["Permission 1", "permission 2", "Straße_Read", "100%"],
  "App 104": ["\u202eΣίσυφος", "A|b"],
} as const;

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let path: string;
  const ids = { "App 12": randomUUID(), "App 104": randomUUID() };
  // Contains no text that is searched for below.
  const lost = "00000000-0000-4000-8000-0000000000cd";

  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    const { clientId } = directory;
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    path = `/api/clients/${clientId}/mp-orgs/${directory.orgs.Engineer}`;
    let no = 100;
    const roles: string[] = [];
    for (const [name, names] of Object.entries(GRANTED)) {
      const resource_id = ids[name as keyof typeof ids];
      await db
        .insertInto("resources")
        .values({
          client_id: clientId,
          id: resource_id,
          name,
          type: null,
          search_key: normalizeForFilter(name),
          created_at: new Date(),
        })
        .execute();
      for (const one of names) {
        const role_oid = randomUUID();
        roles.push(role_oid);
        const row = { client_id: clientId, id: randomUUID(), no: ++no, resource_id, name: one };
        await db
          .insertInto("entitlements")
          .values({ ...row, role_oid, search_key: normalizeForFilter(one) })
          .execute();
      }
    }
    expect((await mapper.post(`${path}/induce`, [...roles, ...directory.roles])).statusCode).toBe(
      200,
    );
    await db
      .insertInto("inducements")
      .values({
        client_id: clientId,
        id: randomUUID(),
        org_oid: directory.orgs.Engineer,
        role_oid: lost,
        created_at: new Date(),
      })
      .execute();
    return () => api.app.close();
  });

  const counts = async (query = ""): Promise<PolicyCounts> =>
    (await mapper.get(`${path}/inducements/count${query}`)).json();
  const parts = async (query = "") =>
    (await counts(query)).parts.map(({ resourceName, count }) => [resourceName, count]);
  const list = async (query: string) => {
    const response = await mapper.get(`${path}/inducements?${query}`);
    expect(response.statusCode).toBe(200);
    const { _embedded, page } = response.json();
    return { page, rows: _embedded.inducements as Inducement[] };
  };
  const names = async (query: string) => (await list(query)).rows.map(({ name }) => name);

  describe("a policy", () => {
    test("is counted by resource, in numeric order, and entitlements without a resource come last", async () => {
      expect(await counts()).toMatchObject({ total: 11, shown: 11 });
      expect(await parts()).toEqual([
        ["App 12", 4],
        ["App 104", 2],
        ["CRM", 3],
        ["E R_P", 1],
        ["", 1],
      ]);
      expect((await counts()).parts.at(-1)?.resourceId).toBeNull();
    });

    test("is listed in that order, by normalized name, and its pages add up to the whole", async () => {
      const whole = await names("size=100");
      expect(whole).toEqual([
        "100%",
        "Permission 1",
        "permission 2",
        "Straße_Read",
        "A|b",
        "\u202eΣίσυφος",
        ...[1, 2, 3, 4].map((n) => `Entitlement ${n}`),
        lost,
      ]);
      const pages = [];
      for (let offset = 0; offset < 11; offset += 3) {
        pages.push(...(await names(`size=3&offset=${offset}`)));
      }
      expect(pages).toEqual(whole);
      expect((await list("size=3&offset=6")).page).toEqual({
        size: 3,
        number: 2,
        totalElements: 11,
        totalPages: 4,
      });
      expect(await names("offset=100000000")).toEqual([]);
    });

    test("[ROLE-3] can be counted and listed for some resources only", async () => {
      expect(await counts(`?resourceId=${ids["App 104"]}`)).toEqual({
        total: 2,
        shown: 2,
        parts: [{ resourceId: ids["App 104"], resourceName: "App 104", count: 2 }],
      });
      expect(await counts(`?resourceId=${directory.foreign.resourceId}`)).toEqual({
        total: 0,
        shown: 0,
        parts: [],
      });
      const some = `${directory.resources.erp},${ids["App 12"].toUpperCase()},${randomUUID()}`;
      expect(await names(`resourceIds=${some}&offset=3`)).toEqual(["Straße_Read", "Entitlement 4"]);
      expect((await list(`resourceIds=${some}&offset=3`)).page.totalElements).toBe(5);
    });

    test("[ORG-19] [ORG-20] [ORG-21] [ORG-22] is searched by name and resource, ignoring case, spaces, pipes and underscores", async () => {
      const found = async (contains: string) => {
        const query = `contains=${encodeURIComponent(contains)}`;
        const { total, shown } = await counts(`?${query}`);
        const listed = await names(query);
        expect([total, shown]).toEqual([11, listed.length]);
        return listed;
      };
      expect(await found("PERMISSION | 2")).toEqual(["permission 2"]);
      expect(await found("strasse")).toEqual(["Straße_Read"]);
      expect(await found("σίσυφοσ")).toEqual(["\u202eΣίσυφος"]);
      expect(await found("app10")).toEqual(["A|b", "\u202eΣίσυφος"]);
      expect(await found("%")).toEqual(["100%"]);
      expect(await found("ab")).toEqual(["A|b"]);
      expect(await found("nothing")).toEqual([]);
      expect(await found(lost.slice(0, 13))).toEqual([lost]);
      expect(await parts("?contains=erp")).toEqual([["E R_P", 1]]);
    });

    test("keeps entitlements that have left the directory, by the oid of their role", async () => {
      const { rows, page } = await list("only=lost");
      expect(rows).toMatchObject([{ roleOid: lost, name: lost, resourceName: "" }]);
      expect(page.totalElements).toBe(1);
      expect(await names("only=lost&contains=x")).toEqual([]);
      expect(await names("only=lost&offset=1")).toEqual([]);
    });

    test("[APB-15] returns the oids of its roles, ascending, however many they are", async () => {
      const { db } = database.current;
      const org_oid = directory.orgs.Ops;
      const roles = async () =>
        (
          await mapper.get(
            `${path.replace(directory.orgs.Engineer, org_oid)}/inducements/role-oids`,
          )
        ).json();
      expect(await roles()).toEqual([]);
      const most = 40_000;
      await sql`
        insert into inducements (client_id, id, org_oid, role_oid, created_at)
        select ${directory.clientId}, gen_random_uuid(), ${org_oid}, gen_random_uuid(), now()
        from generate_series(1, ${most}::int)
      `.execute(db);
      const { rows } = await sql<{ oid: string }>`
        select role_oid as oid from inducements where org_oid = ${org_oid} order by role_oid
      `.execute(db);
      expect(await roles()).toEqual(rows.map(({ oid }) => oid));
    });

    test.each([
      "size=101",
      "size=0",
      "offset=-1",
      "only=found",
      "resourceIds=x",
      "resourceIds=,",
      "unknown=1",
      `resourceIds=${Array.from({ length: 101 }, () => randomUUID()).join(",")}`,
      `only=lost&resourceIds=${randomUUID()}`,
    ])("is not listed for an invalid query (%#)", async (query) => {
      expect((await mapper.get(`${path}/inducements?${query}`)).statusCode).toBe(400);
    });

    test.each(["", "/count", "/role-oids"])("of an unknown org is not found (%s)", async (what) => {
      const other = path.replace(directory.orgs.Engineer, randomUUID());
      expect((await mapper.get(`${other}/inducements${what}`)).statusCode).toBe(404);
    });
  });
});
