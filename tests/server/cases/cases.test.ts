/** Cases about findings of the small directory. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CaseDetail, CaseOwner, NewCase } from "#events/entities/case.ts";
import type { Identity } from "#events/entities/directory.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const DAY_MS = 86_400_000;

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let guest: Browser;
  let keeper: Browser;
  let owner: Browser;
  let client: string;
  let now: () => Date;
  let people: ReadonlyMap<string | null, string>;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    ({ now } = api.app.services);
    mapper = await api.signIn("mapper");
    guest = await api.signIn("guest");
    keeper = await api.signIn("keeper");
    owner = await api.signIn("owner");
    client = `/api/clients/${directory.clientId}`;
    const { identities } = (await mapper.get(`${client}/identities`)).json()._embedded;
    people = new Map(identities.map(({ username, oid }: Identity) => [username, oid]));
    return () => api.app.close();
  });

  beforeEach(async () => {
    await database.current.db.deleteFrom("inducements").execute();
    await database.current.db.deleteFrom("cases").execute();
    await database.current.db.deleteFrom("case_comments").execute();
  });

  /** Bob holds entitlement 1, which no policy grants. */
  const outside = (changes: Partial<NewCase> = {}): NewCase => ({
    kind: "outsidePolicy",
    identityOid: people.get("bob") ?? "",
    roleOid: directory.roles[0],
    accountId: null,
    ownerId: null,
    dueOn: null,
    comment: "",
    ...changes,
  });
  const open = async (changes: Partial<NewCase> = {}): Promise<CaseDetail> => {
    const reply = await mapper.post(`${client}/cases`, outside(changes));
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json();
  };
  const change = ({ id, version }: CaseDetail, changes: object) =>
    mapper.send("PUT", `${client}/cases/${id}`, {
      body: { version, state: "open", ownerId: null, dueOn: null, ...changes },
    });

  /** An access role of the CRM with an entitlement. */
  const accessRole = async (name: string): Promise<string> => {
    const created = await owner.post(`${client}/roles`, {
      name,
      description: "",
      resourceOid: directory.resources.crm,
      entitlementOids: [directory.roles[0]],
      ownerOids: [],
    });
    expect(created.statusCode, created.body).toBe(201);
    return created.json().oid;
  };

  describe("a case", () => {
    test("[IDN-8] is opened from access outside policy, with owner, due date and comment", async () => {
      const { mapper: ownerId } = directory.users;
      const opened = await open({ ownerId, dueOn: "2026-03-01", comment: " Why? " });
      expect(opened).toMatchObject({
        kind: "outsidePolicy",
        state: "open",
        version: 1,
        subject: "Family, BOB",
        entitlementName: "Entitlement 1",
        resourceName: "CRM",
        owner: "mapper",
        dueOn: "2026-03-01",
        createdBy: "mapper",
        comments: [{ author: "mapper", text: "Why?" }],
      });
      expect((await mapper.get(`${client}/cases/${opened.id}`)).json()).toEqual(opened);
    });

    test("is the only open one of its finding, until it is settled", async () => {
      const first = await open();
      expectError(await mapper.post(`${client}/cases`, outside()), "ECONFLICT");
      expect((await change(first, { state: "resolved" })).statusCode).toBe(200);
      await open();
      const reopened = await change({ ...first, version: 2 }, { state: "inProgress" });
      expectError(reopened, "ECONFLICT");
    });

    test("of two opened at once, one wins", async () => {
      const replies = await Promise.all(
        [1, 2, 3].map(() => mapper.post(`${client}/cases`, outside())),
      );
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        201, 409, 409,
      ]);
    });

    test("needs a finding that is true, and an owner of the client", async () => {
      const missing = outside({ kind: "missingAccess", roleOid: directory.roles[1] });
      expectError(await mapper.post(`${client}/cases`, missing), "ECONFLICT");
      const org = directory.orgs.Engineer;
      await mapper.post(`${client}/mp-orgs/${org}/induce`, [directory.roles[1]]);
      expect((await mapper.post(`${client}/cases`, missing)).statusCode).toBe(201);

      const foreign = outside({ ownerId: directory.users.stranger });
      expectError(await mapper.post(`${client}/cases`, foreign), "EINVALID");
      const unknown = outside({ identityOid: randomUUID() });
      expectError(await mapper.post(`${client}/cases`, unknown), "ENOTFOUND");
      const account = outside({ kind: "orphanedAccount" });
      expectError(await mapper.post(`${client}/cases`, account), "EINVALID");
    });

    test("[IDN-8] can be about access that nothing grants any more in 30 days", async () => {
      const { clientId, orgs, roles } = directory;
      await mapper.post(`${client}/mp-orgs/${orgs.Engineer}/induce`, [roles[0]]);
      const ending = outside({ kind: "expiringSoon" });
      const entitlements = async () => {
        const path = `${client}/identities/${people.get("bob")}/entitlements?show=endsSoon`;
        return (await mapper.get(path)).json()._embedded.entitlements;
      };
      expectError(await mapper.post(`${client}/cases`, ending), "ECONFLICT");
      expect(await entitlements()).toEqual([]);
      await database.current.db
        .updateTable("inducements")
        .set({ valid_until: new Date(now().getTime() + 29 * DAY_MS) })
        .where("client_id", "=", clientId)
        .execute();
      expect(await entitlements()).toMatchObject([{ roleOid: roles[0], endsSoon: true }]);
      expect((await mapper.post(`${client}/cases`, ending)).json()).toMatchObject({
        kind: "expiringSoon",
        entitlementName: "Entitlement 1",
      });
      // A grant that begins in time replaces the one that ends.
      await mapper.post(`${client}/mp-orgs/${orgs.Senior_Engineer}/induce`, [roles[0]]);
      expect(await entitlements()).toEqual([]);
    });

    test("[IDN-8] can be about an access role or an entitlement of an org that ends soon", async () => {
      const { clientId, orgs, roles } = directory;
      const role = await accessRole("Ending");
      const of = (roleOid: string, changes: Partial<NewCase> = {}) =>
        outside({
          kind: "expiringSoon",
          identityOid: null,
          orgOid: orgs.Engineer,
          roleOid,
          ...changes,
        });
      const grants = async () =>
        (await mapper.get(`${client}/access-roles/expiring`)).json()._embedded.grants;
      await mapper.post(`${client}/mp-orgs/${orgs.Engineer}/induce`, [roles[0]]);
      const granted = await mapper.send("PUT", `${client}/roles/${role}/grants/${orgs.Engineer}`, {
        body: { kind: "org", validFrom: null, validUntil: null, expected: null },
      });
      expect(granted.statusCode, granted.body).toBe(200);
      expectError(await mapper.post(`${client}/cases`, of(role)), "ECONFLICT");
      await database.current.db
        .updateTable("inducements")
        .set({ valid_until: new Date(now().getTime() + 29 * DAY_MS) })
        .where("client_id", "=", clientId)
        .execute();
      expect(await grants()).toMatchObject([
        { kind: "org", role: { name: "Ending" }, isAccessRole: true, caseId: null },
        { kind: "org", role: { name: "Entitlement 1" }, isAccessRole: false, caseId: null },
      ]);
      const opened = await mapper.post(`${client}/cases`, of(role));
      expect(opened.json()).toMatchObject({
        subject: "Engineer",
        orgOid: orgs.Engineer,
        identityOid: null,
        entitlementName: "Ending",
        resourceName: "CRM",
        isAccessRole: true,
      });
      expect(await grants()).toMatchObject([{ caseId: opened.json().id }, { caseId: null }]);
      expectError(await mapper.post(`${client}/cases`, of(role)), "ECONFLICT");
      const direct = await mapper.post(`${client}/cases`, of(roles[0]));
      expect(direct.json()).toMatchObject({
        entitlementName: "Entitlement 1",
        isAccessRole: false,
      });
      expect(await grants()).toMatchObject([
        { caseId: opened.json().id },
        { caseId: direct.json().id },
      ]);
      for (const wrong of [
        of(role, { orgOid: null }),
        of(role, { identityOid: people.get("bob") ?? "" }),
        of(role, { kind: "missingAccess" }),
      ]) {
        expectError(await mapper.post(`${client}/cases`, wrong), "EINVALID");
      }
      const other = of(role, { orgOid: directory.foreign.orgOid });
      expectError(await mapper.post(`${client}/cases`, other), "ENOTFOUND");
    });

    test("[IDN-8] can be about an access role of a person that ends soon", async () => {
      const role = await accessRole("Assigned");
      const identityOid = people.get("dan") ?? "";
      const until = (days: number) => ({
        validFrom: null,
        validUntil: new Date(now().getTime() + days * DAY_MS).toISOString(),
      });
      const assign = async (days: number, before: number | null) => {
        const body = { kind: "person", ...until(days), expected: before && until(before) };
        const path = `${client}/roles/${role}/grants/${identityOid}`;
        const reply = await mapper.send("PUT", path, { body });
        expect(reply.statusCode, reply.body).toBe(200);
      };
      const ending = outside({ kind: "expiringSoon", identityOid, roleOid: role });
      await assign(40, null);
      expectError(await mapper.post(`${client}/cases`, ending), "ECONFLICT");
      await assign(20, 40);
      const opened = (await mapper.post(`${client}/cases`, ending)).json();
      expect(opened).toMatchObject({ subject: "Family, DAN", entitlementName: "Assigned" });
      const { grants } = (await mapper.get(`${client}/access-roles/expiring`)).json()._embedded;
      expect(grants).toMatchObject([{ kind: "person", caseId: opened.id }]);
      const revoked = await mapper.send(
        "DELETE",
        `${client}/roles/${role}/grants/${identityOid}?kind=person`,
      );
      expect(revoked.statusCode, revoked.body).toBe(200);
    });

    test("[IDN-8] is shown in the list of holders, to those who see cases only", async () => {
      const [roleOid] = directory.roles;
      const org = directory.orgs.Engineer;
      const holders = async (browser: Browser, show = "holders") => {
        const path = `${client}/entitlements/${roleOid}/holders?orgOid=${org}&show=${show}`;
        const found = (await browser.get(path)).json()._embedded.holders;
        return Object.fromEntries(
          found.map((one: { username: string; caseId: string | null }) => [
            one.username,
            one.caseId,
          ]),
        );
      };
      const opened = await open();
      expect((await holders(mapper))["bob"]).toBe(opened.id);
      expect((await holders(mapper))["ann"]).toBeNull();
      expect((await holders(keeper))["bob"]).toBeNull();
      await mapper.post(`${client}/mp-orgs/${org}/induce`, [roleOid]);
      const cyd = people.get("cyd") ?? "";
      const missing = await open({ kind: "missingAccess", identityOid: cyd });
      expect(await holders(mapper, "lackers")).toMatchObject({ cyd: missing.id });
      await change(opened, { state: "resolved" });
      expect((await holders(mapper))["bob"]).toBeNull();
    });

    test("can be about an orphaned account", async () => {
      const { db } = database.current;
      const id = randomUUID();
      await db
        .insertInto("accounts")
        .values({
          client_id: directory.clientId,
          id,
          resource_id: directory.resources.crm,
          name: "nobody",
          identity_oid: null,
        })
        .execute();
      const orphan = { kind: "orphanedAccount", identityOid: null, roleOid: null } as const;
      const opened = await open({ ...orphan, accountId: id });
      expect(opened).toMatchObject({ subject: "nobody", entitlementName: null, accountId: id });
      const again = outside({ ...orphan, accountId: id });
      expectError(await mapper.post(`${client}/cases`, again), "ECONFLICT");
    });

    test("changes only from the version that was seen, and each change is in the audit trail", async () => {
      const opened = await open();
      const ownerId = directory.users.owner;
      const changed = await change(opened, { state: "inProgress", ownerId, dueOn: "2026-04-01" });
      expect(changed.json()).toMatchObject({ state: "inProgress", owner: "owner", version: 2 });
      expectError(await change(opened, { state: "dismissed" }), "ECONFLICT");
      const commented = await mapper.post(`${client}/cases/${opened.id}/comments`, {
        text: "Asked.",
      });
      expect(commented.json().comments).toMatchObject([{ text: "Asked." }]);
      const empty = await mapper.post(`${client}/cases/${opened.id}/comments`, { text: " " });
      expectError(empty, "EINVALID");
      const rows = await database.current.db
        .selectFrom("audit")
        .select("call")
        .where("target", "=", opened.id)
        .orderBy("at")
        .execute();
      expect(rows.map(({ call }) => call).toSorted()).toEqual([
        "cases/addCaseComment",
        "cases/openCase",
        "cases/updateCase",
      ]);
    });

    test("of another client is not found, and needs the permission", async () => {
      const opened = await open();
      expectError(await mapper.get(`${client}/cases/${randomUUID()}`), "ENOTFOUND");
      expectError(await guest.get(`${client}/cases/${opened.id}`), "EFORBIDDEN");
    });
  });

  test("[IDN-8] the owners that can be chosen are the client's active users, found by name", async () => {
    const owners = async (query: string) =>
      (await mapper.get(`${client}/case-owners?${query}`))
        .json()
        ._embedded.owners.map(({ username }: CaseOwner) => username);
    expect(await owners("")).toEqual(["guest", "keeper", "mapper", "owner"]);
    expect(await owners("contains=MAP")).toEqual(["mapper"]);
    expect(await owners("size=1&page=1")).toEqual(["keeper"]);
  });

  describe("the list of cases", () => {
    test("is filtered by state and text, and sorted by due date, those without one last", async () => {
      const ann = people.get("ann") ?? "";
      const late = await open({ dueOn: "2026-05-01" });
      const never = await open({ roleOid: directory.roles[3] });
      const soon = await open({ identityOid: ann, dueOn: "2026-03-01" });
      const ids = async (query: string) => {
        const { _embedded, page } = (await mapper.get(`${client}/cases?${query}`)).json();
        expect(page.totalElements).toBe(_embedded.cases.length);
        return _embedded.cases.map(({ id }: CaseDetail) => id);
      };
      expect(await ids("")).toEqual([soon.id, late.id, never.id]);
      expect(await ids("sort=dueOn,desc")).toEqual([late.id, soon.id, never.id]);
      expect(await ids("contains=ann")).toEqual([soon.id]);
      await change(late, { state: "dismissed", dueOn: "2026-05-01" });
      expect(await ids("")).toEqual([soon.id, never.id]);
      expect(await ids("show=dismissed")).toEqual([late.id]);
      expect(await ids("show=all")).toHaveLength(3);

      const csv = (await mapper.get(`${client}/cases.csv?show=all`)).body.split("\r\n");
      expect(csv[0]).toContain("subject,finding,entitlement,resource,state,owner,dueOn");
      const dismissed = '"Family, BOB",outsidePolicy,Entitlement 1,CRM,dismissed,,2026-05-01';
      expect(csv.filter((line) => line.startsWith(dismissed))).toHaveLength(1);
      expect(csv.filter(Boolean)).toHaveLength(4);

      const bob = await mapper.get(`${client}/identities/${people.get("bob")}/cases`);
      expect(bob.json()._embedded.cases.map(({ id }: CaseDetail) => id)).toEqual([never.id]);
    });
  });
});
