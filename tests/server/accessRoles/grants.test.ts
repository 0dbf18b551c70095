/** Periods for which people and orgs have a role, edited by several administrators. */
import { describe, expect, test } from "vitest";
import type { AccessRole, GrantKind } from "#events/entities/accessRole.ts";
import type { Period } from "#events/entities/common.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useAccessRoles } from "./accessRoleCalls.ts";

const UNLIMITED: Period = { validFrom: null, validUntil: null };

eachDatabase((database) => {
  const setup = useAccessRoles(database);
  const { create, person, personOid, auditOf, inDays } = setup;

  describe.each([
    { kind: "person", who: "a person" },
    { kind: "org", who: "an org" },
  ] as const)("the period for which $who has a role", ({ kind }) => {
    const begin = async () => {
      const role = await create("Bundle", [1]);
      const oid = kind === "person" ? await personOid("dan") : setup.directory.orgs.Engineer;
      const url = person(role, oid);
      const put = async (period: Period, expected: Period | null | undefined) =>
        await setup.mapper.send("PUT", url, { body: { kind, ...period, expected } });
      const revoke = () => setup.mapper.send("DELETE", `${url}?kind=${kind}`, {});
      const read = async (): Promise<Period | null> => {
        const reply = await setup.mapper.get(`${url}?kind=${kind}`);
        expect(reply.statusCode, reply.body).toBe(200);
        expect(reply.json()).toMatchObject({ kind, oid });
        return reply.json().period;
      };
      return { role, put, revoke, read };
    };
    const refused = (reply: Parameters<typeof expectError>[0]) =>
      expect(expectError(reply, "ECONFLICT").message).toMatch(/^This period was changed/);
    const until = (days: number): Period => ({ validFrom: null, validUntil: inDays(days) });
    const audited = async (role: AccessRole) =>
      (await auditOf(role)).filter(({ call }) => call === "accessRoles/grantRole").length;

    test("replaces only the period that the user saw", async () => {
      const { role, put, read } = await begin();
      expect(await read()).toBeNull();
      const [first, second, third] = [until(5), until(9), until(12)];
      expect((await put(first, null)).statusCode).toBe(200);
      expect(await read()).toEqual(first);
      for (const seen of [null, UNLIMITED, second]) refused(await put(third, seen));
      expect(await read()).toEqual(first);
      expect((await put(second, first)).statusCode).toBe(200);
      refused(await put(third, first));
      expect(await read()).toEqual(second);
      expect(await audited(role)).toBe(2);
    });

    test("is not given again to a subject that lost the role since", async () => {
      const { put, revoke, read } = await begin();
      await put(until(5), null);
      expect((await revoke()).statusCode).toBe(200);
      refused(await put(until(9), until(5)));
      expect(await read()).toBeNull();
    });

    test("can be sent again", async () => {
      const { put, read } = await begin();
      const [first, second] = [until(5), until(9)];
      await put(first, null);
      expect((await put(first, null)).statusCode).toBe(200);
      await put(second, first);
      expect((await put(second, first)).statusCode).toBe(200);
      expect(await read()).toEqual(second);
    });

    test("is changed by one of two simultaneous requests that saw the same period", async () => {
      const { put, read } = await begin();
      for (const seen of [null, until(5)]) {
        if (seen) expect((await put(seen, await read())).statusCode).toBe(200);
        const wanted = [until(20), until(30)];
        const replies = await Promise.all(wanted.map((period) => put(period, seen)));
        const statuses = replies.map(({ statusCode }) => statusCode);
        expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409]);
        expect(await read()).toEqual(wanted[statuses.indexOf(200)]);
      }
    });

    test("is not changed without the period that the user saw", async () => {
      const { put, read } = await begin();
      const { fields } = expectError(await put(UNLIMITED, undefined), "EINVALID");
      expect(fields).toMatchObject([{ path: "/body/expected" }]);
      expect(await read()).toBeNull();
    });
  });

  test("the period of a role is unknown for roles, people and orgs that do not exist", async () => {
    const role = await create("Bundle", [1]);
    const { foreign, orgs } = setup.directory;
    const get = (of: Pick<AccessRole, "oid">, oid: string, kind: GrantKind) =>
      setup.mapper.get(`${setup.roleUrl(of)}/grants/${oid}?kind=${kind}`);
    expectError(await get({ oid: foreign.orgOid }, orgs.Engineer, "org"), "ENOTFOUND");
    expectError(await get(role, foreign.orgOid, "org"), "ENOTFOUND");
    expectError(await get(role, orgs.Engineer, "person"), "ENOTFOUND");
  });
});
