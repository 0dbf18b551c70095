/** What one person holds, what policies grant to them, and how many of their peers hold it. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  ENDS_SOON_DAYS,
  type AccessGroup,
  type IdentityEntitlement,
} from "#events/entities/identityAccess.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { validAt } from "../access/periods.ts";
import { grantingPaths, pathsUp } from "../access/policyPaths.ts";
import type { Database } from "../db/schema.ts";
import type { List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";

export interface Person {
  readonly clientId: string;
  readonly identityOid: string;
}

/** A person at an instant. */
export interface PersonPlace extends Person {
  readonly at: Date;
}

export interface AccessSelection extends PersonPlace {
  readonly show: AccessGroup;
  readonly contains?: string | undefined;
  /** The org whose members the person is compared with; null if the person is in no org. */
  readonly peerOrgOid: string | null;
  /** Whether filters or the order compare the person with the peers. */
  readonly comparesPeers: boolean;
}

/** The role oids of the entitlements that the person's accounts hold. */
const heldRoles = ({ clientId, identityOid }: PersonPlace): RawBuilder<unknown> => sql`
  select h.role_oid from accounts a
  join entitlements h on h.client_id = ${clientId} and h.resource_id = a.resource_id
    and h.no = any(a.entitlement_nos)
  where a.client_id = ${clientId} and a.identity_oid = ${identityOid}`;

/** The role oids that policies of the person's orgs, and of those above them, grant, and those of access roles. */
const grantedRoles = (place: PersonPlace): RawBuilder<unknown> => sql`
  (with recursive ${pathsUp(place)}
  select n.role_oid from path
  join inducements n on n.client_id = ${place.clientId} and n.org_oid = path.oid
  where ${validAt("n", place.at)}
  union all
  select c.role_oid from access_roles r
  join access_role_entitlements c on c.client_id = r.client_id and c.access_role_oid = r.oid
  where r.client_id = ${place.clientId} and r.archived_at is null and (
    exists (
      select from path join inducements n on n.client_id = ${place.clientId}
        and n.role_oid = r.oid and n.org_oid = path.oid
      where ${validAt("n", place.at)})
    or exists (
      select from access_role_assignments d where d.client_id = ${place.clientId}
        and d.access_role_oid = r.oid and d.identity_oid = ${place.identityOid}
        and ${validAt("d", place.at)})))`;

const isHeld = (place: PersonPlace) => sql`e.role_oid = any(array(${heldRoles(place)}))`;
const isGranted = (place: PersonPlace) => sql`e.role_oid = any(array(${grantedRoles(place)}))`;

const endsSoon = (place: PersonPlace) => {
  const at = new Date(place.at.getTime() + ENDS_SOON_DAYS * DAY_MS);
  return sql`(${isGranted(place)} and not ${isGranted({ ...place, at })})`;
};

