/** Each kind of report against a plain recomputation, over random directories. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import type { ReportKind, ReportScope } from "#events/entities/report.ts";
import type { Database } from "#server/db/schema.ts";
import { METHODS } from "#server/reports/kinds/methods.ts";
import {
  writeDirectory,
  type AccessDirectory,
  type WrittenDirectory,
} from "../support/accessDirectory.ts";
import { eachDatabase } from "../support/databases.ts";

const AT = new Date("2026-03-02T09:00:00Z");
const PAST = new Date("2026-03-01T00:00:00Z");

interface Grants {
  /** Indexes of an org and of an entitlement; an expired grant counts for nothing. */
  readonly policies: readonly (readonly [org: number, entitlement: number, isExpired: boolean])[];
  /** Access roles by their entitlements, the orgs that grant them, and the people who hold them. */
  readonly roles: readonly {
    readonly entitlements: readonly number[];
    readonly orgs: readonly number[];
    readonly people: readonly number[];
    readonly isArchived: boolean;
  }[];
}

const index = (length: number) => fc.nat({ max: Math.max(0, length - 1) });
const some = (length: number): fc.Arbitrary<number[]> =>
  length === 0 ? fc.constant([]) : fc.uniqueArray(index(length), { maxLength: 4 });

const directories: fc.Arbitrary<AccessDirectory & Grants> = fc
  .record({
    parents: fc.array(fc.nat({ max: 100 }), { maxLength: 5 }),
    people: fc.nat({ max: 8 }),
    resources: fc.integer({ min: 1, max: 3 }),
    entitlements: fc.integer({ min: 1, max: 8 }),
    accounts: fc.nat({ max: 12 }),
  })
  .chain(({ parents, people, resources, entitlements, accounts }) => {
    const orgs = [
      { name: "root", parent: null },
      ...parents.map((at, no) => ({ name: `org ${no}`, parent: at % (no + 1) })),
    ];
    const ofResource = Array.from({ length: entitlements }, (_, no) => no % resources);
    return fc.record({
      orgs: fc.constant(orgs),
      identities: fc.array(fc.record({ orgs: some(orgs.length) }), {
        minLength: people,
        maxLength: people,
      }),
      resources: fc.constant(Array.from({ length: resources }, (_, no) => `r ${no}`)),
      entitlements: fc.constant(ofResource.map((resource, no) => ({ resource, name: `e ${no}` }))),
      accounts: fc.array(
        fc
          .tuple(index(resources), people === 0 ? fc.constant(null) : fc.option(index(people)))
          .chain(([resource, identity]) =>
            some(entitlements).map((held) => ({
              resource,
              identity,
              entitlements: held.filter((no) => ofResource[no] === resource),
            })),
          ),
        { maxLength: accounts },
      ),
      policies: fc.uniqueArray(fc.tuple(index(orgs.length), index(entitlements), fc.boolean()), {
        maxLength: 8,
        selector: ([org, entitlement]) => `${org} ${entitlement}`,
      }),
      roles: fc.array(
        fc.record({
          entitlements: some(entitlements),
          orgs: some(orgs.length),
          people: some(people),
          isArchived: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
    });
  });

async function write(db: Kysely<Database>, directory: AccessDirectory & Grants) {
  const written = await writeDirectory(db, directory);
  const client_id = written.clientId;
  const identities = await db
    .selectFrom("identities")
    .select(["oid", "external_id"])
    .where("client_id", "=", client_id)
    .execute();
  const oidOf = new Map(identities.map(({ oid, external_id }) => [Number(external_id), oid]));
  const induce = async (org: number, roleOid: string, isExpired: boolean) => {
    const row = {
      client_id,
      id: randomUUID(),
      org_oid: written.orgOids[org] ?? "",
      role_oid: roleOid,
      created_at: PAST,
      valid_until: isExpired ? PAST : null,
    };
    await db.insertInto("inducements").values(row).execute();
  };
  for (const [org, entitlement, isExpired] of directory.policies) {
    await induce(org, written.roleOids[entitlement] ?? "", isExpired);
  }
  for (const [no, role] of directory.roles.entries()) {
    const oid = randomUUID();
    await db
      .insertInto("access_roles")
      .values({
        client_id,
        oid,
        name: `role ${no}`,
        search_key: `role${no}`,
        archived_at: role.isArchived ? PAST : null,
        created_at: PAST,
        changed_at: PAST,
      })
      .execute();
    for (const entitlement of role.entitlements) {
      await db
        .insertInto("access_role_entitlements")
        .values({ client_id, access_role_oid: oid, role_oid: written.roleOids[entitlement] ?? "" })
        .execute();
    }
    for (const org of role.orgs) await induce(org, oid, false);
    for (const person of role.people) {
      await db
        .insertInto("access_role_assignments")
        .values({
          client_id,
          id: randomUUID(),
          access_role_oid: oid,
          identity_oid: oidOf.get(person) ?? "",
          created_at: PAST,
          created_by: "test",
        })
        .execute();
    }
  }
  return written;
}

/** A person with what they hold and what is granted to them, of the wanted resource. */
function peopleOf(directory: AccessDirectory & Grants, resource: number | null) {
  const isWanted = (no: number) =>
    resource === null || directory.entitlements[no]?.resource === resource;
  const upwards = (org: number): number[] => {
    const parent = directory.orgs[org]?.parent ?? null;
    return parent === null ? [org] : [org, ...upwards(parent)];
  };
  return directory.identities.map(({ orgs: own }, person) => {
    const orgs = new Set(own.flatMap(upwards));
    const held = directory.accounts
      .filter(({ identity }) => identity === person)
      .flatMap(({ entitlements }) => entitlements);
    const granted = [
      ...directory.policies
        .filter(([org, , isExpired]) => orgs.has(org) && !isExpired)
        .map(([, entitlement]) => entitlement),
      ...directory.roles
        .filter(
          (role) =>
            !role.isArchived &&
            (role.people.includes(person) || role.orgs.some((org) => orgs.has(org))),
        )
        .flatMap(({ entitlements }) => entitlements),
    ];
    return {
      orgs,
      held: new Set(held.filter(isWanted)),
      granted: new Set(granted.filter(isWanted)),
    };
  });
}

async function compute(
  db: Kysely<Database>,
  written: WrittenDirectory,
  kind: ReportKind,
  scope: Partial<ReportScope> = {},
) {
  const request = { kind, orgOid: null, resourceId: null, from: null, until: null, ...scope };
  const { rows, chart } = await METHODS[kind](
    { clientId: written.clientId, at: AT, ...request },
    { db, advance: async () => {} },
  );
  const all: (readonly unknown[])[] = [];
  for await (const row of rows) all.push(row);
  return { rows: all, chart: chart() };
}

const sorted = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted();

const below = (directory: AccessDirectory, root: number): Set<number> => {
  const found = new Set([root]);
  for (const [org, { parent }] of directory.orgs.entries()) {
    if (parent !== null && found.has(parent)) found.add(org);
  }
  return found;
};

eachDatabase((database) => {
  const scopes = fc.record({
    directory: directories,
    org: fc.option(fc.nat({ max: 100 })),
    resource: fc.option(fc.nat({ max: 100 })),
  });

  test("[IDN-2] access outside policy, coverage and holders equal a plain recomputation", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(scopes, async ({ directory, org: chosenOrg, resource: chosenResource }) => {
        const written = await write(db, directory);
        const org = chosenOrg === null ? null : chosenOrg % directory.orgs.length;
        const resource =
          chosenResource === null ? null : chosenResource % directory.resources.length;
        const orgOid = org === null ? null : (written.orgOids[org] ?? "");
        const resourceId = resource === null ? null : (written.resourceIds[resource] ?? "");
        const inScope = org === null ? new Set(directory.orgs.keys()) : below(directory, org);
        const members = (people: ReturnType<typeof peopleOf>) =>
          people.filter(({ orgs }) => org === null || [...orgs].some((one) => inScope.has(one)));
        const nameOf = (one: number) => directory.orgs[one]?.name ?? "";

        const people = members(peopleOf(directory, resource));
        const outside = [...inScope, null].flatMap((one) =>
          directory.resources.flatMap((name, at) => {
            const ofOrg = people.filter(({ orgs }) =>
              one === null ? orgs.size === 0 : orgs.has(one),
            );
            const own = (no: number) => directory.entitlements[no]?.resource === at;
            const held = ofOrg.map((person) => [...person.held].filter(own));
            const out = ofOrg.map(({ granted }, no) =>
              (held[no] ?? []).filter((entitlement) => !granted.has(entitlement)),
            );
            const count = out.flat().length;
            if (count === 0) return [];
            const all = held.flat().length;
            const affected = out.filter(({ length }) => length > 0).length;
            return [
              [one === null ? null : nameOf(one), name, affected, all, count, (100 * count) / all],
            ];
          }),
        );
        const scope = { orgOid, resourceId };
        const computed = await compute(db, written, "outsidePolicy", scope);
        expect(sorted(computed.rows)).toEqual(sorted(outside));

        const everybody = members(peopleOf(directory, null));
        const coverage = [...inScope].flatMap((one) => {
          const ofOrg = everybody.filter(({ orgs }) => orgs.has(one));
          if (ofOrg.length === 0) return [];
          const held = ofOrg.flatMap((person) => [...person.held]).length;
          const covered = ofOrg.flatMap((person) =>
            [...person.held].filter((no) => person.granted.has(no)),
          ).length;
          const missing = ofOrg.flatMap((person) =>
            [...person.granted].filter((no) => !person.held.has(no)),
          ).length;
          const share = held === 0 ? null : (100 * covered) / held;
          return [[nameOf(one), ofOrg.length, held, covered, missing, share]];
        });
        const covered = await compute(db, written, "policyCoverage", { orgOid });
        expect(sorted(covered.rows)).toEqual(sorted(coverage));

        const listed = directory.entitlements.flatMap((entitlement, no) => {
          if (resource !== null && entitlement.resource !== resource) return [];
          const holders = people.filter(({ held }) => held.has(no));
          const byPolicy = holders.filter(({ granted }) => granted.has(no)).length;
          const missing = people.filter(({ held, granted }) => granted.has(no) && !held.has(no));
          return [
            [
              entitlement.name,
              directory.resources[entitlement.resource],
              holders.length,
              byPolicy,
              holders.length - byPolicy,
              missing.length,
            ],
          ];
        });
        const entitlements = await compute(db, written, "entitlements", scope);
        expect(sorted(entitlements.rows.map((row) => row.slice(0, 6)))).toEqual(sorted(listed));
      }),
      { numRuns: 25, seed: 4 },
    );
  }, 120_000);

  test("[IDN-2] orphaned accounts are those of nobody, in order of resource and name", async () => {
    const { db } = database.current;
    const written = await writeDirectory(db, {
      orgs: [{ name: "root", parent: null }],
      identities: [{ orgs: [0] }],
      resources: ["a", "b"],
      entitlements: [{ resource: 1, name: "e" }],
      accounts: [
        { resource: 1, identity: null, entitlements: [0] },
        { resource: 0, identity: null, entitlements: [] },
        { resource: 0, identity: 0, entitlements: [] },
      ],
    });
    const { rows, chart } = await compute(db, written, "orphanedAccounts");
    expect(rows).toEqual([
      ["account 1", "a", 0],
      ["account 0", "b", 1],
    ]);
    expect(chart.bars).toEqual([
      { label: "a", values: [1] },
      { label: "b", values: [1] },
    ]);
    const one = await compute(db, written, "orphanedAccounts", {
      resourceId: written.resourceIds[1] ?? "",
    });
    expect(one.rows).toEqual([["account 0", "b", 1]]);
  });

  test("[IDN-2] changes of policies are those between the days, of the org and below it", async () => {
    const { db } = database.current;
    const written = await writeDirectory(db, {
      orgs: [
        { name: "root", parent: null },
        { name: "child", parent: 0 },
        { name: "other", parent: 0 },
      ],
      identities: [],
      resources: [],
      entitlements: [],
      accounts: [],
    });
    const change = async (at: string, org: number, added: number, removed: number) => {
      const id = randomUUID();
      await db
        .insertInto("policy_changes")
        .values({
          client_id: written.clientId,
          id,
          at: new Date(at),
          actor_id: null,
          actor: "ann",
          kind: "apply",
          threshold: null,
          resource_id: null,
          org_count: 1,
          added_count: added,
          removed_count: removed,
          undoes: null,
          undone_by: null,
        })
        .execute();
      const uuids = (length: number) => Array.from({ length }, () => randomUUID());
      await db
        .insertInto("policy_change_orgs")
        .values({
          client_id: written.clientId,
          change_id: id,
          org_oid: written.orgOids[org] ?? "",
          added: uuids(added),
          removed: uuids(removed),
        })
        .execute();
    };
    await change("2026-02-27T23:59:59.999Z", 1, 9, 9);
    await change("2026-02-28T00:00:00Z", 1, 2, 1);
    await change("2026-03-01T23:59:59.999Z", 2, 3, 0);
    await change("2026-03-02T00:00:00Z", 1, 9, 9);
    const period = { from: "2026-02-28", until: "2026-03-01" };
    const { rows, chart } = await compute(db, written, "policyChanges", period);
    expect(rows).toEqual([
      [Date.parse("2026-03-01T23:59:59.999Z"), "ann", "apply", "other", 3, 0],
      [Date.parse("2026-02-28T00:00:00Z"), "ann", "apply", "child", 2, 1],
    ]);
    expect(chart.bars).toEqual([
      { label: "2026-02-28", values: [2, 1] },
      { label: "2026-03-01", values: [3, 0] },
    ]);
    const ofChild = await compute(db, written, "policyChanges", {
      ...period,
      orgOid: written.orgOids[1] ?? "",
    });
    expect(ofChild.rows.map((row) => row[3])).toEqual(["child"]);
  });
});
