/** A plain model of policies: which grants a change of many policies leaves, and what each person may then have. */
import { type Kysely, sql } from "kysely";
import type { PolicyChangeRequest } from "#events/entities/policyChange.ts";
import type { Database } from "#server/db/schema.ts";

/** An entitlement or an access role. */
export interface ModelRole {
  readonly oid: string;
  readonly name: string;
  readonly resourceId: string | null;
  /** The resource whose managers may change it: that of everything that it grants. */
  readonly scopeId: string | null;
  readonly isAccessRole: boolean;
}

/** In milliseconds; null: without that limit. */
interface Period {
  readonly from: number | null;
  readonly until: number | null;
}

/** By the oids of the org and the role, with a space between them. */
export type Grants = ReadonlyMap<string, Period>;

const isCurrent = ({ from, until }: Period, now: number) =>
  (from === null || from <= now) && (until === null || until > now);

/** The grants that apply now, ascending. */
export function currentOf(grants: Grants, now: number): readonly string[] {
  return [...grants].flatMap(([pair, period]) => (isCurrent(period, now) ? [pair] : [])).toSorted();
}

/** A filter ignores case and spaces. */
const plain = (text: string) => text.toLowerCase().replaceAll(" ", "");

export const isNamed = (name: string, contains: string | undefined) =>
  plain(name).includes(plain(contains ?? ""));

/** The oids of the roles that a request means. @param scope the resource to which the change is limited. */
export function chosenRoles(
  roles: readonly ModelRole[],
  { all, oids, resourceId, contains, accessRoles = false }: PolicyChangeRequest["roles"],
  scope: string | null,
): readonly string[] {
  if (!all) return oids;
  return roles.flatMap((role) => {
    const isMeant =
      role.isAccessRole === accessRoles &&
      [undefined, role.resourceId].includes(resourceId) &&
      [null, role.scopeId].includes(scope) &&
      isNamed(role.name, contains) &&
      !oids.includes(role.oid);
    return isMeant ? [role.oid] : [];
  });
}

interface ModelChange {
  readonly operation: PolicyChangeRequest["operation"];
  readonly orgs: readonly string[];
  readonly chosen: readonly string[];
  /** Whether `equal` replaces this role. */
  readonly replaces: (roleOid: string) => boolean;
  readonly now: number;
}

/** Grants of another time stay, unless the change adds their role. Then they begin now, and end where they ended. */
export function grantsAfter(
  before: Grants,
  { operation, orgs, chosen, replaces, now }: ModelChange,
): Grants {
  const after = new Map(before);
  for (const pair of currentOf(before, now)) {
    const [org = "", role = ""] = pair.split(" ");
    if (!orgs.includes(org)) continue;
    if (operation === "remove" && chosen.includes(role)) after.delete(pair);
    if (operation === "equal" && !chosen.includes(role) && replaces(role)) after.delete(pair);
  }
  if (operation === "remove") return after;
  for (const org of orgs) {
    for (const role of chosen) {
      const period = after.get(`${org} ${role}`);
      if (period !== undefined && isCurrent(period, now)) continue;
      const until = period?.until ?? null;
      const hasEnded = until !== null && until <= now;
      after.set(`${org} ${role}`, { from: null, until: hasEnded ? null : until });
    }
  }
  return after;
}

export async function readGrants(db: Kysely<Database>, clientId: string): Promise<Grants> {
  const rows = await db
    .selectFrom("inducements")
    .select(["org_oid", "role_oid", "valid_from", "valid_until"])
    .where("client_id", "=", clientId)
    .execute();
  return new Map(
    rows.map(({ org_oid, role_oid, valid_from, valid_until }) => [
      `${org_oid} ${role_oid}`,
      { from: valid_from?.getTime() ?? null, until: valid_until?.getTime() ?? null },
    ]),
  );
}

/** Gives a policy a role for a time, besides all changes. */
export async function writeGrant(
  db: Kysely<Database>,
  clientId: string,
  pair: { readonly org: string; readonly role: string },
  { from, until }: Period,
): Promise<void> {
  const at = (time: number | null) => (time === null ? null : new Date(time));
  await sql`
    insert into inducements (client_id, id, org_oid, role_oid, created_at, valid_from, valid_until)
    values (${clientId}, gen_random_uuid(), ${pair.org}, ${pair.role}, now(), ${at(from)}, ${at(until)})
    on conflict (client_id, org_oid, role_oid) do update
      set valid_from = excluded.valid_from, valid_until = excluded.valid_until
  `.execute(db);
}

/** Entitlements by identity, as the definition says: of each org of theirs and of all orgs above. */
export async function accessByPolicy(
  db: Kysely<Database>,
  clientId: string,
  now: number,
): Promise<Map<string, Set<string>>> {
  const orgs = await db.selectFrom("orgs").selectAll().where("client_id", "=", clientId).execute();
  const members = await db
    .selectFrom("identity_orgs")
    .selectAll()
    .where("client_id", "=", clientId)
    .execute();
  const bundled = await db
    .selectFrom("access_role_entitlements")
    .selectAll()
    .where("client_id", "=", clientId)
    .execute();
  const assigned = await db
    .selectFrom("access_role_assignments")
    .selectAll()
    .where("client_id", "=", clientId)
    .execute();
  const granted = currentOf(await readGrants(db, clientId), now);
  const parentOf = new Map(orgs.map(({ oid, parent_oid }) => [oid, parent_oid]));
  const rolesOf = new Map<string, string[]>();
  for (const pair of granted) {
    const [org = "", role = ""] = pair.split(" ");
    rolesOf.set(org, [...(rolesOf.get(org) ?? []), role]);
  }
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
      for (const role of rolesOf.get(org) ?? []) give(identity_oid, role);
    }
  }
  for (const { identity_oid, access_role_oid } of assigned) give(identity_oid, access_role_oid);
  return access;
}