/** Of each entitlement among `ids`, how many members of the org hold it. */
const peerHolders = (
  { clientId, peerOrgOid }: AccessSelection,
  ids: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select h.id, count(distinct a.identity_oid) as holders
  from identity_orgs m
  join accounts a on a.client_id = m.client_id and a.identity_oid = m.identity_oid
  join entitlements h on h.client_id = m.client_id and h.resource_id = a.resource_id
    and h.no = any(a.entitlement_nos)
  where m.client_id = ${clientId} and m.org_oid = ${peerOrgOid} and h.id = any(array(${ids}))
  group by h.id
)`;

/** The entitlements that the person holds or that a policy grants. */
const isListed = (selection: AccessSelection, roleOid: RawBuilder<unknown>) =>
  sql`${roleOid} = any(array(${heldRoles(selection)} union ${grantedRoles(selection)}))`;

/** Conditions on an entitlement that the person holds or that a policy grants. */
const IN_GROUP: Readonly<
  Record<AccessGroup, (selection: AccessSelection) => RawBuilder<unknown>[]>
> = {
  all: () => [],
  policy: (place) => [isHeld(place), isGranted(place)],
  outside: (place) => [sql`not ${isGranted(place)}`],
  missing: (place) => [sql`not ${isHeld(place)}`],
  endsSoon: (place) => [endsSoon(place)],
  onlyHere: (selection) =>
    selection.peerOrgOid === null ? [sql`false`] : [isHeld(selection), sql`peers.holders <= 1`],
};

export const ACCESS: List<AccessSelection, IdentityEntitlement, "name" | "resource" | "peers"> = {
  table: "entitlements",
  alias: "e",
  key: ["id"],
  joins: (selection) => sql`
    join resources r on r.client_id = e.client_id and r.id = e.resource_id
    ${selection.comparesPeers ? joinPeers(selection) : sql``}`,
  scope: (selection) => [
    sql`e.client_id = ${selection.clientId}`,
    isListed(selection, sql`e.role_oid`),
  ],
  filters: (selection) => [
    ...IN_GROUP[selection.show](selection),
    ...matchesText(sql`e.search_key`, selection.contains),
  ],
  sorts: {
    name: [{ by: sql`e.search_key` }, { by: sql`e.name` }],
    resource: [{ by: sql`r.search_key` }, { by: sql`e.search_key` }],
    peers: [{ by: sql`coalesce(peers.holders, 0)` }, { by: sql`e.search_key`, ascending: true }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: (selection) => {
    const { clientId, identityOid, at } = selection;
    return sql`
      select p.position, e.role_oid as "roleOid", e.name, r.name as "resourceName",
        array(
          select a.name from accounts a
          where a.client_id = ${clientId} and a.identity_oid = ${identityOid}
            and a.resource_id = e.resource_id and e.no = any(a.entitlement_nos)
          order by a.name
        ) as accounts,
        array(
          select a.active from accounts a
          where a.client_id = ${clientId} and a.identity_oid = ${identityOid}
            and a.resource_id = e.resource_id and e.no = any(a.entitlement_nos)
          order by a.name
        ) as "accountsActive",
        ${grantingPaths(selection, sql`e.role_oid`, at)} as paths,
        ${endsSoon(selection)} as "endsSoon",
        coalesce(peers.holders, 0) as "peerHolders"
      from page p
      join entitlements e on e.client_id = ${clientId} and e.id = p.id
      join resources r on r.client_id = e.client_id and r.id = e.resource_id
      left join ${peerHolders(selection, sql`select id from page`)} peers on peers.id = e.id`;
  },
};

/** Joins to each entitlement `e` how many of the peers hold it. */
function joinPeers(selection: AccessSelection): RawBuilder<unknown> {
  const listed = sql`
    select l.id from entitlements l
    where l.client_id = ${selection.clientId} and ${isListed(selection, sql`l.role_oid`)}`;
  return sql`left join ${peerHolders(selection, listed)} peers on peers.id = e.id`;
}

export interface Access {
  readonly isHeld: boolean;
  readonly isGranted: boolean;
  readonly endsSoon: boolean;
}

/** Whether the person holds an entitlement, and whether something grants it to them and ends soon. */
export async function findAccess(
  db: Kysely<Database>,
  place: PersonPlace,
  roleOid: string,
): Promise<Access> {
  const { rows } = await sql<Access>`
    select ${isHeld(place)} as "isHeld", ${isGranted(place)} as "isGranted",
      ${endsSoon(place)} as "endsSoon"
    from (select ${roleOid}::uuid as role_oid) e`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("A select without a table has no row");
  return found;
}

/** Counts of the groups, as an expression. */
export const countsOf = (place: PersonPlace): RawBuilder<unknown> => sql`(
  with held as (select distinct role_oid from (${heldRoles(place)}) h),
    granted as (
      select distinct g.role_oid from (${grantedRoles(place)}) g
      join entitlements e on e.client_id = ${place.clientId} and e.role_oid = g.role_oid
    )
  select jsonb_build_object(
    'byPolicy', count(*) filter (where held.role_oid is not null and granted.role_oid is not null),
    'outsidePolicy', count(*) filter (where granted.role_oid is null),
    'missing', count(*) filter (where held.role_oid is null))
  from held full join granted on granted.role_oid = held.role_oid)`;
