/** Changes of a period, and changes of a policy that has entitlements for another time. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { usePeriods } from "./periodCalls.ts";

eachDatabase((database) => {
  const periods = usePeriods(database);
  const {
    setup,
    inDays,
    tick,
    policyAt,
    policyOf,
    induce,
    put,
    setPeriod,
    changes,
    newest,
    peopleOf,
    undo,
  } = periods;

  describe("a change of one policy", () => {
    const inPolicy = async () =>
      (await periods.mapper.get(`${policyAt(setup.directory.orgs.Engineer)}/role-oids`)).json();
    const send = async (path: "induce" | "induce/preview", body: object) => {
      const answer = await periods.mapper.post(
        `${setup.base}/mp-orgs/${setup.directory.orgs.Engineer}/${path}`,
        body,
      );
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    };

    test.each([
      ["is over", -3, -1, null],
      ["has not begun", 2, 9, 9],
    ] as const)(
      "adds an entitlement whose period %s, as its preview says, and its undo brings the period back",
      async (_when, from, until, kept) => {
        const [e1] = setup.directory.roles;
        const { Engineer } = setup.directory.orgs;
        const end = kept === null ? null : inDays(kept);
        const induced = await induce(e1);
        const former = await setPeriod(induced.id, inDays(from), end ?? inDays(until));
        expect(await inPolicy()).toEqual([]);
        expect(await send("induce/preview", [e1])).toMatchObject({ people: { gaining: 3 } });
        tick();
        await send("induce", [e1]);
        expect(await policyOf(Engineer)).toEqual([{ ...former, validFrom: null, validUntil: end }]);
        expect(await inPolicy()).toEqual([e1]);
        const change = await newest();
        expect(change).toMatchObject({ kind: "apply", added: 1, removed: 0 });
        expect(await peopleOf(change)).toEqual({ gaining: 3, losing: 0 });
        const audited = await database.current.db
          .selectFrom("audit")
          .select(["before", "after"])
          .where("call", "=", "orgs/induce")
          .where("at", "=", setup.api.clock.now)
          .execute();
        expect(audited).toEqual([
          { before: { inducementCount: 1 }, after: { inducementCount: 1, added: [e1] } },
        ]);
        expect(await undo(change)).toMatchObject({
          removed: 1,
          added: 0,
          kept: 0,
          people: { gaining: 0, losing: 3 },
        });
        expect(await policyOf(Engineer)).toEqual([{ ...former, id: expect.any(String) }]);
      },
    );

    test("removes no entitlement that people do not have yet, as its preview says", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      const later = await setPeriod(id, inDays(2), null);
      const before = await changes();
      const remove = { add: [], remove: [e1] };
      expect(await send("induce/preview", remove)).toMatchObject({ people: { losing: 0 } });
      tick();
      await send("induce", remove);
      expect(await policyOf(setup.directory.orgs.Engineer)).toEqual([later]);
      expect(await changes()).toEqual(before);
    });
  });

  describe("a change of a period", () => {
    test("is refused for unknown and foreign orgs and entitlements, and for an end before the start", async () => {
      const [e1] = setup.directory.roles;
      const { id } = await induce(e1);
      const { orgs, foreign } = setup.directory;
      const open = { validFrom: null, validUntil: null };
      expectError(await put(randomUUID(), open), "ENOTFOUND");
      expectError(await put(id, open, orgs.Ops), "ENOTFOUND");
      expectError(await put(id, open, randomUUID()), "ENOTFOUND");
      expectError(await put(id, open, foreign.orgOid), "ENOTFOUND");
      const before = await policyOf(orgs.Engineer);
      const turned = await put(id, { validFrom: inDays(2), validUntil: inDays(1) });
      expect(expectError(turned, "EINVALID").fields).toMatchObject([{ path: "/body/validUntil" }]);
      expect(await policyOf(orgs.Engineer)).toEqual(before);
    });

    test("replaces only the period that the user saw, and can be repeated", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer } = setup.directory.orgs;
      const { id } = await induce(e1);
      const seen = { validFrom: null, validUntil: null };
      const ended = { validFrom: null, validUntil: inDays(5) };
      tick();
      const first = { ...ended, expected: seen };
      expect((await put(id, first)).statusCode).toBe(200);
      const before = await policyOf(Engineer);
      expect(before).toMatchObject([ended]);
      const recorded = await changes();
      const second = { validFrom: inDays(1), validUntil: null };
      expectError(await put(id, { ...second, expected: seen }), "ECONFLICT");
      expect((await put(id, first)).statusCode).toBe(200);
      expect(await policyOf(Engineer)).toEqual(before);
      expect(await changes()).toEqual(recorded);
      tick();
      expect((await put(id, { ...second, expected: ended })).statusCode).toBe(200);
      expect(await policyOf(Engineer)).toMatchObject([second]);
    });

    test("is refused without the period that the user saw", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer } = setup.directory.orgs;
      const { id } = await induce(e1);
      const before = await policyOf(Engineer);
      const body = { validFrom: null, validUntil: inDays(5) };
      const path = `${policyAt(Engineer)}/${id}/period`;
      const { fields } = expectError(await periods.mapper.send("PUT", path, { body }), "EINVALID");
      expect(fields).toMatchObject([{ path: "/body/expected" }]);
      expect(await policyOf(Engineer)).toEqual(before);
    });

    test("is open to managers of the entitlement's resource, with undo, and to no others", async () => {
      const [e1, , , e4] = setup.directory.roles;
      const own = await induce(e1);
      const other = await induce(e4);
      const period = { validFrom: null, validUntil: inDays(3) };
      const { Engineer } = setup.directory.orgs;
      tick();
      expect((await put(own.id, period, Engineer, periods.keeper)).statusCode).toBe(200);
      const path = `${setup.base}/policy-changes/${(await newest()).id}/undo`;
      expect((await periods.keeper.post(path, undefined)).statusCode).toBe(200);
      expectError(await put(other.id, period, Engineer, periods.keeper), "ENOTFOUND");
    });
  });
});
