/** The periods for which policies grant entitlements: set, honoured, listed, recorded and undone. */
import { describe, expect, test } from "vitest";
import type { ExpiringGrant } from "#events/entities/accessRole.ts";
import type { Period } from "#events/entities/common.ts";
import type { ChangeLine } from "#events/entities/policyChange.ts";
import { eachDatabase } from "../support/databases.ts";
import { usePeriods } from "./periodCalls.ts";

const byField = (one: { readonly field: string }, other: { readonly field: string }) =>
  one.field < other.field ? -1 : 1;

eachDatabase((database) => {
  const periods = usePeriods(database);
  const {
    setup,
    inDays,
    tick,
    passDays,
    policyOf,
    induce,
    setPeriod,
    changes,
    newest,
    peopleOf,
    reasons,
    undo,
  } = periods;

  describe("a period", () => {
    test("is listed with the policy, and empty at first", async () => {
      const [e1] = setup.directory.roles;
      const induced = await induce(e1);
      expect(induced).toMatchObject({ validFrom: null, validUntil: null });
      const period = { validFrom: inDays(-1), validUntil: inDays(5) };
      const reply = await setPeriod(induced.id, period.validFrom, period.validUntil);
      expect(reply).toEqual({ ...induced, ...period });
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual([reply]);
      await setPeriod(induced.id, null, null);
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual([induced]);
    });

    test("decides who has access by policy, at its start and at its end", async () => {
      const [, , , e4] = setup.directory.roles;
      const { id } = await induce(e4);
      expect(await reasons("entitlement 4")).toEqual({ paths: 1, endsSoon: false });
      await setPeriod(id, inDays(1), inDays(3));
      expect(await reasons("entitlement 4")).toEqual({ paths: 0, endsSoon: false });
      await passDays(2);
      expect(await reasons("entitlement 4")).toEqual({ paths: 1, endsSoon: true });
      await passDays(2);
      expect(await reasons("entitlement 4")).toEqual({ paths: 0, endsSoon: false });
    });

    test("counts in previews of bulk changes: only people whose access has not started gain it", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer } = setup.directory.orgs;
      const { id } = await induce(e1);
      const add = {
        orgs: { all: false, oids: [Engineer] },
        operation: "add",
        roles: { all: false, oids: [e1] },
      };
      const gaining = async () => {
        const told = await periods.mapper.post(`${setup.base}/mp-orgs/bulk-update/preview`, add);
        return told.json().people.gaining;
      };
      await setPeriod(id, null, inDays(9));
      expect(await gaining()).toBe(0);
      await setPeriod(id, inDays(2), null);
      expect(await gaining()).toBe(3);
    });

    test("that ends soon is listed, and can become a case", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer } = setup.directory.orgs;
      const { id, name } = await induce(e1);
      const soon = async (): Promise<ExpiringGrant[]> =>
        (await periods.mapper.get(`${setup.base}/access-roles/expiring`)).json()._embedded.grants;
      expect(await soon()).toEqual([]);
      const validUntil = inDays(20);
      await setPeriod(id, null, validUntil);
      const grant = {
        kind: "org",
        role: { oid: e1, name },
        isAccessRole: false,
        subject: { oid: Engineer, name: "Engineer" },
        validUntil,
      };
      expect(await soon()).toEqual([{ ...grant, caseId: null }]);
      const opened = await periods.mapper.post(`${setup.base}/cases`, {
        kind: "expiringSoon",
        identityOid: null,
        accountId: null,
        orgOid: Engineer,
        roleOid: e1,
        resourceId: null,
        ownerId: null,
        dueOn: null,
        comment: "",
      });
      expect(opened.statusCode, opened.body).toBe(201);
      expect(await soon()).toEqual([{ ...grant, caseId: opened.json().id }]);
      await setPeriod(id, null, inDays(40));
      expect(await soon()).toEqual([]);
    });
  });

  describe("the history", () => {
    test("has each change of a period, with its entitlement, its people and one audit entry", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      await setPeriod(id, inDays(2), null);
      const change = await newest();
      expect(change).toMatchObject({
        kind: "period",
        resourceId: setup.directory.resources.crm,
        orgCount: 1,
        added: 0,
        removed: 0,
      });
      expect(await peopleOf(change)).toEqual({ gaining: 0, losing: 3 });
      const listed = await periods.mapper.get(`${setup.base}/policy-changes/${change.id}/lines`);
      const lines: ChangeLine[] = listed.json()._embedded.lines;
      expect(lines).toMatchObject([{ roleOid: e1, orgName: "Engineer", change: "period" }]);
      const audited = await database.current.db
        .selectFrom("audit")
        .select(["target"])
        .where("call", "=", "orgs/setInducementPeriod")
        .where("at", "=", setup.api.clock.now)
        .execute();
      expect(audited).toEqual([{ target: setup.directory.orgs.Engineer }]);
    });

    test("of a member has the change with its entitlement and both periods", async () => {
      const [e1] = setup.directory.roles;
      const { id, name } = await induce(e1);
      const validUntil = inDays(5);
      await setPeriod(id, null, validUntil);
      const { changes: own } = (
        await periods.mapper.get(`${setup.base}/identities/${periods.bob}/changes`)
      ).json()._embedded;
      expect(own[0]).toMatchObject({ kind: "policyPeriod", subject: "Engineer" });
      expect(own[0].fields.toSorted(byField)).toEqual([
        { field: "entitlement", before: null, after: name },
        { field: "validUntil", before: "null", after: validUntil },
      ]);
    });

    test("does not record a period that stays the same", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      const until = inDays(2);
      await setPeriod(id, null, until);
      const before = await changes();
      await setPeriod(id, null, until);
      expect(await changes()).toEqual(before);
    });

    test("undo brings the earlier period back, and can be undone", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      const before = await policyOf(setup.directory.orgs.Engineer);
      const after = [await setPeriod(id, inDays(2), inDays(9))];
      const first = await undo(await newest());
      expect(first).toMatchObject({
        orgs: 1,
        added: 0,
        removed: 0,
        periods: 1,
        kept: 0,
        people: { gaining: 3, losing: 0 },
      });
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual(before);
      expect(await peopleOf(first.change)).toEqual({ gaining: 3, losing: 0 });
      const second = await undo(first.change);
      expect(second).toMatchObject({ periods: 1, people: { gaining: 0, losing: 3 } });
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual(after);
    });

    test("undo of an addition keeps a period that was set since, unless that was undone", async () => {
      const [e1, e2] = setup.directory.roles;
      const { Engineer } = setup.directory.orgs;
      const { id } = await induce(e1);
      await setPeriod(id, inDays(2), inDays(9));
      tick();
      await induce(e1);
      const begun = await newest();
      expect(begun).toMatchObject({ kind: "apply", added: 1 });
      const later = [await setPeriod(id, null, inDays(3))];
      expect(await undo(begun)).toMatchObject({
        orgs: 0,
        removed: 0,
        kept: 1,
        people: { gaining: 0, losing: 0 },
      });
      expect(await policyOf(Engineer)).toEqual(later);

      tick();
      const other = await induce(e2);
      const added = await newest();
      await setPeriod(other.id, null, inDays(3));
      await undo(await newest());
      expect(await undo(added)).toMatchObject({ orgs: 1, removed: 1, kept: 0 });
      expect(await policyOf(Engineer)).toEqual(later);
    });

    test("undo keeps a period that was changed again", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      await setPeriod(id, inDays(2), null);
      const change = await newest();
      const later = [await setPeriod(id, inDays(3), null)];
      expect(await undo(change)).toMatchObject({ orgs: 0, periods: 0, kept: 1 });
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual(later);
    });

    test("has the changed period of an access role in a policy as well", async () => {
      const created = await periods.owner.post(`${setup.base}/roles`, {
        name: "Bundle",
        description: "",
        resourceOid: null,
        entitlementOids: [setup.directory.roles[3]],
        ownerOids: [],
      });
      const { oid } = created.json();
      let expected: Period | null = null;
      const grant = async (validUntil: string | null) => {
        tick();
        const path = `${setup.base}/roles/${oid}/grants/${setup.directory.orgs.Engineer}`;
        const period = { validFrom: null, validUntil };
        const body = { kind: "org", ...period, expected };
        const reply = await periods.owner.send("PUT", path, { body });
        expect(reply.statusCode, reply.body).toBe(200);
        expected = period;
      };
      await grant(null);
      const listed = async () => {
        const path = `access-policy-roles?orgOid=${setup.directory.orgs.Engineer}`;
        const { roles } = (await periods.mapper.get(`${setup.base}/${path}`)).json()._embedded;
        return roles.map(({ period }: { readonly period: Period }) => period);
      };
      expect(await listed()).toEqual([{ validFrom: null, validUntil: null }]);
      const soon = inDays(5);
      await grant(soon);
      expect(await listed()).toEqual([{ validFrom: null, validUntil: soon }]);
      await grant(inDays(-1));
      expect(await listed()).toEqual([]);
      const change = await newest();
      expect(change.kind).toBe("period");
      expect(await peopleOf(change)).toEqual({ gaining: 0, losing: 3 });
      expect(await undo(change)).toMatchObject({ periods: 1, people: { gaining: 3 } });
      // Given, twice changed, and undone; nothing for the period that it has already.
      await grant(soon);
      expect(await changes()).toHaveLength(4);
    });
  });
});
