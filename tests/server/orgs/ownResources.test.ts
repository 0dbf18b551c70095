/** Users who manage resources of their own map roles for those: what is of others they neither see nor change. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  /** Manages the CRM. */
  let keeper: Browser;
  let path: string;
  let report: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    keeper = await api.signIn("keeper");
    const client = `/api/clients/${directory.clientId}`;
    path = `${client}/mp-orgs/${directory.orgs.Engineer}`;
    report = `${client}/orgs/${directory.orgs.Engineer}/entitlement-mining-report`;
    return () => api.app.close();
  });
  const tick = () => (api.clock.now = new Date(api.clock.now.getTime() + 60_000));
  beforeEach(async () => {
    tick();
    await database.current.db.deleteFrom("inducements").execute();
    const [e1, , , e4] = directory.roles;
    expect((await mapper.post(`${path}/induce`, [e1, e4])).statusCode).toBe(200);
  });

  const policyOf = async (browser: Browser): Promise<readonly string[]> =>
    (await browser.get(`${path}/inducements/role-oids`)).json();

  test("the policy that they see has what is of their resources", async () => {
    const [e1, , , e4] = directory.roles;
    expect([...(await policyOf(mapper))].toSorted()).toEqual([e1, e4].toSorted());
    expect(await policyOf(keeper)).toEqual([e1]);
    const listed = (await keeper.get(`${path}/inducements`)).json();
    expect(listed.page.totalElements).toBe(1);
    expect(listed._embedded.inducements).toMatchObject([{ roleOid: e1, resourceName: "CRM" }]);
    const counts = (await keeper.get(`${path}/inducements/count`)).json();
    expect(counts).toMatchObject({ total: 1, shown: 1, parts: [{ resourceName: "CRM" }] });
    const { crm, erp } = directory.resources;
    const own = await keeper.get(`${path}/inducements/count?resourceId=${crm.toUpperCase()}`);
    expect(own.json().total).toBe(1);
    for (const query of [
      `inducements/count?resourceId=${erp}`,
      `inducements?resourceIds=${erp}`,
      `inducements?resourceIds=${crm},${erp}`,
      `inducements?resourceIds=${randomUUID()}`,
    ]) {
      expectError(await keeper.get(`${path}/${query}`), "EFORBIDDEN");
    }
    expectError(await keeper.get(`${path}/inducements?only=lost`), "EINVALID");
  });

  test("they add and remove what is of their resources, and nothing else", async () => {
    const [e1, e2, , e4] = directory.roles;
    const added = await keeper.post(`${path}/induce`, { add: [e2], remove: [e1, e4] });
    expect(added.statusCode).toBe(200);
    expect([...(await policyOf(mapper))].toSorted()).toEqual([e2, e4].toSorted());

    const refused = await keeper.post(`${path}/induce`, { add: [e1, e4], remove: [e2] });
    expect(expectError(refused, "EINVALID").fields).toMatchObject([{ path: "/body/add/1" }]);
    const ids = new Map<string, string>(
      (await mapper.get(`${path}/inducements`))
        .json()
        ._embedded.inducements.map((one: { id: string; roleOid: string }) => [one.roleOid, one.id]),
    );
    const remove = async (roleOid: string) =>
      keeper.send("DELETE", `${path}/inducements/${ids.get(roleOid)}`);
    expectError(await remove(e4), "ENOTFOUND");
    expect((await remove(e2)).statusCode).toBe(200);
    expect(await policyOf(mapper)).toEqual([e4]);
  });

  test("they get the reports of their resources, and of no others", async () => {
    const { crm, erp } = directory.resources;
    expect((await keeper.post(report, { resourceId: crm })).statusCode).toBe(202);
    for (const body of [{ resourceId: erp }, { resourceId: null }, {}]) {
      expectError(await keeper.post(report, body), "EFORBIDDEN");
    }
    expect((await keeper.send("DELETE", report)).statusCode).toBe(200);
  });

  test("they see what an org inherits of their resources", async () => {
    const [e1, , , e4] = directory.roles;
    const { crm, erp } = directory.resources;
    const inherited = `/api/clients/${directory.clientId}/mp-orgs/${directory.orgs.Senior_Engineer}/inherited`;
    for (const query of ["", `?resourceId=${crm}`]) {
      const { _embedded, page } = (await keeper.get(`${inherited}${query}`)).json();
      expect(page.totalElements).toBe(1);
      expect(_embedded.entitlements).toMatchObject([{ roleOid: e1, resourceName: "CRM" }]);
    }
    expect((await mapper.get(inherited)).json().page.totalElements).toBe(2);
    const file = await keeper.get(`${inherited}.csv`);
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain(e1);
    expect(file.body).not.toContain(e4);
    expect((await mapper.get(`${inherited}.csv`)).body).toContain(e4);
    expectError(await keeper.get(`${inherited}?resourceId=${erp}`), "EFORBIDDEN");
    expectError(await keeper.get(`${inherited}.csv?resourceId=${erp}`), "EFORBIDDEN");
  });

  test("they see the holders of entitlements of their resources, and of no others", async () => {
    const [e1, , , e4] = directory.roles;
    const client = `/api/clients/${directory.clientId}`;
    const ofOrg = `orgOid=${directory.orgs.Engineer}`;
    const holders = (roleOid: string | undefined, part = "") =>
      `${client}/entitlements/${roleOid}/holders${part}?${ofOrg}`;
    expect((await keeper.get(holders(e1, "/count"))).json()).toMatchObject({ holders: 2 });
    expect((await keeper.get(holders(e1))).json().page.totalElements).toBe(2);
    expect((await keeper.get(holders(e1, ".csv"))).body).toContain("ann");
    expectError(await keeper.get(holders(e4, "/count")), "ENOTFOUND");
    for (const show of ["holders", "lackers"]) {
      const other = `${holders(e4)}&show=${show}`;
      expect((await mapper.get(other)).json().page.totalElements).toBeGreaterThan(0);
      expectError(await keeper.get(other), "ENOTFOUND");
    }
    expect((await mapper.get(holders(e4, ".csv"))).body).toContain("bob");
    expect((await keeper.get(holders(e4, ".csv"))).body).not.toContain("bob");
    // Among all people only users who see these.
    for (const part of ["", "/count", ".csv"]) {
      const all = await keeper.get(`${client}/entitlements/${e1}/holders${part}`);
      expect(expectError(all, "EINVALID").fields).toMatchObject([{ path: "/query/orgOid" }]);
    }
  });

  test("what they remove by hand is in the history of their resource, and they undo it", async () => {
    const [e1, , , e4] = directory.roles;
    const client = `/api/clients/${directory.clientId}`;
    const history = `${client}/policy-changes?orgOid=${directory.orgs.Engineer}&resourceId=${directory.resources.crm}`;
    const changes = async () => (await keeper.get(history)).json()._embedded.changes;
    const before = await changes();
    tick();
    const [{ id: inducement }] = (await keeper.get(`${path}/inducements`)).json()._embedded
      .inducements;
    expect((await keeper.send("DELETE", `${path}/inducements/${inducement}`)).statusCode).toBe(200);
    expect(await policyOf(mapper)).toEqual([e4]);

    const [removal, ...others] = await changes();
    expect(removal).toMatchObject({ actor: "keeper", kind: "remove", added: 0, removed: 1 });
    expect(others).toEqual(before);
    tick();
    const undone = await keeper.post(`${client}/policy-changes/${removal.id}/undo`, undefined);
    expect(undone.json()).toMatchObject({ kind: "undo", undoes: removal.id, added: 1 });
    expect([...(await policyOf(mapper))].toSorted()).toEqual([e1, e4].toSorted());
    expect((await changes())[0]).toMatchObject({ kind: "undo", undoes: removal.id });
  });

  test("what others remove by hand is in the history of its resource only", async () => {
    const [, , , e4] = directory.roles;
    const { crm, erp } = directory.resources;
    const counted = async (resourceId: string): Promise<number> => {
      const changes = `/api/clients/${directory.clientId}/policy-changes?resourceId=${resourceId}`;
      return (await mapper.get(changes)).json().page.totalElements;
    };
    const before = { crm: await counted(crm), erp: await counted(erp) };
    const { inducements } = (await mapper.get(`${path}/inducements`)).json()._embedded;
    const { id } = inducements.find((one: { roleOid: string }) => one.roleOid === e4);
    expect((await mapper.send("DELETE", `${path}/inducements/${id}`)).statusCode).toBe(200);
    expect(await counted(erp)).toBe(before.erp + 1);
    expect(await counted(crm)).toBe(before.crm);
  });

  test("changes of all resources stay closed to them", async () => {
    const client = `/api/clients/${directory.clientId}`;
    for (const url of [`policy-changes?orgOid=${directory.orgs.Engineer}`, "policies"]) {
      expectError(await keeper.get(`${client}/${url}`), "EINVALID");
    }
    const listed = await mapper.get(`${client}/policy-changes`);
    const [{ id, resourceId }] = listed.json()._embedded.changes;
    expect(resourceId).toBeNull();
    const undo = `${client}/policy-changes/${id}/undo`;
    expectError(await keeper.get(undo), "ENOTFOUND");
    expectError(await keeper.post(undo), "ENOTFOUND");
  });

  test("they see orgs and the members of one, and no list of all people", async () => {
    const client = `/api/clients/${directory.clientId}`;
    expect((await keeper.get(`${client}/mp-orgs`)).statusCode).toBe(200);
    expect((await keeper.get(path)).statusCode).toBe(200);
    const members = await keeper.get(`${client}/identities?orgOid=${directory.orgs.Ops}`);
    expect(members.json().page.totalElements).toBe(1);
    expectError(await keeper.get(`${client}/identities`), "EINVALID");
  });

  test("without a resource none of it is open", async () => {
    const { db } = database.current;
    const held = await db
      .deleteFrom("user_resources")
      .where("user_id", "=", directory.users.keeper)
      .returningAll()
      .execute();
    const client = `/api/clients/${directory.clientId}`;
    for (const url of [`${client}/mp-orgs`, path, `${path}/inducements`]) {
      expectError(await keeper.get(url), "EFORBIDDEN");
    }
    await db.insertInto("user_resources").values(held).execute();
  });
});
