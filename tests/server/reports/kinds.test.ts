/** Each kind of report against a plain recomputation, over random directories. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeDirectory, type AccessDirectory } from "../support/accessDirectory.ts";
import { oneDatabase } from "../support/databases.ts";
import {
  directories,
  PAST,
  peopleOf,
  upwards,
  writeGranted,
  type GrantedDirectory,
} from "../support/grantedDirectory.ts";
import { compute, sorted } from "./compute.ts";

/** What grants an entitlement: policies of orgs, access roles in such policies, and access roles that people have. */
const grantsOf = (directory: GrantedDirectory, no: number): string => {
  const path = (org: number) =>
    upwards(directory, org)
      .toReversed()
      .map((one) => directory.orgs[one]?.name)
      .join(" > ");
  const roles = [...directory.roles.entries()].filter(
    ([, { entitlements, isArchived }]) => !isArchived && entitlements.includes(no),
  );
  return [
    ...directory.policies.flatMap(([org, entitlement, isExpired]) =>
      entitlement === no && !isExpired ? [path(org)] : [],
    ),
    ...roles.flatMap(([role, { orgs }]) => orgs.map((org) => `role ${role} (${path(org)})`)),
    ...roles.flatMap(([role, { people }]) => (people.length > 0 ? [`role ${role}`] : [])),
  ]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join("; ");
};

const below = (directory: AccessDirectory, root: number): Set<number> => {
  const found = new Set([root]);
  for (const [org, { parent }] of directory.orgs.entries()) {
    if (parent !== null && found.has(parent)) found.add(org);
  }
  return found;
};

oneDatabase((database) => {
  const scopes = fc.record({
    directory: directories,
    org: fc.option(fc.nat({ max: 100 })),
    resource: fc.option(fc.nat({ max: 100 })),
  });

  test("[IDN-2] access outside policy, coverage and holders equal a plain recomputation", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(scopes, async ({ directory, org: chosenOrg, resource: chosenResource }) => {
        const written = await writeGranted(db, directory);
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
              grantsOf(directory, no),
              written.roleOids[no],
            ],
          ];
        });
        const { rows, roleOids } = await compute(db, written, "entitlements", scope);
        expect(sorted(rows.map((row, at) => [...row, roleOids[at]]))).toEqual(sorted(listed));
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

  test("[IDN-2] inactive accounts are those of ended people, disabled ones and empty ones", async () => {
    const { db } = database.current;
    const written = await writeDirectory(db, {
      orgs: [{ name: "root", parent: null }],
      identities: [{ orgs: [0] }, { orgs: [] }],
      resources: ["a"],
      entitlements: [{ resource: 0, name: "e" }],
      accounts: [
        { resource: 0, identity: 0, entitlements: [0] },
        { resource: 0, identity: 0, entitlements: [0] },
        { resource: 0, identity: 0, entitlements: [] },
        { resource: 0, identity: 1, entitlements: [0] },
        { resource: 0, identity: null, entitlements: [] },
      ],
    });
    const ofClient = { client_id: written.clientId };
    await db
      .updateTable("accounts")
      .set({ active: false })
      .where("client_id", "=", ofClient.client_id)
      .where("name", "=", "account 1")
      .execute();
    await db
      .updateTable("identities")
      .set({ ended_at: PAST, given_name: "Ann", family_name: "Lee" })
      .where("client_id", "=", ofClient.client_id)
      .where("external_id", "=", "1")
      .execute();
    const { rows, chart } = await compute(db, written, "inactiveAccounts");
    expect(rows.map(([account, , , reason, held]) => [account, reason, held])).toEqual([
      ["account 1", "disabled", 1],
      ["account 2", "empty", 0],
      ["account 3", "ended", 1],
      ["account 4", "empty", 0],
    ]);
    expect(rows.map(([, person]) => person).slice(2)).toEqual(["Lee, Ann", null]);
    expect(chart.bars).toEqual([{ label: "a", values: [4] }]);
  });

  test("[IDN-2] roles that nobody has, and equal and nested roles, equal a plain recomputation", async () => {
    const { db } = database.current;
    await fc.assert(
      fc.asyncProperty(directories, async (directory) => {
        const written = await writeGranted(db, directory);
        const people = peopleOf(directory, null);
        const active = [...directory.roles.entries()].filter(([, { isArchived }]) => !isArchived);
        const unheld = active
          .filter(
            ([, role]) =>
              role.people.length === 0 &&
              !role.orgs.some((org) => people.some(({ orgs }) => orgs.has(org))),
          )
          .map(([no, { entitlements, orgs }]) => [
            `role ${no}`,
            null,
            entitlements.length,
            orgs.length,
            PAST.getTime(),
          ]);
        expect((await compute(db, written, "unheldRoles")).rows).toEqual(unheld);

        const pairs = active.flatMap(([no, { entitlements: inner }]) =>
          active.flatMap(([at, { entitlements: outer }]) => {
            const isInside = inner.length > 0 && inner.every((one) => outer.includes(one));
            const isEqual = isInside && inner.length === outer.length;
            if (!isInside || at === no || (isEqual && at > no)) return [];
            const relation = isEqual ? "equal" : "contained";
            const share = (100 * inner.length) / outer.length;
            const names = [`role ${no}`, null, relation, `role ${at}`];
            return [[...names, inner.length, outer.length, share]];
          }),
        );
        expect(sorted((await compute(db, written, "nestedRoles")).rows)).toEqual(sorted(pairs));
      }),
      { numRuns: 25, seed: 7 },
    );
  }, 120_000);

  test("[IDN-2] reports about roles can be limited to the roles of one resource", async () => {
    const { db } = database.current;
    const written = await writeGranted(db, {
      orgs: [{ name: "root", parent: null }],
      identities: [],
      resources: ["a"],
      entitlements: [{ resource: 0, name: "e" }],
      accounts: [],
      policies: [],
      roles: [0, 1].map(() => ({ entitlements: [0], orgs: [], people: [], isArchived: false })),
    });
    const resourceId = written.resourceIds[0] ?? "";
    await db
      .updateTable("access_roles")
      .set({ resource_id: resourceId })
      .where("client_id", "=", written.clientId)
      .where("name", "=", "role 1")
      .execute();
    const { rows, chart } = await compute(db, written, "unheldRoles", { resourceId });
    expect(rows).toEqual([["role 1", "a", 1, 0, PAST.getTime()]]);
    expect(chart.bars).toEqual([{ label: "a", values: [1, 0] }]);
    expect((await compute(db, written, "nestedRoles", { resourceId })).rows).toEqual([]);
    const all = await compute(db, written, "nestedRoles");
    expect(all.rows).toEqual([["role 1", "a", "equal", "role 0", 1, 1, 100]]);
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
