/** Who has an access role, why and until when, and who gains or loses by its changes. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { AccessRole, ExpiringGrant, RoleEffect } from "#events/entities/accessRole.ts";
import type { Org } from "#events/entities/org.ts";
import type { AffectedPerson } from "#events/entities/policyChange.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useAccessRoles } from "./accessRoleCalls.ts";

oneDatabase((database) => {
  const setup = useAccessRoles(database);
  const {
    create,
    roleUrl,
    save,
    read,
    induce,
    personOid,
    auditOf,
    person,
    grant,
    holders,
    named,
    inDays,
  } = setup;

  describe("the people of a role", () => {
    test("hold it through their orgs and those above, directly, and in fact", async () => {
      // Ann and Bob hold entitlement 1; Ann, Bob and Cyd are below Engineer.
      const role = await create("Reader", [1]);
      await induce(setup.directory.orgs.Engineer, role);
      await database.current.db
        .insertInto("access_role_assignments")
        .values({
          client_id: setup.directory.clientId,
          id: randomUUID(),
          access_role_oid: role.oid,
          identity_oid: await personOid("dan"),
          created_at: new Date(),
          created_by: "test",
        })
        .execute();
      const { people, orgCount, assignedCount } = await read(role);
      expect({ people, orgCount, assignedCount }).toMatchObject({
        people: { direct: 1, inherited: 3, granted: 4 },
        orgCount: 1,
        assignedCount: 1,
      });
      const holders = await database.current.db
        .selectFrom("accounts as a")
        .innerJoin("entitlements as e", "e.resource_id", "a.resource_id")
        .select("a.identity_oid")
        .distinct()
        .where("e.role_oid", "=", setup.directory.roles[0])
        .where("a.identity_oid", "is not", null)
        .whereRef("e.no", "=", (eb) => eb.fn.any("a.entitlement_nos"))
        .execute();
      expect(people.inFact).toBe(holders.length);
    });
  });

  describe("the effect of a change", () => {
    const effectOf = async (role: AccessRole, ...entitlements: number[]): Promise<RoleEffect> => {
      const reply = await setup.owner.post(`${roleUrl(role)}/preview`, {
        entitlementOids: entitlements.map((no) => setup.directory.roles[no - 1]),
      });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json();
    };

    test("names the orgs that induce the role, and who would lose what by its deletion", async () => {
      const role = await create("Bundle", [1, 4]);
      const other = await create("Other", [1]);
      await induce(setup.directory.orgs.Engineer, role);
      const before = await effectOf(role);
      expect(before).toMatchObject({
        orgs: [{ displayName: "Engineer", orgType: "job-titles" }],
        orgCount: 1,
        people: { gaining: 0, losing: 3 },
        affectedEntitlements: 2,
      });
      // Another role keeps entitlement 1 for the same people.
      await induce(setup.directory.orgs.Engineer, other);
      const after = await effectOf(role);
      expect(after.entitlements.map(({ name, losing }) => [name, losing])).toEqual([
        ["Entitlement 4", 3],
      ]);
    });

    test("lists every person with what they gain and lose, until the role changes", async () => {
      const role = await create("Bundle", [1, 4]);
      await induce(setup.directory.orgs.Engineer, role);
      await grant(role, await personOid("dan"), "person");
      const { previewId, people } = await effectOf(role, 1, 2);
      expect(people).toEqual({ gaining: 4, losing: 4 });
      const path = `${setup.client}/policy-previews/${previewId}/people`;
      const listed = await setup.mapper.get(`${path}?sort=username,asc`);
      expect(listed.statusCode, listed.body).toBe(200);
      const change = { gained: ["Entitlement 2"], lost: ["Entitlement 4"] };
      expect(listed.json()._embedded.people).toMatchObject(
        ["ann", "bob", "cyd", "dan"].map((username) => ({ username, ...change })),
      );
      const found = (await setup.mapper.get(`${path}?contains=dan&show=losing`)).json();
      expect(found._embedded.people).toMatchObject([{ username: "dan" }]);
      const file = (await setup.mapper.get(`${path}.csv`)).body.trim().split("\r\n");
      expect(file).toHaveLength(1 + 4);
      expect(file.find((line) => line.includes(",dan,"))).toMatch(
        /,Entitlement 2 \(CRM\),Entitlement 4 \(E R_P\)$/,
      );
      // The change has no lines, because no policy changes.
      const lines = await setup.mapper.get(path.replace(/people$/, "lines"));
      expect(lines.json()).toMatchObject({ _embedded: { lines: [] } });
      const keeper = await setup.signIn("keeper");
      expectError(await keeper.get(path), "ENOTFOUND");

      const saved = await save(role, { entitlementOids: [setup.directory.roles[0]] });
      expect(saved.statusCode, saved.body).toBe(200);
      expectError(await setup.mapper.get(path), "ECONFLICT");
    });

    test("of archiving, restoring and deleting lists the people of each", async () => {
      const role = await create("Bundle", [1]);
      await induce(setup.directory.orgs.Senior_Engineer, role);
      await grant(role, await personOid("dan"), "person");
      const changesOf = async ({ previewId }: RoleEffect) => {
        const path = `${setup.client}/policy-previews/${previewId}/people?sort=username,asc`;
        const { people } = (await setup.mapper.get(path)).json()._embedded;
        return people.map(({ username, gained, lost }: AffectedPerson) => [username, gained, lost]);
      };
      const losing = ["ann", "bob", "dan"].map((name) => [name, [], ["Entitlement 1"]]);
      expect(await changesOf(await effectOf(role))).toEqual(losing);
      const archived = await setup.owner.send("PUT", `${roleUrl(role)}/status`, {
        body: { status: "archived", version: role.version },
      });
      expect(archived.statusCode, archived.body).toBe(200);
      const restoring = await effectOf(role, 1);
      expect(await changesOf(restoring)).toEqual(
        ["ann", "bob", "dan"].map((name) => [name, ["Entitlement 1"], []]),
      );
      // Nobody has an archived role, and a deleted one has no effect to list.
      expect((await effectOf(role)).people).toEqual({ gaining: 0, losing: 0 });
      const { version } = archived.json();
      expect(
        (await setup.owner.send("DELETE", `${roleUrl(role)}?version=${version}`)).statusCode,
      ).toBe(200);
      const path = `${setup.client}/policy-previews/${restoring.previewId}/people`;
      expectError(await setup.mapper.get(path), "ECONFLICT");
    });

    test("of restoring a version lists the people, and nobody for an archived role", async () => {
      const role = await create("Bundle", [1, 4]);
      await induce(setup.directory.orgs.Senior_Engineer, role);
      const [, e2] = setup.directory.roles;
      const saved = await save(role, { entitlementOids: [e2] });
      const restoring = (restored: number) =>
        setup.owner.post(`${roleUrl(role)}/restore/preview`, { restored });
      const effect: RoleEffect = (await restoring(1)).json();
      expect(effect.people).toEqual({ gaining: 2, losing: 2 });
      const path = `${setup.client}/policy-previews/${effect.previewId}/people`;
      const { people } = (await setup.mapper.get(path)).json()._embedded;
      expect(people.map(({ gained, lost }: AffectedPerson) => [gained, lost])).toEqual(
        Array(2).fill([["Entitlement 1", "Entitlement 4"], ["Entitlement 2"]]),
      );
      expectError(await restoring(3), "ENOTFOUND");
      const archived = await setup.owner.send("PUT", `${roleUrl(role)}/status`, {
        body: { status: "archived", version: saved.json().version },
      });
      expect(archived.statusCode, archived.body).toBe(200);
      expect((await restoring(1)).json().people).toEqual({ gaining: 0, losing: 0 });
    });

    test("of added entitlements is that people gain them", async () => {
      const role = await create("Bundle", [1]);
      await induce(setup.directory.orgs.Senior_Engineer, role);
      expect(await effectOf(role, 1, 2)).toMatchObject({
        people: { gaining: 2, losing: 0 },
        entitlements: [{ name: "Entitlement 2", gaining: 2, losing: 0 }],
      });
    });
  });

  describe("assignments and inducements", () => {
    test("have a period in which the role is theirs", async () => {
      const role = await create("Bundle", [1]);
      const [ann, dan] = [await personOid("ann"), await personOid("dan")];
      expect((await grant(role, ann, "person", null, inDays(3))).json()).toEqual({
        kind: "person",
        oid: ann,
        name: "ANN",
      });
      const later = { validFrom: inDays(3), validUntil: null };
      expect((await grant(role, dan, "person", later.validFrom, null)).statusCode).toBe(200);
      expect(named(await holders(role))).toEqual(["ann"]);
      expect(named(await holders(role, "show=direct"))).toEqual(["ann", "dan"]);
      expect((await read(role)).people).toMatchObject({ direct: 1, granted: 1 });
      // The period is replaced, not added.
      expect((await grant(role, dan, "person", null, null, later)).statusCode).toBe(200);
      expect(named(await holders(role))).toEqual(["ann", "dan"]);
      const backwards = await grant(role, dan, "person", inDays(3), inDays(2));
      expect(expectError(backwards, "EINVALID").fields?.[0]?.path).toBe("/body/validUntil");
      const audit = await auditOf(role);
      expect(audit.at(-1)).toMatchObject({
        call: "accessRoles/grantRole",
        actor: "mapper",
        before: { person: dan },
        after: { person: dan, validFrom: null, validUntil: null },
      });
    });

    test("of an org reach its members and those below, and appear in its history", async () => {
      const role = await create("Bundle", [1]);
      const { Engineer } = setup.directory.orgs;
      expect((await grant(role, Engineer, "org", null, inDays(10))).json().name).toBe("Engineer");
      expect(named(await holders(role, "show=inherited"))).toEqual(["ann", "bob", "cyd"]);
      const { orgs } = (await setup.mapper.get(`${roleUrl(role)}/orgs`)).json()._embedded;
      expect(orgs).toMatchObject([{ oid: Engineer, displayName: "Engineer", validFrom: null }]);
      const history = await setup.mapper.get(`${setup.client}/policy-changes?orgOid=${Engineer}`);
      expect(history.json()._embedded.changes).toMatchObject([{ kind: "apply", added: 1 }]);
      const gone = await setup.mapper.send("DELETE", `${person(role, Engineer)}?kind=org`);
      expect(gone.json()).toEqual({ kind: "org", oid: Engineer, name: "Engineer" });
      expect(await holders(role)).toEqual([]);
      expectError(
        await setup.mapper.send("DELETE", `${person(role, Engineer)}?kind=org`),
        "ENOTFOUND",
      );
    });

    test("are refused for an archived role, and for people and orgs that do not exist", async () => {
      const role = await create("Bundle", [1]);
      expectError(await grant(role, randomUUID(), "person"), "ENOTFOUND");
      expectError(await grant(role, setup.directory.foreign.orgOid, "org"), "ENOTFOUND");
      const body = { status: "archived", version: 1 };
      await setup.owner.send("PUT", `${roleUrl(role)}/status`, { body });
      expectError(await grant(role, await personOid("ann"), "person"), "ECONFLICT");
    });

    test("that end soon are listed, soonest first", async () => {
      const role = await create("Bundle", [1]);
      await grant(role, await personOid("ann"), "person", null, inDays(20));
      await grant(role, setup.directory.orgs.Ops, "org", null, inDays(5));
      await grant(role, await personOid("bob"), "person", null, inDays(60));
      await grant(role, await personOid("cyd"), "person", inDays(1), inDays(2));
      const soon = async (query = "") =>
        (await setup.mapper.get(`${setup.client}/access-roles/expiring?${query}`))
          .json()
          ._embedded.grants.map((one: ExpiringGrant) => [
            one.kind,
            one.subject.name,
            one.role.name,
          ]);
      expect(await soon()).toEqual([
        ["org", "Ops", "Bundle"],
        ["person", "ANN", "Bundle"],
      ]);
      expect(await soon("days=6")).toHaveLength(1);
      expect(await soon("days=90")).toHaveLength(3);
    });
  });

  test("[ORG-4] an org says how many grants of its policy are access roles", async () => {
    const role = await create("Bundle", [1, 2]);
    const { Engineer } = setup.directory.orgs;
    const [e1, , e3] = setup.directory.roles;
    await setup.mapper.post(`${setup.client}/mp-orgs/${Engineer}/induce`, [e1, e3]);
    await grant(role, Engineer, "org");
    const org = await setup.mapper.get(`${setup.client}/mp-orgs/${Engineer}`);
    expect(org.json()).toMatchObject({ inducementCount: 3, roleCount: 1 });
    const list = await setup.mapper.get(`${setup.client}/mp-orgs?contains=engineer`);
    const { orgs } = list.json()._embedded;
    expect(orgs.map(({ roleCount }: Org) => roleCount).toSorted()).toEqual([0, 0, 1]);
  });

  describe("reasons", () => {
    test("of a person's entitlements name the access role and the policy that induces it", async () => {
      const role = await create("Bundle", [1, 2]);
      const bob = await personOid("bob");
      await grant(role, setup.directory.orgs.Engineer, "org");
      await grant(role, bob, "person");
      const report = await setup.mapper.get(
        `${setup.client}/identities/${bob}/entitlements?contains=entitlement 1`,
      );
      const { entitlements } = report.json()._embedded;
      expect(entitlements[0].paths).toEqual([
        { oid: role.oid, names: [], role: { oid: role.oid, name: "Bundle" } },
        {
          oid: setup.directory.orgs.Engineer,
          names: ["Engineer", "Senior_Engineer"],
          role: { oid: role.oid, name: "Bundle" },
        },
      ]);
      expect((await setup.mapper.get(`${setup.client}/identities/${bob}`)).json().counts).toEqual({
        byPolicy: 1,
        outsidePolicy: 1,
        missing: 1,
      });
      const counts = await setup.mapper.get(
        `${setup.client}/entitlements/${setup.directory.roles[1]}/holders/count?orgOid=${setup.directory.orgs.Engineer}`,
      );
      expect(counts.json()).toMatchObject({ outsidePolicy: 0 });
      // The policy lists entitlements; access roles are listed apart.
      const policy = `${setup.client}/mp-orgs/${setup.directory.orgs.Engineer}/inducements`;
      expect((await setup.mapper.get(policy)).json()._embedded.inducements).toEqual([]);
      expect((await setup.mapper.get(`${policy}/count`)).json()).toMatchObject({
        total: 0,
        parts: [],
      });
    });
  });
});
