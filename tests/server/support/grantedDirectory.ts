/** Small random directories with policies and access roles, and who has what by definition. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { writeDirectory, type AccessDirectory, type WrittenDirectory } from "./accessDirectory.ts";

/** Before the instant at which access is requested. */
export const PAST = new Date("2026-03-01T00:00:00Z");

export interface Grants {
  /** Indexes of an org and of an entitlement; an expired grant counts for nothing. */
  policies: [org: number, entitlement: number, isExpired: boolean][];
  /** Access roles by their entitlements, the orgs that grant them, and the people who hold them. */
  roles: {
    entitlements: number[];
    orgs: number[];
    people: number[];
    isArchived: boolean;
  }[];
}

const index = (length: number) => fc.nat({ max: Math.max(0, length - 1) });
const some = (length: number): fc.Arbitrary<number[]> =>
  length === 0 ? fc.constant([]) : fc.uniqueArray(index(length), { maxLength: 4 });

export const directories: fc.Arbitrary<AccessDirectory & Grants> = fc
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

export type GrantedDirectory = AccessDirectory & Grants;

export interface WrittenGrants extends WrittenDirectory {
  readonly identityOids: readonly string[];
  readonly accessRoleOids: readonly string[];
}

export async function writeGranted(
  db: Kysely<Database>,
  directory: AccessDirectory & Grants,
): Promise<WrittenGrants> {
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
  const accessRoleOids = directory.roles.map(() => randomUUID());
  for (const [no, role] of directory.roles.entries()) {
    const oid = accessRoleOids[no] ?? "";
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
  const identityOids = directory.identities.map((_one, no) => oidOf.get(no) ?? "");
  return { ...written, identityOids, accessRoleOids };
}

/** The org and those above it. */
export function upwards(directory: AccessDirectory, org: number): number[] {
  const parent = directory.orgs[org]?.parent ?? null;
  return parent === null ? [org] : [org, ...upwards(directory, parent)];
}

/** A person with what they hold and what is granted to them, of the wanted resource. */
export function peopleOf(directory: AccessDirectory & Grants, resource: number | null) {
  const isWanted = (no: number) =>
    resource === null || directory.entitlements[no]?.resource === resource;
  return directory.identities.map(({ orgs: own }, person) => {
    const orgs = new Set(own.flatMap((org) => upwards(directory, org)));
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
