/** Random changes of many policies have the effect of their preview, against a plain model of who may have what. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { PolicyChange } from "#events/entities/policyChange.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { Random } from "#server/demo/random.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { eachDatabase } from "../support/databases.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

const ROUNDS = Number(process.env["PROVISION_POLICY_CHANGES"] ?? 60);
/** The trees change after so many rounds. */
const ROUNDS_PER_TREE = 20;

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { preview, apply, grantsNow } = setup;

  /** Entitlements by identity, as the definition says: of each org of theirs and of all orgs above. */
  async function accessByPolicy(): Promise<Map<string, Set<string>>> {
    const { db } = database.current;
    const client = setup.directory.clientId;
    const orgs = await db.selectFrom("orgs").selectAll().where("client_id", "=", client).execute();
    const members = await db
      .selectFrom("identity_orgs")
      .selectAll()
      .where("client_id", "=", client)
      .execute();
    const grants = await db
      .selectFrom("inducements")
      .selectAll()
      .where("client_id", "=", client)
      .execute();
    const bundled = await db
      .selectFrom("access_role_entitlements")
      .selectAll()
      .where("client_id", "=", client)
      .execute();
    const assigned = await db
      .selectFrom("access_role_assignments")
      .selectAll()
      .where("client_id", "=", client)
      .execute();
    const parentOf = new Map(orgs.map(({ oid, parent_oid }) => [oid, parent_oid]));
    const contents = (role: string) => {
      const parts = bundled.filter(({ access_role_oid }) => access_role_oid === role);
      return parts.length > 0 ? parts.map(({ role_oid }) => role_oid) : [role];
    };
    const access = new Map<string, Set<string>>();
    const give = (identity: string, role: string) => {
      const held = access.get(identity) ?? new Set();
      for (const entitlement of contents(role)) held.add(entitlement);
      access.set(identity, held);
    };
    for (const { identity_oid, org_oid } of members) {
      for (let org: string | null = org_oid; org !== null; org = parentOf.get(org) ?? null) {
        for (const { role_oid } of grants.filter((grant) => grant.org_oid === org)) {
          give(identity_oid, role_oid);
        }
      }
    }
    for (const { identity_oid, access_role_oid } of assigned) give(identity_oid, access_role_oid);
    return access;
  }

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
        const accessRole = randomUUID();
        const now = new Date();
        await db
          .insertInto("access_roles")
          .values({
            client_id: clientId,
            oid: accessRole,
            name: "Bundle",
            resource_id: null,
            search_key: "bundle",
            created_at: now,
            changed_at: now,
          })
          .execute();
        await db
          .insertInto("access_role_entitlements")
          .values(
            setup.directory.roles.slice(1, 3).map((role_oid) => ({
              client_id: clientId,
              access_role_oid: accessRole,
              role_oid,
            })),
          )
          .execute();
        await db
          .insertInto("access_role_assignments")
          .values({
            client_id: clientId,
            id: randomUUID(),
            access_role_oid: accessRole,
            identity_oid: people[0] ?? "",
            created_at: now,
            created_by: "test",
          })
          .execute();
        await storeCounts(db, clientId);
        const roles = [...setup.directory.roles, accessRole];

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
          .select("oid")
          .where("client_id", "=", clientId)
          .where("type", "=", "job-titles")
          .where("parent_oid", "is not", null)
          .execute();

        const entitlements = await db
          .selectFrom("entitlements")
          .select(["role_oid", "name"])
          .where("client_id", "=", clientId)
          .execute();
        const nameOf = (roleOid: string) =>
          entitlements.find(({ role_oid }) => role_oid === roleOid)?.name ?? roleOid;
        const byOid = (a: { oid: string }, b: { oid: string }) => (a.oid < b.oid ? -1 : 1);

        for (let round = 0; round < ROUNDS; round++) {
          if (round > 0 && round % ROUNDS_PER_TREE === 0) await changeTrees();
          const chosen = some(orgs, 0.4).map(({ oid }) => oid);
          const request = {
            orgs: random.chance(1 / 3)
              ? { all: true, oids: chosen, orgType: "job-titles" }
              : { all: false, oids: chosen },
            operation: random.pick(["add", "remove", "equal"] as const),
            roles: {
              all: false,
              oids: some(roles, 0.5),
              ...(random.chance(0.5) && { accessRoles: true }),
            },
          };
          const before = await accessByPolicy();
          const grantsBefore = await grantsNow();
          const told = await preview(request);
          const affected = await setup.affectedPeople(told.changeId);
          const lines = await setup.policyLines(told.changeId);
          const response = await apply(request, told.fingerprint);
          expect(response.statusCode, response.body).toBe(200);
          const change = response.json<PolicyChange>();
          const after = await accessByPolicy();
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
          const grantsAfter = await grantsNow();
          const missingIn = (list: readonly string[], one: string) => !list.includes(one);
          expect(lines.added).toEqual(grantsAfter.filter((one) => missingIn(grantsBefore, one)));
          expect(lines.removed).toEqual(grantsBefore.filter((one) => missingIn(grantsAfter, one)));
          expect(lines.all).toEqual([...lines.added, ...lines.removed].toSorted());
          const targets = request.orgs.all
            ? titles.map(({ oid }) => oid).filter((oid) => !chosen.includes(oid))
            : chosen;
          const named = targets.flatMap((org) =>
            request.roles.oids.map((role) => `${org} ${role}`),
          );
          const others = grantsBefore.filter((one) => {
            const [org = "", role] = one.split(" ");
            if (request.operation !== "equal") return !named.includes(one);
            const isOfKind = (role === accessRole) === (request.roles.accessRoles ?? false);
            return !named.includes(one) && !(targets.includes(org) && isOfKind);
          });
          const expected = request.operation === "remove" ? others : [...others, ...named];
          expect(grantsAfter).toEqual(expected.toSorted());
          expect([told.added, told.removed]).toEqual([change.added, change.removed]);
          expect(change.added).toBe(
            grantsAfter.filter((one) => !grantsBefore.includes(one)).length,
          );
          expect(change.removed).toBe(
            grantsBefore.filter((one) => !grantsAfter.includes(one)).length,
          );
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
            expect(await grantsNow()).toEqual(grantsBefore);
          }
        }
      },
      60_000 + ROUNDS * 3000,
    );
  });
});
