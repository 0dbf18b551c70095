/** Holders of random access roles, against a plain recomputation. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Period } from "#events/entities/common.ts";
import { oneDatabase } from "../support/databases.ts";
import { byText, useAccessRoles } from "./accessRoleCalls.ts";

const UNLIMITED: Period = { validFrom: null, validUntil: null };
const PAST: Period = {
  validFrom: new Date(0).toISOString(),
  validUntil: new Date(1000).toISOString(),
};

oneDatabase((database) => {
  const setup = useAccessRoles(database);
  const { create, read, grant, holders, inDays } = setup;

  test("the people of a role are those of a plain recomputation, in random directories", async () => {
    const { db } = database.current;
    const people = await db
      .selectFrom("identities")
      .select(["oid", "username"])
      .where("client_id", "=", setup.directory.clientId)
      .execute();
    const orgs = Object.values(setup.directory.orgs);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          entitlements: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
          assigned: fc.uniqueArray(fc.nat(people.length - 1)),
          expired: fc.uniqueArray(fc.nat(people.length - 1)),
          inducing: fc.uniqueArray(fc.nat(orgs.length - 1), { maxLength: 3 }),
          later: fc.uniqueArray(fc.nat(orgs.length - 1), { maxLength: 2 }),
        }),
        async ({ entitlements, assigned, expired, inducing, later }) => {
          const role = await create(`Random ${randomUUID()}`, entitlements);
          const oidAt = (index: number) => people[index]?.oid ?? "";
          /** The last period of a subject counts. */
          const periods = new Map<string, Period>();
          const give = async (
            oid: string,
            kind: "person" | "org",
            { validFrom, validUntil }: Period,
          ) => {
            const former = periods.get(oid) ?? null;
            const given = await grant(role, oid, kind, validFrom, validUntil, former);
            expect(given.statusCode, given.body).toBe(200);
            periods.set(oid, { validFrom, validUntil });
          };
          for (const index of expired) await give(oidAt(index), "person", PAST);
          for (const index of assigned) await give(oidAt(index), "person", UNLIMITED);
          const future = { validFrom: inDays(9), validUntil: null };
          for (const index of later) await give(orgs[index] ?? "", "org", future);
          for (const index of inducing) await give(orgs[index] ?? "", "org", UNLIMITED);

          const links = await db.selectFrom("orgs").select(["oid", "parent_oid"]).execute();
          const parentOf = new Map(links.map((org) => [org.oid, org.parent_oid]));
          const members = await db
            .selectFrom("identity_orgs")
            .selectAll()
            .where("client_id", "=", setup.directory.clientId)
            .execute();
          const isInduced = (org: string | null): boolean =>
            org !== null &&
            (inducing.some((index) => orgs[index] === org) || isInduced(parentOf.get(org) ?? null));
          const accounts = await db
            .selectFrom("accounts")
            .selectAll()
            .where("client_id", "=", setup.directory.clientId)
            .execute();
          const wanted = await db
            .selectFrom("entitlements")
            .selectAll()
            .where("client_id", "=", setup.directory.clientId)
            .execute();
          const bundle = wanted.filter(({ role_oid }) =>
            entitlements.some((no) => setup.directory.roles[no - 1] === role_oid),
          );
          const named = (has: (oid: string) => boolean) =>
            people
              .filter(({ oid }) => has(oid))
              .map(({ username }) => username)
              .toSorted(byText);
          const direct = new Set(assigned.map(oidAt));
          const inherited = new Set(
            members.filter(({ org_oid }) => isInduced(org_oid)).map((one) => one.identity_oid),
          );
          const holdsAll = (oid: string) =>
            bundle.length > 0 &&
            bundle.every(({ no, resource_id }) =>
              accounts.some(
                (account) =>
                  account.identity_oid === oid &&
                  account.resource_id === resource_id &&
                  account.entitlement_nos.includes(no),
              ),
            );
          const shown = async (show: string) =>
            (await holders(role, `show=${show}`)).map(({ username }) => username).toSorted(byText);
          const expected = {
            granted: named((oid) => direct.has(oid) || inherited.has(oid)),
            inherited: named((oid) => inherited.has(oid)),
            inFact: named(holdsAll),
          };
          for (const [show, names] of Object.entries(expected)) {
            expect(await shown(show), show).toEqual(names);
          }
          expect((await read(role)).people).toEqual({
            direct: direct.size,
            inherited: expected.inherited.length,
            granted: expected.granted.length,
            inFact: expected.inFact.length,
          });
        },
      ),
      { numRuns: 12, seed: 7 },
    );
  });
});
