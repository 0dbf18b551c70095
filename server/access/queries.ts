/** People who hold or lack an entitlement, and the policies that grant it to them. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Holder, HolderCounts } from "#events/entities/holder.ts";
import { openCaseId } from "../cases/openCases.ts";
import type { Database } from "../db/schema.ts";
import { byName, PERSON_COLUMNS, PERSON_ORDER, PERSON_SORTS } from "../directory/personLists.ts";
import { isMember } from "../directory/queries.ts";
import type { List } from "../lists/list.ts";
import { matchesName } from "../lists/sqlText.ts";
import { isOfResources } from "../orgs/policy/queries.ts";
import { notFound } from "../plugins/errors.ts";
import { validAt } from "./periods.ts";
import { grantingPaths, isBundleOf } from "./policyPaths.ts";

/** An entitlement among the members of an org, or among all people, at an instant. */
export interface HolderPlace {
  readonly clientId: string;
  /** null: all people. */
  readonly orgOid: string | null;
  readonly roleOid: string;
  readonly at: Date;
  /** The resources whose entitlements are visible; null: all. */
  readonly resourceIds: readonly string[] | null;
}

export interface HolderSelection extends HolderPlace {
  readonly show: "holders" | "lackers";
  readonly contains?: string | undefined;
  /** Whether open cases are shown. */
  readonly showsCases: boolean;
}

/** Condition on an account `a`: the account has the entitlement. */
const holdsIt = ({ clientId, roleOid }: HolderPlace) => sql`
  a.client_id = ${clientId}
  and exists (
    select from entitlements e where e.client_id = ${clientId} and e.role_oid = ${roleOid}
      and e.resource_id = a.resource_id and e.no = any(a.entitlement_nos))`;

/** Condition: the entitlement belongs to a visible resource. */
const isVisible = (place: HolderPlace): RawBuilder<unknown>[] =>
  place.resourceIds === null
    ? []
    : [
        sql`exists (
    select from entitlements e where e.client_id = ${place.clientId}
      and e.role_oid = ${place.roleOid} and ${isOfResources(place)})`,
      ];

/** The oids of the people one of whose accounts has the entitlement. They may repeat. */
const holderOids = (place: HolderPlace): RawBuilder<unknown> => sql`
  select a.identity_oid from accounts a where a.identity_oid is not null and ${holdsIt(place)}`;

/** Condition on an identity `i` of the place. All accounts are searched only once for the members of an org. */
const isHolder = (place: HolderPlace): RawBuilder<unknown> =>
  place.orgOid === null
    ? // A join: an array of very many holders would be searched for each person.
      sql`exists (select from (${holderOids(place)}) h where h.identity_oid = i.oid)`
    : sql`i.oid = any(array(${holderOids(place)}))`;

/** Conditions on an identity `i`: it is one of those among whom holders are looked for. */
const isAmong = ({ clientId, orgOid }: HolderPlace): RawBuilder<unknown>[] => [
  sql`i.client_id = ${clientId}`,
  ...(orgOid === null ? [] : [isMember(clientId, orgOid)]),
];

/**
 * The oids of the people to whom the entitlement is granted: a policy of an org of theirs, or of one above it, grants it or
 * induces an access role that contains it, or such a role is assigned to them. They may repeat.
 */
const grantedOids = ({ clientId, roleOid, at }: HolderPlace): RawBuilder<unknown> => sql`
  select m.identity_oid from identity_orgs m
  where m.client_id = ${clientId} and m.org_oid = any(array(
    with recursive reached (oid) as (
      select n.org_oid from inducements n
      where n.client_id = ${clientId}
        and n.role_oid = any(array(
          select ${roleOid}::uuid union all
          select r.oid from access_roles r where ${isBundleOf(clientId, sql`${roleOid}::uuid`)}))
        and ${validAt("n", at)}
      union
      select child.oid from reached
      join orgs child on child.client_id = ${clientId} and child.parent_oid = reached.oid
    ) select oid from reached))
  union all
  select d.identity_oid from access_role_assignments d
  join access_roles r on r.oid = d.access_role_oid and ${isBundleOf(clientId, sql`${roleOid}::uuid`)}
  where d.client_id = ${clientId} and ${validAt("d", at)}`;

export const HOLDERS: List<HolderSelection, Holder, string> = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: isAmong,
  filters: (selection) => [
    ...isVisible(selection),
    selection.show === "holders" ? isHolder(selection) : sql`not (${isHolder(selection)})`,
    ...matchesName(sql`i.search_key`, selection.contains),
  ],
  sorts: { ...PERSON_SORTS, department: byName("department"), externalId: [] },
  defaultOrder: PERSON_ORDER,
  items: (selection) => sql`
    select p.position, ${PERSON_COLUMNS}, i.department,
      array(
        select a.name from accounts a where a.identity_oid = i.oid and ${holdsIt(selection)}
        order by a.name
      ) as accounts,
      ${grantingPaths({ clientId: selection.clientId, identityOid: sql`i.oid` }, selection.roleOid, selection.at)} as paths,
      ${caseOf(selection)} as "caseId"
    from page p
    join identities i on i.client_id = ${selection.clientId} and i.external_id = p.external_id`,
};

/** The open case of an identity `i` about holding the entitlement outside policy, or about lacking it. */
const caseOf = ({ clientId, roleOid, show, showsCases }: HolderSelection) =>
  showsCases
    ? openCaseId(clientId, {
        kind: show === "holders" ? sql`'outsidePolicy'` : sql`'missingAccess'`,
        identityOid: sql`i.oid`,
        roleOid: sql`${roleOid}::uuid`,
      })
    : sql`null::uuid`;

/** @throws ApiError ENOTFOUND if no visible entitlement has the role oid. */
export async function requireEntitlement(
  db: Kysely<Database>,
  { clientId, roleOid, resourceIds }: Pick<HolderPlace, "clientId" | "roleOid" | "resourceIds">,
): Promise<HolderCounts["entitlement"]> {
  const entitlement = await db
    .selectFrom("entitlements as e")
    .innerJoin("resources as r", (join) =>
      join.onRef("r.client_id", "=", "e.client_id").onRef("r.id", "=", "e.resource_id"),
    )
    .select(["e.role_oid as roleOid", "e.name", "r.name as resourceName"])
    .where("e.client_id", "=", clientId)
    .where("e.role_oid", "=", roleOid)
    .where(isOfResources({ resourceIds }))
    .executeTakeFirst();
  if (!entitlement) throw notFound("entitlements.notFound");
  return entitlement;
}

/** @throws ApiError ENOTFOUND if no visible entitlement has the role oid. */
export async function countHolders(
  db: Kysely<Database>,
  place: HolderPlace,
): Promise<HolderCounts> {
  const entitlement = await requireEntitlement(db, place);
  const { rows } = await sql<Omit<HolderCounts, "entitlement">>`
    with held as (select distinct identity_oid as oid from (${holderOids(place)}) h),
      granted as (select distinct identity_oid as oid from (${grantedOids(place)}) g)
    select count(*) as members,
      count(held.oid) as holders,
      count(held.oid) filter (where granted.oid is null) as "outsidePolicy",
      count(granted.oid) filter (where held.oid is null) as missing,
      (select o.display_name from orgs o
        where o.client_id = ${place.clientId} and o.oid = ${place.orgOid}) as "orgName"
    from identities i
    left join held on held.oid = i.oid
    left join granted on granted.oid = i.oid
    where ${sql.join(isAmong(place), sql` and `)}
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("A count has no row");
  return { entitlement, ...counts };
}
