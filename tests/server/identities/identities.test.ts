/** One person of the small directory: accounts, entitlements with their reasons, and peers. */
import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "#events/entities/directory.ts";
import type { IdentityEntitlement } from "#events/entities/identityAccess.ts";
import { countOutsideAccess } from "#server/identities/outsideAccess.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let mapper: Browser;
  let client: string;
  let people: ReadonlyMap<string | null, Identity>;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    const { identities } = (await mapper.get(`${client}/identities`)).json()._embedded;
    people = new Map(identities.map((one: Identity) => [one.username, one]));
    return () => api.app.close();
  });

  beforeEach(async () => {
    await database.current.db.deleteFrom("inducements").execute();
  });

  const pathOf = (username: string) => `${client}/identities/${people.get(username)?.oid}`;
  const accessOf = async (username: string, query = ""): Promise<IdentityEntitlement[]> => {
    const reply = await mapper.get(`${pathOf(username)}/entitlements?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.entitlements;
  };
  const induce = async (org: string, ...roles: number[]) => {
    const body = roles.map((role) => directory.roles[role - 1]);
    const reply = await mapper.post(`${client}/mp-orgs/${org}/induce`, body);
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const named = (rows: readonly IdentityEntitlement[]) => rows.map(({ name }) => name);

  describe("an identity", () => {
    test("[IDN-3] has its oid, its accounts by resource, its orgs and its peers", async () => {
      const { Engineer, Ops, Senior_Engineer } = directory.orgs;
      const ann = (await mapper.get(pathOf("ann"))).json();
      expect(ann).toMatchObject({
        oid: people.get("ann")?.oid,
        externalId: "P1",
        username: "ann",
        accountCount: 2,
        attributes: [],
        orgs: [
          { oid: Ops, name: "Ops", orgType: "departments" },
          { oid: Engineer, name: "Engineer", orgType: "job-titles" },
          { oid: Senior_Engineer, name: "Senior_Engineer", orgType: "job-titles" },
        ],
      });
      expect(ann.accounts.map(({ name, resourceName }: never) => [name, resourceName])).toEqual([
        ["ann", "CRM"],
        ["ann-2", "CRM"],
      ]);
      // Dan is the only member of Sales 100%.
      expect((await mapper.get(pathOf("dan"))).json()).toMatchObject({
        accounts: [],
        counts: { byPolicy: 0, outsidePolicy: 0, missing: 0 },
        peers: { oid: directory.orgs["Sales 100%"], name: "Sales 100%", members: 1 },
      });
    });

    test("has its manager's id with the person who has it, or whose username it is", async () => {
      const { db } = database.current;
      const manage = (manager: string) =>
        db.updateTable("identities").set({ manager }).where("username", "=", "bob").execute();
      const bob = async () => (await mapper.get(pathOf("bob"))).json();
      const ann = people.get("ann");
      await db
        .updateTable("identities")
        .set({ given_name: "Ann", family_name: "Lee" })
        .where("username", "=", "ann")
        .execute();
      for (const manager of [ann?.externalId ?? "", "ann"]) {
        await manage(manager);
        expect(await bob()).toMatchObject({
          manager,
          managedBy: { oid: ann?.oid, name: "Lee, Ann" },
        });
      }
      await manage("nobody");
      expect(await bob()).toMatchObject({ manager: "nobody", managedBy: null });
    });

    test("of another client and an unknown one are not found", async () => {
      for (const oid of [randomUUID(), directory.users.owner]) {
        expectError(await mapper.get(`${client}/identities/${oid}`), "ENOTFOUND");
        expectError(await mapper.get(`${client}/identities/${oid}/entitlements`), "ENOTFOUND");
      }
    });
  });

  describe("the entitlements of an identity", () => {
    test("are outside policy while no policy grants them, and missing where only a policy does", async () => {
      // Bob holds entitlement 1 on the CRM and 4 on the ERP.
      const [one, two, three, four] = [1, 2, 3, 4].map((no) => `Entitlement ${no}`);
      const before = await accessOf("bob");
      expect(before.map(({ name, paths }) => [name, paths])).toEqual([
        [one, []],
        [four, []],
      ]);
      expect(named(await accessOf("bob", "show=outside"))).toEqual([one, four]);
      expect(await accessOf("bob", "show=missing")).toEqual([]);

      await induce(directory.orgs.Engineer, 1, 2, 3);
      expect(named(await accessOf("bob", "show=policy"))).toEqual([one]);
      expect(named(await accessOf("bob", "show=missing"))).toEqual([two, three]);
      expect(named(await accessOf("bob", "show=outside"))).toEqual([four]);
      expect(named(await accessOf("bob"))).toEqual([one, two, three, four]);
      expect((await mapper.get(pathOf("bob"))).json().counts).toEqual({
        byPolicy: 1,
        outsidePolicy: 1,
        missing: 2,
      });
    });

    test("name each policy that grants them, from its org down to the person's own", async () => {
      const { Engineer, Ops } = directory.orgs;
      await induce(Engineer, 1);
      await induce(Ops, 1);
      const [first] = await accessOf("ann", "contains=entitlement 1");
      expect(first).toMatchObject({
        name: "Entitlement 1",
        resourceName: "CRM",
        accounts: ["ann", "ann-2"],
        paths: [
          { oid: Engineer, names: ["Engineer"] },
          { oid: Engineer, names: ["Engineer", "Senior_Engineer"] },
          { oid: Ops, names: ["Ops"] },
        ],
      });
    });

    test("are counted among the members of the person's own job title", async () => {
      // Bob and Ann are the members of Senior_Engineer, and both hold entitlement 1.
      const [first] = await accessOf("bob", "contains=entitlement 1");
      expect(first?.peerHolders).toBe(2);
      const { peers } = (await mapper.get(pathOf("bob"))).json();
      expect(peers).toMatchObject({ oid: directory.orgs.Senior_Engineer, members: 2 });
      // Only Bob has the account on the ERP.
      const [fourth] = await accessOf("bob", "contains=entitlement 4");
      expect(fourth?.peerHolders).toBe(1);
    });

    test("are all in a CSV file", async () => {
      await induce(directory.orgs.Engineer, 1);
      const text = (await mapper.get(`${pathOf("bob")}/entitlements.csv?show=policy`)).body;
      const rows = parse(text, { bom: true, columns: true });
      expect(rows).toEqual([
        {
          entitlement: "Entitlement 1",
          resource: "CRM",
          accounts: "bob",
          accountStatus: "",
          grantedBy: "Engineer > Senior_Engineer",
          peersWithIt: "2",
          peers: "2",
        },
      ]);
      const unknown = `${client}/identities/${randomUUID()}/entitlements.csv`;
      expectError(await mapper.get(unknown), "ENOTFOUND");
    });

    test("are ordered by the share of peers, and filtered to those that no peer holds", async () => {
      const [one, four] = ["Entitlement 1", "Entitlement 4"];
      // Ann shares entitlement 1 with Bob, and Bob alone holds entitlement 4.
      expect(named(await accessOf("bob", "sort=peers"))).toEqual([four, one]);
      expect(named(await accessOf("bob", "sort=peers,desc"))).toEqual([one, four]);
      expect(named(await accessOf("bob", "show=onlyHere"))).toEqual([four]);
      const text = (await mapper.get(`${pathOf("bob")}/entitlements.csv?show=onlyHere`)).body;
      const rows: unknown[] = parse(text, { bom: true, columns: true });
      expect(rows).toMatchObject([{ entitlement: four, peersWithIt: "1", peers: "2" }]);
    });

    test("are compared with nobody if the person is in no org", async () => {
      const { db } = database.current;
      const memberships = db
        .deleteFrom("identity_orgs")
        .where("client_id", "=", directory.clientId);
      const removed = await memberships.returningAll().execute();
      expect(await accessOf("bob", "show=onlyHere")).toEqual([]);
      expect(named(await accessOf("bob", "sort=peers"))).toEqual([
        "Entitlement 1",
        "Entitlement 4",
      ]);
      const text = (await mapper.get(`${pathOf("bob")}/entitlements.csv`)).body;
      const rows: unknown[] = parse(text, { bom: true, columns: true });
      expect(rows[0]).toMatchObject({ peersWithIt: "", peers: "" });
      await db.insertInto("identity_orgs").values(removed).execute();
    });
  });

  test("iam_identities_read alone allows users to read people, their access and its holders, and to change nothing", async () => {
    const { db } = database.current;
    const changeGuest = (permissions: readonly string[]) =>
      db
        .updateTable("roles")
        .set({ permissions: [...permissions] })
        .where("name", "=", "Guest")
        .execute();
    const guest = await api.signIn("guest");
    const report = pathOf("bob");
    const reads = [
      `${client}/identities?contains=bob`,
      `${client}/identities.csv`,
      report,
      ...["entitlements", "entitlements.csv", "changes", "pending", "failed-changes"].map(
        (part) => `${report}/${part}`,
      ),
      ...["", "/count", ".csv"].map(
        (part) => `${client}/entitlements/${directory.roles[0]}/holders${part}`,
      ),
    ];
    for (const path of reads) expect((await guest.get(path)).statusCode, path).toBe(403);
    await changeGuest(["iam_identities_read"]);
    for (const path of reads) expect((await guest.get(path)).statusCode, path).toBe(200);
    const names = await guest.get(`${client}/names?text=bob`);
    expect(names.json().names).toMatchObject([{ kind: "identity", id: people.get("bob")?.oid }]);
    const { resources } = (await guest.get(`${client}/resources`)).json()._embedded;
    expect(resources).toHaveLength(2);
    for (const path of [`${client}/mp-orgs`, `${client}/cases`, `${client}/users`]) {
      expect((await guest.get(path)).statusCode, path).toBe(403);
    }
    expectError(await guest.post(`${report}/end`, { version: 0 }), "EFORBIDDEN");
    await changeGuest([]);
  });

  describe("the list of identities", () => {
    const found = async (query: string) => {
      const reply = await mapper.get(`${client}/identities?${query}&sort=username,asc`);
      expect(reply.statusCode, reply.body).toBe(200);
      const { _embedded, page } = reply.json();
      return {
        names: _embedded.identities.map(({ username }: Identity) => username),
        total: page.totalElements,
      };
    };

    test("[IDN-4] shows people with or without accounts, and those of one resource", async () => {
      expect(await found("")).toEqual({ names: ["ann", "bob", "cyd", "dan"], total: 4 });
      const without = await found("show=withoutAccounts");
      expect(without.names).toContain("dan");
      const holders = await found("show=withAccounts");
      expect(new Set([...holders.names, ...without.names])).toEqual(
        new Set(["ann", "bob", "cyd", "dan"]),
      );
      expect(holders.names.length + without.names.length).toBe(4);
      expect(await found(`resourceId=${directory.resources.erp}`)).toEqual({
        names: ["bob"],
        total: 1,
      });
    });

    test("[IDN-4] shows people with an account whose user cannot sign in, and which account it is", async () => {
      const { db } = database.current;
      const setActive = (name: string, active: boolean | null) =>
        db.updateTable("accounts").set({ active }).where("name", "=", name).execute();
      expect(await found("show=disabledAccounts")).toEqual({ names: [], total: 0 });
      await setActive("ann", true);
      await setActive("ann-2", false);
      await setActive("bob", true);
      expect(await found("show=disabledAccounts")).toEqual({ names: ["ann"], total: 1 });
      const ann = (await mapper.get(pathOf("ann"))).json();
      expect(ann.accounts.map(({ name, active }: never) => [name, active])).toEqual([
        ["ann", true],
        ["ann-2", false],
      ]);
      const [first] = await accessOf("ann", "contains=entitlement 1");
      expect(first).toMatchObject({ accounts: ["ann", "ann-2"], accountsActive: [true, false] });
      const text = (await mapper.get(`${pathOf("ann")}/entitlements.csv?contains=entitlement 1`))
        .body;
      expect(parse(text, { bom: true, columns: true })).toMatchObject([
        { accounts: "ann; ann-2", accountStatus: "active; disabled" },
      ]);
      await db.updateTable("accounts").set({ active: null }).execute();
      expect(await found("show=disabledAccounts")).toEqual({ names: [], total: 0 });
    });

    test("[IDN-4] shows people with access outside policy, counted again after each change", async () => {
      const { db } = database.current;
      let minutes = 0;
      const count = async (isEnding = false) => {
        const now = new Date(Date.UTC(2026, 2, 2) + (minutes += 10) * 60_000);
        await countOutsideAccess(db, { now: () => now, isEnding: () => isEnding });
      };
      const countedAt = async () => {
        const row = await db
          .selectFrom("outside_counts")
          .select("counted_at")
          .where("client_id", "=", directory.clientId)
          .executeTakeFirst();
        return row?.counted_at ?? null;
      };
      await count(true);
      expect(await countedAt()).toBeNull();
      await count();
      expect(await found("show=outsidePolicy")).toEqual({ names: ["ann", "bob"], total: 2 });
      const first = await countedAt();
      await count();
      expect(await countedAt()).toEqual(first);

      await induce(directory.orgs.Senior_Engineer, 1, 2, 3);
      expect(await found("show=outsidePolicy")).toEqual({ names: ["ann", "bob"], total: 2 });
      await count();
      expect(await countedAt()).not.toEqual(first);
      const listed = await found("show=outsidePolicy");
      for (const username of ["ann", "bob"]) {
        const outside = await accessOf(username, "show=outside");
        expect(listed.names.includes(username)).toBe(outside.length > 0);
      }
      expect(listed.total).toBe(listed.names.length);
      const text = (await mapper.get(`${client}/identities.csv?show=outsidePolicy`)).body;
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ username }) => username)).toEqual(listed.names);
    });

    test("[IDN-4] access outside policy is counted by one server at a time, and found by an index", async () => {
      const { db } = database.current;
      const now = new Date(Date.UTC(2026, 3, 2));
      const claimed = { state: "", claimed_until: new Date(now.getTime() + 60_000) };
      await db.updateTable("outside_counts").set(claimed).execute();
      await db.updateTable("identities").set({ outside_count: 0 }).execute();
      const count = (at: Date) => countOutsideAccess(db, { now: () => at, isEnding: () => false });
      await count(now);
      expect(await found("show=outsidePolicy")).toEqual({ names: [], total: 0 });
      await count(new Date(now.getTime() + 60_000));
      expect((await found("show=outsidePolicy")).total).toBe(2);
      const plan = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const { rows } = await sql<{ "QUERY PLAN": string }>`
          explain select count(*) from identities i
          where i.client_id = ${sql.lit(directory.clientId)} and i.outside_count > 0`.execute(tx);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
      expect(plan).toContain("identities_outside");
    });

    test("[IDN-1] shows the members of an org and of all orgs below it", async () => {
      const { Engineer, Senior_Engineer } = directory.orgs;
      expect(await found(`orgOid=${Engineer}`)).toEqual({ names: ["ann", "bob", "cyd"], total: 3 });
      expect(await found(`orgOid=${Senior_Engineer}&contains=bo`)).toEqual({
        names: ["bob"],
        total: 1,
      });
      const unknown = await mapper.get(`${client}/identities?orgOid=${randomUUID()}`);
      expectError(unknown, "ENOTFOUND");
      const text = (await mapper.get(`${client}/identities.csv?orgOid=${Senior_Engineer}`)).body;
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ username }) => username)).toEqual(["ann", "bob"]);
    });

    test("is exported as a CSV file with the same filters", async () => {
      const text = (await mapper.get(`${client}/identities.csv?contains=BO`)).body;
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
      expect(rows.map(({ id, username }) => [id, username])).toEqual([["P2", "bob"]]);
    });
  });
});
