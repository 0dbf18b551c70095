import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Org } from "#events/entities/org.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { textsOf } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let base: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    base = `/api/clients/${directory.clientId}/mp-orgs`;
    return () => api.app.close();
  });

  const list = async (query: string): Promise<Org[]> => {
    const response = await mapper.get(`${base}?${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json()._embedded.orgs;
  };
  const names = async (query: string) => (await list(query)).map(({ name }) => name);
  const refusal = async (query: string) => {
    const response = await mapper.get(`${base}?${query}`);
    expect(response.statusCode).toBe(400);
    return textsOf(response).fields;
  };
  const BELOW_ROOTS = ["Data Engineer", "Engineer", "Ops", "Sales 100%", "Senior_Engineer"];

  test("[ORG-25] the list without a filter contains all orgs below the roots by name", async () => {
    expect(await names("")).toEqual(BELOW_ROOTS);
    const body = (await mapper.get(base)).json();
    expect(body.page).toEqual({ size: 20, number: 0, totalElements: 5, totalPages: 1 });
  });

  test("[ORG-3] [ORG-4] an org has oid, names, type, parent, sort value and counts", async () => {
    const [org] = await list("contains=seniorengineer");
    expect(org).toEqual({
      oid: directory.orgs.Senior_Engineer,
      displayName: "Senior_Engineer",
      name: "Senior_Engineer",
      orgType: "job-titles",
      parentOrgRef: { oid: directory.orgs.Engineer },
      sortValue: "senior engineer",
      memberCount: 2,
      inducementCount: 0,
      roleCount: 0,
      childCount: 0,
    });
  });

  test("members of an org include those of its descendants, each once", async () => {
    const counts = Object.fromEntries(
      [...(await list("")), ...(await list("orgFilterType=Root"))].map((org) => [
        org.name,
        [org.memberCount, org.childCount],
      ]),
    );
    expect(counts).toEqual({
      "Data Engineer": [1, 0],
      Engineer: [3, 2],
      Ops: [1, 0],
      "Sales 100%": [1, 0],
      Senior_Engineer: [2, 0],
      "Job Titles": [4, 2],
      Departments: [1, 1],
      Locations: [0, 0],
    });
  });

  test("[ORG-5] orgs are of one of three types", async () => {
    expect(await names("orgType=departments")).toEqual(["Ops"]);
    expect(await names("orgType=locations")).toEqual([]);
    expect(await refusal("orgType=teams")).toEqual([
      {
        path: "/query/orgType",
        message: 'must be one of "job-titles", "departments", "locations"',
      },
    ]);
  });

  test("[ORG-23] [ORG-7] [ORG-6] Root returns the roots, in any spelling", async () => {
    for (const type of ["Root", "ROOT", "root"]) {
      expect(await names(`orgFilterType=${type}`)).toEqual([
        "Departments",
        "Job Titles",
        "Locations",
      ]);
    }
    expect(await names("orgFilterType=Root&orgType=locations")).toEqual(["Locations"]);
    expect(await refusal("orgFilterType=Leaf")).toMatchObject([{ path: "/query/orgFilterType" }]);
  });

  test("[ORG-24] [ORG-7] [ORG-6] Subtree returns everything below an org, and One_Level its children", async () => {
    const { orgs } = directory;
    const root = orgs["Job Titles"];
    expect(await names(`oid=${root}&orgFilterType=Subtree`)).toEqual([
      "Data Engineer",
      "Engineer",
      "Sales 100%",
      "Senior_Engineer",
    ]);
    expect(await names(`oid=${root.toUpperCase()}&orgFilterType=SUBTREE`)).toHaveLength(4);
    expect(await names(`oid=${root}&orgFilterType=One_Level`)).toEqual(["Engineer", "Sales 100%"]);
    expect(await names("orgFilterType=One_Level")).toEqual(["Engineer", "Ops", "Sales 100%"]);
    expect(await names(`oid=${orgs.Ops}`)).toEqual([]);
  });

  test("[ORG-7] [ORG-6] Ancestors returns the orgs above an org, and requires one", async () => {
    const { orgs } = directory;
    expect(await names(`oid=${orgs.Senior_Engineer}&orgFilterType=Ancestors`)).toEqual([
      "Engineer",
      "Job Titles",
    ]);
    expect(await refusal("orgFilterType=Ancestors")).toMatchObject([{ path: "/query/oid" }]);
  });

  test("an unknown or foreign org as a starting point is not found", async () => {
    for (const oid of [randomUUID(), directory.foreign.orgOid]) {
      for (const path of [`?oid=${oid}`, `/count?oid=${oid}`, `/ancestor-subtree?oid=${oid}`]) {
        expect((await mapper.get(base + path)).statusCode, path).toBe(404);
      }
      const subtree = await mapper.post(`${base}/subtree`, { oid });
      expect(subtree.statusCode).toBe(404);
      const many = await mapper.post(`${base}/multiple/ancestor-subtree`, { orgOids: [oid] });
      expect(many.statusCode).toBe(404);
    }
  });

  test.each([
    ["[ORG-19] case", "contains=ENGINEER", ["Data Engineer", "Engineer", "Senior_Engineer"]],
    ["[ORG-20] spaces", "contains=senior engi", ["Senior_Engineer"]],
    ["[ORG-20] spaces", "startsWith=dataeng", ["Data Engineer"]],
    ["[ORG-21] pipes", "contains=data|engineer", ["Data Engineer"]],
    ["[ORG-22] underscores", "contains=_data_engineer_", ["Data Engineer"]],
  ])("filters ignore %s (%s)", async (_what, query, expected) => {
    expect(await names(new URLSearchParams(query).toString())).toEqual(expected);
  });

  test("LIKE wildcards are ordinary characters", async () => {
    expect(await names("contains=%25")).toEqual(["Sales 100%"]);
    expect(await names("contains=e%25g")).toEqual([]);
    expect(await names("contains=%5C")).toEqual([]);
    expect(await names("startsWith=%25")).toEqual([]);
  });

  test("[ORG-17] startsWith 'All Orgs' and empty filters do not filter", async () => {
    expect(await names("startsWith=All%20Orgs&contains=&orgType=&page=&size=&sort=")).toEqual(
      BELOW_ROOTS,
    );
    expect(await names("startsWith=S")).toEqual(["Sales 100%", "Senior_Engineer"]);
  });

  test("[ORG-18] contains searches the whole subtree whatever the filter type", async () => {
    const root = directory.orgs["Job Titles"];
    expect(await names(`oid=${root}&orgFilterType=One_Level&contains=data`)).toEqual([
      "Data Engineer",
    ]);
    expect(await names("orgFilterType=Root&contains=data")).toEqual(["Data Engineer"]);
  });

  test("orgs are filtered by whether they have a policy, and by members where they lack one", async () => {
    const { db } = database.current;
    const oid = directory.orgs.Engineer;
    const induced = await mapper.post(`${base}/${oid}/induce`, [directory.roles[0]]);
    expect(induced.statusCode).toBe(200);
    expect(await names("policy=present")).toEqual(["Engineer"]);
    const withMembers = BELOW_ROOTS.filter((name) => name !== "Engineer");
    expect(await names("policy=missing")).toEqual(withMembers);
    expect(await names("policy=missing&orgType=departments")).toEqual(["Ops"]);
    await db.updateTable("orgs").set({ member_count: 0 }).where("name", "=", "Ops").execute();
    expect(await names("policy=missing&orgType=departments")).toEqual([]);
    const counted = await mapper.get(`${base}/count?policy=missing`);
    expect(counted.json()).toEqual({ count: 3 });
    expect(await refusal("policy=none")).toMatchObject([{ path: "/query/policy" }]);
    await db.updateTable("orgs").set({ member_count: 1 }).where("name", "=", "Ops").execute();
    await mapper.post(`${base}/${oid}/induce`, { add: [], remove: [directory.roles[0]] });
  });

  test("[ORG-16] a page has at most 20 orgs", async () => {
    expect(await refusal("size=21")).toEqual([
      { path: "/query/size", message: "must be at most 20" },
    ]);
    expect(await refusal("size=0")).toMatchObject([{ path: "/query/size" }]);
    expect(await refusal("size=2.5")).toMatchObject([{ path: "/query/size" }]);
    expect(await refusal("page=-1&size=x")).toMatchObject([
      { path: "/query/page" },
      { path: "/query/size" },
    ]);
  });

  test("[ORG-25] pages follow one another without gap or overlap, whatever the order", async () => {
    for (const sort of ["", "name,desc", "memberCount", "memberCount,desc", "inducementCount"]) {
      const whole = await names(`sort=${sort}`);
      const pages = [];
      for (const page of [0, 1, 2, 3])
        pages.push(...(await names(`sort=${sort}&size=2&page=${page}`)));
      expect(pages, sort).toEqual(whole);
    }
    const { page } = (await mapper.get(`${base}?size=2&page=7`)).json();
    expect(page).toEqual({ size: 2, number: 7, totalElements: 5, totalPages: 3 });
  });

  test("[WID-19] orgs sort by name or by a count in either direction, and by no column of mixed types", async () => {
    expect(await names("sort=name,desc")).toEqual(BELOW_ROOTS.toReversed());
    const counts = (await list("sort=memberCount,desc")).map(({ memberCount }) => memberCount);
    expect(counts).toEqual([3, 2, 1, 1, 1]);
    expect((await names("sort=memberCount,asc")).at(-1)).toBe("Engineer");
    for (const sort of ["type", "name,up", "name,asc,x", "name;drop", ","]) {
      expect(await refusal(`sort=${encodeURIComponent(sort)}`)).toMatchObject([
        { path: "/query/sort" },
      ]);
    }
  });

  test("[ORG-26] the count matches the list", async () => {
    for (const query of ["", "contains=engineer", "orgFilterType=Root", "orgType=departments"]) {
      const { count } = (await mapper.get(`${base}/count?${query}`)).json();
      expect(count, query).toBe((await list(query)).length);
    }
  });

  test("[ORG-27] one org is returned with its policy", async () => {
    const org = (await mapper.get(`${base}/${directory.orgs.Engineer}`)).json();
    expect(org).toMatchObject({ name: "Engineer", memberCount: 3, childCount: 2 });
    expect(org).not.toHaveProperty("inducements");
  });

  test("[ORG-30] [ORG-4] ancestors are returned with the root first", async () => {
    const { orgs } = directory;
    const path = `${base}/ancestor-subtree?oid=${orgs.Senior_Engineer}&orgFilterType=Ancestors`;
    const body = (await mapper.get(path)).json();
    expect(body._embedded.orgs.map((org: Org) => org.name)).toEqual(["Job Titles", "Engineer"]);
    expect(body.page).toEqual({ size: 2, number: 0, totalElements: 2, totalPages: 1 });
    const root = (await mapper.get(`${base}/ancestor-subtree?oid=${orgs.Locations}`)).json();
    expect(root._embedded.orgs).toEqual([]);
  });

  test("[ORG-31] [ORG-4] a filter in the body selects a subtree", async () => {
    const { orgs } = directory;
    const body = { oid: orgs["Job Titles"], contains: "engineer", size: 2, page: 1 };
    const answer = (await mapper.post(`${base}/subtree?orgFilterType=Subtree`, body)).json();
    expect(answer._embedded.orgs.map((org: Org) => org.name)).toEqual(["Senior_Engineer"]);
    expect(answer.page.totalElements).toBe(3);
    const typed = await mapper.post(`${base}/subtree`, { page: "1" });
    expect(textsOf(typed).fields).toEqual([{ path: "/body/page", message: "must be integer" }]);
  });

  test("[ORG-32] ancestors of several orgs are grouped by org", async () => {
    const { orgs } = directory;
    const orgOids = [orgs.Ops, orgs.Senior_Engineer, orgs["Job Titles"]];
    const url = `${base}/multiple/ancestor-subtree?orgFilterType=Ancestors`;
    const { ancestors } = (await mapper.post(url, { orgOids })).json();
    expect(
      ancestors.map((entry: { oid: string; ancestors: Org[] }) => [
        entry.oid,
        entry.ancestors.map(({ name }) => name),
      ]),
    ).toEqual([
      [orgs.Ops, ["Departments"]],
      [orgs.Senior_Engineer, ["Job Titles", "Engineer"]],
      [orgs["Job Titles"], []],
    ]);
  });
});
