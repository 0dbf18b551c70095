import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Identity } from "#events/entities/directory.ts";
import { ORG_TYPES } from "#events/entities/orgTypes.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { attributeSearchKey } from "#server/import/planIdentity.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory, type UserName } from "../support/directory.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let base: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    base = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  const identities = async (query: string): Promise<Identity[]> => {
    const response = await owner.get(`${base}/identities?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    const { _embedded, page } = response.json();
    expect(page.totalElements).toBeGreaterThanOrEqual(_embedded.identities.length);
    return _embedded.identities;
  };
  const who = async (query: string) => (await identities(query)).map(({ username }) => username);

  test("the counts cover the client without roots and other clients", async () => {
    expect((await owner.get(`${base}/counts`)).json()).toEqual({
      identities: 4,
      resources: 2,
      accounts: 5,
      unlinkedAccounts: 1,
      entitlements: 4,
      assignments: 6,
      orgs: { "job-titles": 4, departments: 1, locations: 0 },
      orgsWithPolicy: { "job-titles": 0, departments: 0, locations: 0 },
      orgsWithMembers: 5,
      orgsWithoutPolicy: 5,
    });
    await owner.post(`${base}/mp-orgs/${directory.orgs.Ops}/induce`, [directory.roles[0]]);
    expect((await owner.get(`${base}/counts`)).json()).toMatchObject({
      orgsWithMembers: 5,
      orgsWithoutPolicy: 4,
    });
    const policy = `${base}/mp-orgs/${directory.orgs.Ops}/inducements`;
    const [{ id }] = (await owner.get(policy)).json()._embedded.inducements;
    await owner.send("DELETE", `${policy}/${id}`);
    expect((await owner.get(`${base}/counts`)).json()).toMatchObject({ orgsWithoutPolicy: 5 });
  });

  test("the counts of orgs with and without a policy are those of their lists", async () => {
    const { db } = database.current;
    const { orgs, roles, clientId } = directory;
    const empty = randomUUID();
    const place = { type: "departments" as const, parent_oid: orgs.Departments };
    const name = { name: "Empty", display_name: "Empty", search_key: "empty" };
    await db
      .insertInto("orgs")
      .values({ client_id: clientId, oid: empty, ...place, ...name })
      .execute();
    await owner.post(`${base}/mp-orgs/${empty}/induce`, [roles[0]]);
    await owner.post(`${base}/mp-orgs/${orgs.Engineer}/induce`, [roles[0]]);
    const counts = (await owner.get(`${base}/counts`)).json();
    expect(counts.orgsWithPolicy).toEqual({ "job-titles": 1, departments: 1, locations: 0 });
    const listed = async (query: string): Promise<number> =>
      (await owner.get(`${base}/mp-orgs?${query}`)).json().page.totalElements;
    let missing = 0;
    for (const type of ORG_TYPES) {
      expect(counts.orgs[type], type).toBe(await listed(`orgType=${type}`));
      const present = await listed(`orgType=${type}&policy=present`);
      expect(counts.orgsWithPolicy[type], type).toBe(present);
      missing += await listed(`orgType=${type}&policy=missing`);
    }
    expect(counts.orgsWithoutPolicy).toBe(missing);
    await db.deleteFrom("inducements").where("org_oid", "in", [empty, orgs.Engineer]).execute();
    await db.deleteFrom("orgs").where("oid", "=", empty).execute();
    const noPolicy = { has_policy: false };
    await db.updateTable("orgs").set(noPolicy).where("oid", "=", orgs.Engineer).execute();
  });

  test("an org with members only below it counts as one with members", async () => {
    const { db } = database.current;
    const parent = randomUUID();
    const org = { client_id: directory.clientId, type: "departments" as const };
    await db
      .insertInto("orgs")
      .values({
        ...org,
        oid: parent,
        name: "Parent",
        display_name: "Parent",
        parent_oid: directory.orgs.Departments,
        search_key: "parent",
      })
      .execute();
    const place = async (oid: string) => {
      await db
        .updateTable("orgs")
        .set({ parent_oid: oid })
        .where("oid", "=", directory.orgs.Ops)
        .execute();
      await storeCounts(db, directory.clientId);
    };
    await place(parent);
    expect((await owner.get(`${base}/counts`)).json()).toMatchObject({
      orgs: { departments: 2 },
      orgsWithMembers: 6,
    });
    await place(directory.orgs.Departments);
    expect((await owner.get(`${base}/counts`)).json()).toMatchObject({ orgsWithMembers: 5 });
    await db.deleteFrom("orgs").where("oid", "=", parent).execute();
  });

  test("a client without members and accounts has zero counts of them", async () => {
    const stranger = await api.signIn("stranger");
    const counts = await stranger.get(`/api/clients/${directory.foreign.clientId}/counts`);
    expect(counts.json()).toMatchObject({ accounts: 0, assignments: 0, orgsWithMembers: 0 });
  });

  test("identities are listed by external id with the number of their accounts", async () => {
    const found = await identities("");
    expect(found.map(({ externalId, accountCount }) => [externalId, accountCount])).toEqual([
      ["P1", 2],
      ["P2", 2],
      ["P3", 0],
      ["P4", 0],
    ]);
    expect(found[0]).toEqual({
      oid: expect.any(String),
      externalId: "P1",
      username: "ann",
      givenName: "ANN",
      familyName: null,
      email: null,
      jobTitle: null,
      department: null,
      location: null,
      isByHand: false,
      endedAt: null,
      accountCount: 2,
    });
  });

  test("identities of an org and its descendants are listed once each", async () => {
    const { orgs } = directory;
    expect(await who(`orgOid=${orgs.Engineer}`)).toEqual(["ann", "bob", "cyd"]);
    expect(await who(`orgOid=${orgs["Job Titles"]}`)).toEqual(["ann", "bob", "cyd", "dan"]);
    expect(await who(`orgOid=${orgs.Locations}`)).toEqual([]);
    for (const oid of [randomUUID(), directory.foreign.orgOid]) {
      expect((await owner.get(`${base}/identities?orgOid=${oid}`)).statusCode).toBe(404);
    }
  });

  test("identities are filtered as orgs are", async () => {
    expect(await who("contains=P4 D")).toEqual(["dan"]);
    expect(await who("contains=%25")).toEqual([]);
    expect(await who(`contains=B_O|B&orgOid=${directory.orgs.Engineer}`)).toEqual(["bob"]);
  });

  test("identities are found by their attributes by users who can read these", async () => {
    const { db } = database.current;
    const attributes = { costCentre: "Kraków 4711", apiToken: "hidden99" };
    await db
      .updateTable("identities")
      .set({
        attributes: JSON.stringify(attributes),
        attribute_key: attributeSearchKey({ attributes }),
      })
      .where("client_id", "=", directory.clientId)
      .where("username", "=", "bob")
      .execute();
    expect(await who("contains=KRAKÓW_47")).toEqual(["bob"]);
    expect(await who("contains=costCentre")).toEqual([]);
    expect(await who("contains=hidden99")).toEqual([]);
    const csv = await owner.get(`${base}/identities.csv?contains=4711`);
    expect(csv.body.trim().split("\r\n")).toHaveLength(2);
    const keeper = await api.signIn("keeper");
    const ofOrg = `${base}/identities?orgOid=${directory.orgs.Engineer}`;
    expect((await keeper.get(`${ofOrg}&contains=bob`)).json().page.totalElements).toBe(1);
    expect((await keeper.get(`${ofOrg}&contains=4711`)).json().page.totalElements).toBe(0);
  });

  test("[WID-19] identities sort by any column in a total order, missing values last", async () => {
    expect(await who("sort=username,desc")).toEqual(["dan", "cyd", "bob", "ann"]);
    expect(await who("sort=name")).toEqual(["bob", "dan", "ann", "cyd"]);
    const pages = [];
    for (const page of [0, 1, 2, 3]) pages.push(...(await who(`sort=email&size=1&page=${page}`)));
    expect(pages).toEqual(["ann", "bob", "cyd", "dan"]);
    const refused = await owner.get(`${base}/identities?sort=password`);
    expect(refused.json().fields).toMatchObject([{ path: "/query/sort" }]);
  });

  test("resources are listed by name with their counts, and filtered as orgs are", async () => {
    const { _embedded, page } = (await owner.get(`${base}/resources`)).json();
    expect(_embedded.resources).toEqual([
      { id: directory.resources.crm, name: "CRM", accountCount: 3, entitlementCount: 3 },
      { id: directory.resources.erp, name: "E R_P", accountCount: 2, entitlementCount: 1 },
    ]);
    expect(page).toEqual({ size: 20, number: 0, totalElements: 2, totalPages: 1 });
    const names = async (query: string) =>
      (await owner.get(`${base}/resources?${query}`))
        .json()
        ._embedded.resources.map(({ name }: { name: string }) => name);
    expect(await names("contains=erp")).toEqual(["E R_P"]);
    expect(await names("sort=name,desc&size=1&page=1")).toEqual(["CRM"]);
  });

  test("counts are those of the directory for who administers a part of it, else of one's own resources", async () => {
    const counts = async (name: UserName) =>
      (await (await api.signIn(name)).get(`${base}/counts`)).json();
    for (const name of ["mapper", "owner"] as const) {
      expect(await counts(name), name).toMatchObject({ identities: 4, resources: 2 });
    }
    expect(await counts("keeper")).toMatchObject({ identities: 0, accounts: 0, resources: 1 });
    expect(await counts("guest")).toMatchObject({
      identities: 0,
      resources: 0,
      orgsWithMembers: 0,
    });
  });

  test("users who neither administer resources nor map roles see only their own resources", async () => {
    const { crm } = directory.resources;
    const seen = async (name: UserName, query = "") =>
      (await (await api.signIn(name)).get(`${base}/resources${query}`)).json();
    const { _embedded, page } = await seen("keeper");
    expect(_embedded.resources).toMatchObject([{ id: crm, name: "CRM" }]);
    expect(page).toEqual({ size: 20, number: 0, totalElements: 1, totalPages: 1 });
    expect((await seen("keeper", "?contains=erp"))._embedded.resources).toEqual([]);
    expect((await seen("guest"))._embedded.resources).toEqual([]);
    expect((await seen("guest")).page.totalElements).toBe(0);
    for (const name of ["mapper", "owner"] as const) {
      expect((await seen(name)).page.totalElements, name).toBe(2);
    }
  });

  test("[PERM-28] [PERM-29] [PERM-30] a resource is open to its owners and to super-users", async () => {
    const { crm, erp } = directory.resources;
    const keeper = await api.signIn("keeper");
    expect((await keeper.get(`${base}/resources/${crm}`)).json()).toMatchObject({ name: "CRM" });
    for (const id of [erp, randomUUID(), directory.foreign.resourceId]) {
      expect((await keeper.get(`${base}/resources/${id}`)).json().code).toBe("EFORBIDDEN");
    }
    expect((await owner.get(`${base}/resources/${erp}`)).json()).toMatchObject({ name: "E R_P" });
    for (const id of [randomUUID(), directory.foreign.resourceId]) {
      expect((await owner.get(`${base}/resources/${id}`)).statusCode).toBe(404);
    }
  });
});
