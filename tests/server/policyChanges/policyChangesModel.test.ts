/** Random changes of many policies have the effect of their preview, against a plain model of who may have what. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PolicyChange, PolicyChangeRequest } from "#events/entities/policyChange.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { Random } from "#server/demo/random.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { eachDatabase } from "../support/databases.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";
import {
  accessByPolicy,
  chosenRoles,
  currentOf,
  grantsAfter,
  isNamed,
  readGrants,
  writeGrant,
  type Grants,
  type ModelRole,
} from "./policyModel.ts";

const ROUNDS = Number(process.env["PROVISION_POLICY_CHANGES"] ?? 60);
/** The trees change after so many rounds. */
const ROUNDS_PER_TREE = 20;
/** Between two rounds, in which grants begin and end. */
const STEP_MS = 5000;

const sorted = (grants: Grants) => [...grants].toSorted(([one], [other]) => (one < other ? -1 : 1));

eachDatabase((database) => {
  const setup = usePolicyChanges(database, "owner");
  const { preview, apply } = setup;

  describe("a change of many policies", () => {
    test(
      "[ORG-34] does what its preview says, to the last identity, in random trees; and undo takes it back",
      async () => {
        const { db } = database.current;
        const random = new Random(34);
        const some = <Item>(items: readonly Item[], share: number) =>
          items.filter(() => random.chance(share));
        const { clientId } = setup.directory;
        const roots = ["Job Titles", "Departments"] as const;
        const orgs: { oid: string; type: "job-titles" | "departments"; parent: string }[] = [];
        for (let n = 0; n < 30; n++) {
          const root = random.pick(roots);
          const type = root === "Departments" ? ("departments" as const) : ("job-titles" as const);
          const above = [
            setup.directory.orgs[root],
            ...orgs.filter((o) => o.type === type).map((o) => o.oid),
          ];
          orgs.push({ oid: randomUUID(), type, parent: random.pick(above) });
        }
        await db
          .insertInto("orgs")
          .values(
            orgs.map(({ oid, type, parent }, n) => ({
              client_id: clientId,
              oid,
              type,
              name: `Random ${n}`,
              display_name: `Random ${n}`,
              parent_oid: parent,
              search_key: normalizeForFilter(`Random ${n}`),
            })),
          )
          .execute();
        const identities = await db
          .selectFrom("identities")
          .select("oid")
          .where("client_id", "=", clientId)
          .execute();
        const people = [
          ...identities.map(({ oid }) => oid),
          ...Array.from({ length: 40 }, () => randomUUID()),
        ];
        await db
          .insertInto("identities")
          .values(
            people.slice(identities.length).map((oid, n) => ({
              client_id: clientId,
              oid,
              external_id: `R${n}`,
              search_key: normalizeForFilter(`R${n}`),
            })),
          )
          .execute();
        const memberships = people.flatMap((identity_oid) =>
          [...new Set([random.pick(orgs).oid, random.pick(orgs).oid])].map((org_oid) => ({
            client_id: clientId,
            org_oid,
            identity_oid,
          })),
        );
        await db.insertInto("identity_orgs").values(memberships).execute();
        const { crm, erp } = setup.directory.resources;
        const roleOf = (name: string, resourceId: string | null, isAccessRole = false) => ({
          oid: randomUUID(),
          name,
          resourceId,
          isAccessRole,
        });
        const more = [
          roleOf("Read invoices", crm),
          roleOf("Write invoices", erp),
          roleOf("Read reports", erp),
        ];
        const { no } = await db
          .selectFrom("entitlements")
          .select(({ fn }) => fn.max("no").as("no"))
          .where("client_id", "=", clientId)
          .executeTakeFirstOrThrow();
        await db
          .insertInto("entitlements")
          .values(
            more.map(({ oid, name, resourceId }, at) => ({
              client_id: clientId,
              id: randomUUID(),
              no: no + at + 1,
              resource_id: resourceId ?? "",
              name,
              role_oid: oid,
              search_key: normalizeForFilter(name),
            })),
          )
          .execute();
        const bundles = [
          { ...roleOf("Bundle", null, true), parts: setup.directory.roles.slice(1, 3) },
          { ...roleOf("Invoices", crm, true), parts: more.slice(0, 2).map(({ oid }) => oid) },
          { ...roleOf("Reading", crm, true), parts: more.slice(0, 1).map(({ oid }) => oid) },
        ];
        const now = new Date();
        await db
          .insertInto("access_roles")
          .values(
            bundles.map(({ oid, name, resourceId }) => ({
              client_id: clientId,
              oid,
              name,
              resource_id: resourceId,
              search_key: normalizeForFilter(name),
              created_at: now,
              changed_at: now,
            })),
          )
          .execute();
        await db
          .insertInto("access_role_entitlements")
          .values(
            bundles.flatMap(({ oid, parts }) =>
              parts.map((role_oid) => ({ client_id: clientId, access_role_oid: oid, role_oid })),
            ),
          )
          .execute();
        await db
          .insertInto("access_role_assignments")
          .values({
            client_id: clientId,
            id: randomUUID(),
            access_role_oid: bundles[0]?.oid ?? "",
            identity_oid: people[0] ?? "",
            created_at: now,
            created_by: "test",
          })
          .execute();
        await storeCounts(db, clientId);
        const entitlements = await db
          .selectFrom("entitlements")
          .select(["role_oid as oid", "name", "resource_id as resourceId"])
          .where("client_id", "=", clientId)
          .orderBy("no")
          .execute();
        const roles: readonly ModelRole[] = [
          ...entitlements.map((one) => ({
            ...one,
            scopeId: one.resourceId,
            isAccessRole: false,
          })),
          ...bundles.map((one) => ({ ...one, scopeId: one.name === "Reading" ? crm : null })),
        ];

        /** Gives about half of the orgs another parent, which may be the root of their type. */
        const changeTrees = async () => {
          for (const [at, { oid, type }] of orgs.entries()) {
            if (random.chance(0.5)) continue;
            const root = type === "departments" ? "Departments" : "Job Titles";
            const earlier = orgs.slice(0, at).filter((one) => one.type === type);
            const parent = random.pick([
              setup.directory.orgs[root],
              ...earlier.map((one) => one.oid),
            ]);
            await db
              .updateTable("orgs")
              .set({ parent_oid: parent })
              .where("client_id", "=", clientId)
              .where("oid", "=", oid)
              .execute();
          }
          await storeCounts(db, clientId);
        };
        const titles = await db
          .selectFrom("orgs")
          .select(["oid", "name"])
          .where("client_id", "=", clientId)
          .where("type", "=", "job-titles")
          .where("parent_oid", "is not", null)
          .execute();

        const nameOf = (roleOid: string) =>
          roles.find(({ oid }) => oid === roleOid)?.name ?? roleOid;
        /** The entitlements and access roles of a change. @param scope the resource to which it is limited. */
        const drawRoles = (scope: string | null) => {
          const accessRoles = random.chance(0.5) ? { accessRoles: true } : {};
          const own = roles.filter(({ scopeId }) => [null, scopeId].includes(scope));
          if (random.chance(0.5)) {
            return { all: false, oids: some(own, 0.5).map(({ oid }) => oid), ...accessRoles };
          }
          return {
            all: true,
            oids: some(own, 0.2).map(({ oid }) => oid),
            ...(random.chance(0.4) && { resourceId: random.pick([crm, erp]) }),
            ...(random.chance(0.4) && {
              contains: random.pick(["READ", "entitlement 1", "invoices", "i", "nothing"]),
            }),
            ...accessRoles,
          };
        };
        /** Some policies get roles for a time that has ended, goes on or begins. */
        const drawPeriods = async (at: number) => {
          for (const org of some(orgs, 0.1)) {
            const from = at + STEP_MS * random.between(-6, 6);
            const until = from + STEP_MS * random.between(1, 8);
            await writeGrant(
              db,
              clientId,
              { org: org.oid, role: random.pick(roles).oid },
              {
                from: random.chance(0.3) ? null : from,
                until: random.chance(0.3) ? null : until,
              },
            );
          }
        };
        const byOid = (a: { oid: string }, b: { oid: string }) => (a.oid < b.oid ? -1 : 1);

        for (let round = 0; round < ROUNDS; round++) {
          if (round > 0 && round % ROUNDS_PER_TREE === 0) await changeTrees();
          setup.api.clock.now = new Date(setup.api.clock.now.getTime() + STEP_MS);
          const at = setup.api.clock.now.getTime();
          await drawPeriods(at);
          const chosen = some(orgs, 0.4).map(({ oid }) => oid);
          const scope = random.chance(0.3) ? random.pick([crm, erp]) : null;
          const request: PolicyChangeRequest = {
            orgs: random.chance(1 / 3)
              ? {
                  all: true,
                  oids: chosen,
                  orgType: "job-titles",
                  ...(random.chance(0.5) && { contains: "random 1" }),
                }
              : { all: false, oids: chosen },
            operation: random.pick(["add", "remove", "equal"] as const),
            roles: drawRoles(scope),
          };
          const before = await accessByPolicy(db, clientId, at);
          const grantsBefore = await readGrants(db, clientId);
          const told = await preview(request, scope);
          const affected = await setup.affectedPeople(told.changeId);
          const lines = await setup.policyLines(told.changeId);
          const response = await apply(request, told.fingerprint, randomUUID(), scope);
          expect(response.statusCode, response.body).toBe(200);
          const change = response.json<PolicyChange>();
          const after = await accessByPolicy(db, clientId, at);
          const EMPTY = new Set<string>();
          const changesOf = (from: Map<string, Set<string>>, to: Map<string, Set<string>>) =>
            people.flatMap((person) => {
              const had = from.get(person) ?? EMPTY;
              const more = [...(to.get(person) ?? EMPTY)].filter((role) => !had.has(role));
              return more.length > 0 ? [{ person, more }] : [];
            });
          const [gaining, losing] = [changesOf(before, after), changesOf(after, before)];
          expect(told.people).toMatchObject({ gaining: gaining.length, losing: losing.length });
          const expectedPeople = people.flatMap((person) => {
            const of = (list: typeof gaining) =>
              (list.find((one) => one.person === person)?.more ?? []).map(nameOf).toSorted();
            const [gained, lost] = [of(gaining), of(losing)];
            return gained.length + lost.length > 0 ? [{ oid: person, gained, lost }] : [];
          });
          expect(affected.all.toSorted(byOid)).toEqual(expectedPeople.toSorted(byOid));
          expect(affected.gaining.toSorted()).toEqual(
            gaining.map(({ person }) => person).toSorted(),
          );
          expect(affected.losing.toSorted()).toEqual(losing.map(({ person }) => person).toSorted());
          const targets = request.orgs.all
            ? titles.flatMap(({ oid, name }) =>
                isNamed(name, request.orgs.contains) && !chosen.includes(oid) ? [oid] : [],
              )
            : chosen;
          const expected = grantsAfter(grantsBefore, {
            operation: request.operation,
            orgs: targets,
            chosen: chosenRoles(roles, request.roles, scope),
            replaces: (roleOid) =>
              roles.some(
                ({ oid, isAccessRole, scopeId }) =>
                  oid === roleOid &&
                  isAccessRole === (request.roles.accessRoles ?? false) &&
                  [null, scopeId].includes(scope),
              ),
            now: at,
          });
          expect(sorted(await readGrants(db, clientId))).toEqual(sorted(expected));
          const [had, has] = [currentOf(grantsBefore, at), currentOf(expected, at)];
          const missingIn = (list: readonly string[], one: string) => !list.includes(one);
          expect(lines.added).toEqual(has.filter((one) => missingIn(had, one)));
          expect(lines.removed).toEqual(had.filter((one) => missingIn(has, one)));
          expect(lines.all).toEqual([...lines.added, ...lines.removed].toSorted());
          expect([told.added, told.removed]).toEqual([change.added, change.removed]);
          expect([change.added, change.removed]).toEqual([
            lines.added.length,
            lines.removed.length,
          ]);
          for (const { roleOid, ...counts } of told.entitlementEffects) {
            const having = (list: typeof gaining) =>
              list.filter(({ more }) => more.includes(roleOid));
            expect(counts).toMatchObject({
              gaining: having(gaining).length,
              losing: having(losing).length,
            });
          }
          if (random.chance(0.5)) {
            const undo = (
              await setup.mapper.get(`${setup.base}/policy-changes/${change.id}/undo`)
            ).json();
            expect(undo).toMatchObject({
              added: change.removed,
              removed: change.added,
              kept: 0,
              people: { gaining: losing.length, losing: gaining.length },
            });
            const undone = await setup.mapper.post(
              `${setup.base}/policy-changes/${change.id}/undo`,
              undefined,
            );
            expect(undone.statusCode, undone.body).toBe(200);
            expect(sorted(await readGrants(db, clientId))).toEqual(sorted(grantsBefore));
          }
        }
      },
      60_000 + ROUNDS * 3000,
    );
  });
});
