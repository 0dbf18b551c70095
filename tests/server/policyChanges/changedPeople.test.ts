/** Who gained and lost access by changes in the history, as of the moment when they were made. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AffectedPerson } from "#events/entities/policyChange.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { recordPeople } from "#server/policyChanges/changedPeople.ts";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import type { OrgName } from "../support/directory.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { preview, apply } = setup;

  const orgPath = (org: OrgName) => `${setup.base}/mp-orgs/${setup.directory.orgs[org]}`;
  const induce = async (org: OrgName, change: object) => {
    const response = await setup.mapper.post(`${orgPath(org)}/induce`, change);
    expect(response.statusCode, response.body).toBe(200);
    return newest();
  };
  /** The id of the newest change. Changes are a minute apart, so that there is one newest. */
  const newest = async (): Promise<string> => {
    setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 60_000);
    const { _embedded } = (await setup.mapper.get(`${setup.base}/policy-changes`)).json();
    return _embedded.changes[0].id;
  };
  const countOf = async (id: string, browser: Browser = setup.mapper) =>
    (await browser.get(`${setup.base}/policy-changes/${id}/people-count`)).json().people;
  const listOf = async (id: string, query = "") => {
    const path = `${setup.base}/policy-changes/${id}/people?size=20${query}`;
    const response = await setup.mapper.get(path);
    expect(response.statusCode, response.body).toBe(200);
    return response
      .json()
      ._embedded.people.map(
        ({ username, gained, lost }: AffectedPerson) =>
          `${username} +${gained.join("+")} -${lost.join("-")}`,
      )
      .toSorted();
  };

  describe("the people of a change", () => {
    test("are those of its time, whatever changes later", async () => {
      const [e1, e2] = setup.directory.roles;
      const first = await induce("Engineer", [e1]);
      // Ann, Bob and Cyd have Entitlement 1 already, so that only Dan gains it.
      const second = await induce("Job Titles", [e1]);
      const third = await induce("Engineer", { add: [e2], remove: [e1] });
      await induce("Job Titles", { add: [], remove: [e1] });
      const ops = database.current.db
        .deleteFrom("identity_orgs")
        .where("org_oid", "=", setup.directory.orgs.Senior_Engineer);
      const members = await ops.returningAll().execute();

      expect(await countOf(first)).toEqual({ gaining: 3, losing: 0 });
      expect(await listOf(first)).toEqual(
        ["ann", "bob", "cyd"].map((name) => `${name} +Entitlement 1 -`),
      );
      expect(await listOf(second)).toEqual(["dan +Entitlement 1 -"]);
      // The policy above granted Entitlement 1 at that time, so that nobody lost it.
      expect(await countOf(third)).toEqual({ gaining: 3, losing: 0 });
      expect(await listOf(third, "&contains=bob")).toEqual(["bob +Entitlement 2 -"]);
      expect(await listOf(third, "&show=losing")).toEqual([]);
      await database.current.db.insertInto("identity_orgs").values(members).execute();
    });

    test("lose what a removed grant gave them, and are listed in a file", async () => {
      const [e1, e2] = setup.directory.roles;
      await induce("Sales 100%", [e1, e2]);
      const path = `${orgPath("Sales 100%")}/inducements`;
      const { _embedded } = (await setup.mapper.get(path)).json();
      const grant = _embedded.inducements.find(
        ({ roleOid }: { roleOid: string }) => roleOid === e1,
      );
      expect((await setup.mapper.send("DELETE", `${path}/${grant.id}`)).statusCode).toBe(200);
      const change = await newest();
      expect(await countOf(change)).toEqual({ gaining: 0, losing: 1 });
      const file = await setup.mapper.get(`${setup.base}/policy-changes/${change}/people.csv`);
      const [header, line, ...rest] = file.body.replace("\uFEFF", "").trim().split("\r\n");
      expect(header).toBe("id,username,givenName,familyName,jobTitle,department,gains,loses");
      expect(line).toMatch(/,dan,.*,,Entitlement 1 \(CRM\)$/);
      expect(rest).toEqual([]);
    });

    test("of a bulk change are those of its preview", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      await induce("Engineer", [e1, e3]);
      const { orgs } = setup.directory;
      const request = {
        orgs: { all: false, oids: [orgs.Engineer, orgs["Sales 100%"]] },
        operation: "equal",
        roles: { all: false, oids: [e1, e2] },
      };
      const previewed = await preview(request);
      const { id } = (await apply(request, previewed.fingerprint)).json();
      // Engineers had Entitlement 1 before, and Dan had nothing.
      expect(await listOf(id)).toEqual([
        ...["ann", "bob", "cyd"].map((name) => `${name} +Entitlement 2 -Entitlement 3`),
        "dan +Entitlement 1+Entitlement 2 -",
      ]);
      const { gaining, losing } = previewed.people;
      expect(await countOf(id)).toEqual({ gaining, losing });
      expect({ gaining, losing }).toEqual({ gaining: 4, losing: 3 });
    });

    test("of an undo are listed before it is done, and recorded when it is", async () => {
      const [e1, e2] = setup.directory.roles;
      const change = await induce("Engineer", [e1, e2]);
      // Entitlement 2 stays by the policy above.
      await induce("Job Titles", [e2]);
      const expected = ["ann", "bob", "cyd"].map((name) => `${name} + -Entitlement 1`);
      expect(await listOf(change, "&of=undo")).toEqual(expected);
      const undone = await setup.mapper.post(`${setup.base}/policy-changes/${change}/undo`);
      expect(undone.statusCode, undone.body).toBe(200);
      expect(await listOf(undone.json().id)).toEqual(expected);
      expectError(
        await setup.mapper.get(`${setup.base}/policy-changes/${change}/people?of=undo`),
        "ECONFLICT",
      );
      expect(await countOf(change)).toEqual({ gaining: 3, losing: 0 });
    });

    test("are not recorded for a change that is too large, which the answer says", async () => {
      const [e1] = setup.directory.roles;
      const change = await induce("Engineer", [e1]);
      const { db } = database.current;
      const table = db.updateTable("policy_changes").where("id", "=", change);
      const forget = (added: number) =>
        table.set({ added_count: added, gaining: null, losing: null }).execute();
      await db.deleteFrom("policy_change_effects").where("change_id", "=", change).execute();
      await db.deleteFrom("policy_change_kinds").where("change_id", "=", change).execute();
      const record = () =>
        inTransaction(db, (tx) => {
          const { app, clock } = setup.api;
          const client = { id: setup.directory.clientId };
          return recordPeople(tx, { app, client, at: clock.now }, change);
        });
      await forget(100_001);
      await record();
      expect(await countOf(change)).toBeNull();
      expect(await listOf(change)).toEqual([]);
      await forget(100_000);
      await record();
      expect(await countOf(change)).toEqual({ gaining: 3, losing: 0 });
    });

    test("of a deleted access role are those who lose its entitlements, by policies and by assignments", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const owner = await setup.api.signIn("owner");
      const created = await owner.post(`${setup.base}/roles`, {
        name: "Bundle",
        description: "",
        resourceOid: null,
        entitlementOids: [e1, e2],
        ownerOids: [],
      });
      const { oid, version } = created.json();
      const grant = async (subject: string, kind: "org" | "person") => {
        const body = { kind, validFrom: null, validUntil: null, expected: null };
        const path = `${setup.base}/roles/${oid}/grants/${subject}`;
        expect((await setup.mapper.send("PUT", path, { body })).statusCode).toBe(200);
      };
      const { oid: dan } = await database.current.db
        .selectFrom("identities")
        .select("oid")
        .where("username", "=", "dan")
        .executeTakeFirstOrThrow();
      await grant(setup.directory.orgs.Engineer, "org");
      await grant(dan, "person");
      // Bob and Ann keep Entitlement 1 by another policy.
      await induce("Senior_Engineer", [e1, e3]);
      const deleted = await owner.send("DELETE", `${setup.base}/roles/${oid}?version=${version}`);
      expect(deleted.statusCode, deleted.body).toBe(200);
      const change = await newest();
      expect(await countOf(change)).toEqual({ gaining: 0, losing: 4 });
      expect(await listOf(change)).toEqual([
        "ann + -Entitlement 2",
        "bob + -Entitlement 2",
        "cyd + -Entitlement 1-Entitlement 2",
        "dan + -Entitlement 1-Entitlement 2",
      ]);
    });

    test("of a deleted access role are none if it was archived", async () => {
      const owner = await setup.api.signIn("owner");
      const created = await owner.post(`${setup.base}/roles`, {
        name: "Old bundle",
        description: "",
        resourceOid: null,
        entitlementOids: [setup.directory.roles[0]],
        ownerOids: [],
      });
      const { oid, version } = created.json();
      const body = { kind: "org", validFrom: null, validUntil: null, expected: null };
      const grants = `${setup.base}/roles/${oid}/grants/${setup.directory.orgs.Engineer}`;
      expect((await setup.mapper.send("PUT", grants, { body })).statusCode).toBe(200);
      expect(await countOf(await newest())).toEqual({ gaining: 3, losing: 0 });
      const archived = await owner.send("PUT", `${setup.base}/roles/${oid}/status`, {
        body: { status: "archived", version },
      });
      const path = `${setup.base}/roles/${oid}?version=${archived.json().version}`;
      expect((await owner.send("DELETE", path)).statusCode).toBe(200);
      expect(await countOf(await newest())).toEqual({ gaining: 0, losing: 0 });
    });

    test("of a deleted group are those who lose its policy, and its undo gives it back to them", async () => {
      const [e1, e2] = setup.directory.roles;
      const owner = await setup.api.signIn("owner");
      const org = { orgType: "job-titles", displayName: "Makers" };
      const engineers = { oid: setup.directory.orgs.Engineer, version: 1 };
      const made = await owner.send("PUT", "/api/mp-orgs/group", {
        body: { org, ids: [engineers], toDelete: [] },
      });
      expect(made.statusCode, made.body).toBe(200);
      const group = made.json().change.group.oid;
      const induced = await setup.mapper.post(`${setup.base}/mp-orgs/${group}/induce`, [e1, e2]);
      expect(induced.statusCode, induced.body).toBe(200);
      await induce("Senior_Engineer", [e2]);
      const root = setup.directory.orgs["Job Titles"];
      const removed = await owner.send("DELETE", "/api/mp-orgs/group", {
        body: { org: { oid: root }, oidToDelete: group, version: 1 },
      });
      expect(removed.statusCode, removed.body).toBe(200);
      const deletion = await newest();
      expect(await countOf(deletion)).toEqual({ gaining: 0, losing: 3 });
      expect(await listOf(deletion)).toEqual([
        "ann + -Entitlement 1",
        "bob + -Entitlement 1",
        "cyd + -Entitlement 1-Entitlement 2",
      ]);
      const { id } = removed.json().change;
      const undo = () => owner.send("POST", `${setup.base}/mp-orgs/group-changes/${id}/undo`);
      expect((await undo()).statusCode).toBe(200);
      expect(await listOf(await newest())).toEqual([
        "ann +Entitlement 1 -",
        "bob +Entitlement 1 -",
        "cyd +Entitlement 1+Entitlement 2 -",
      ]);
      const again = await owner.send("DELETE", "/api/mp-orgs/group", {
        body: { org: { oid: root }, oidToDelete: group, version: 2 },
      });
      expect(again.statusCode, again.body).toBe(200);
    });

    test("name an entitlement that has left the directory by its oid", async () => {
      const [, , , e4] = setup.directory.roles;
      const change = await induce("Sales 100%", [e4]);
      const { db } = database.current;
      const row = await db
        .deleteFrom("entitlements")
        .where("role_oid", "=", e4)
        .returningAll()
        .executeTakeFirstOrThrow();
      expect(await listOf(change)).toEqual([`dan +${e4} -`]);
      await db.insertInto("entitlements").values(row).execute();
    });

    test("[PERM-30] are visible only to users who manage the resource of the change", async () => {
      const [e1] = setup.directory.roles;
      const keeper = await setup.api.signIn("keeper");
      const ofAll = await induce("Engineer", [e1]);
      for (const path of ["people-count", "people", "people.csv", "people?of=undo"]) {
        const url = `${setup.base}/policy-changes/${ofAll}/${path}`;
        expectError(await keeper.get(url), "ENOTFOUND");
      }
      const { crm } = setup.directory.resources;
      const own = `${orgPath("Engineer")}/induce?resourceId=${crm}`;
      const change = { add: [], remove: [e1] };
      expect((await keeper.post(own, change)).statusCode).toBe(200);
      expect(await countOf(await newest(), keeper)).toEqual({ gaining: 0, losing: 3 });
    });
  });

  describe("the preview of a change of one policy", () => {
    const previewed = async (browser: Browser, change: object) => {
      const response = await browser.post(`${orgPath("Engineer")}/induce/preview`, change);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    };
    const peopleOf = (browser: Browser, previewId: string) =>
      browser.get(`${setup.base}/policy-previews/${previewId}/people`);

    test("lists the people whom it counts, until the policy changes", async () => {
      const [e1, e2] = setup.directory.roles;
      await induce("Senior_Engineer", [e1]);
      const { previewId, people } = await previewed(setup.mapper, [e1, e2.toUpperCase()]);
      const listed = (await peopleOf(setup.mapper, previewId)).json();
      expect(listed._embedded.people).toMatchObject([
        { username: "bob", gained: ["Entitlement 2"], lost: [] },
        { username: "ann", gained: ["Entitlement 2"], lost: [] },
        { username: "cyd", gained: ["Entitlement 1", "Entitlement 2"], lost: [] },
      ]);
      expect(people).toMatchObject({ gaining: 3, losing: 0 });
      await induce("Engineer", [e1]);
      expectError(await peopleOf(setup.mapper, previewId), "ECONFLICT");
    });

    test("[PERM-30] shows a user who manages one resource only what they may see of it", async () => {
      const [e1, , , e4] = setup.directory.roles;
      const keeper = await setup.api.signIn("keeper");
      const own = await previewed(keeper, [e1, e4]);
      const listed = (await peopleOf(keeper, own.previewId)).json();
      expect(listed._embedded.people.map(({ gained }: AffectedPerson) => gained)).toEqual(
        Array(3).fill(["Entitlement 1"]),
      );
      const ofAll = await previewed(setup.mapper, [e1, e4]);
      const refused = await peopleOf(keeper, ofAll.previewId);
      expect(refused.statusCode, refused.body).toBe(409);
      expectError(refused, "ECONFLICT");
      expectError(await peopleOf(keeper, randomUUID()), "ENOTFOUND");
    });
  });
});
