/** Lists of the people and the orgs that have a role. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ExpiringGrant, HeldGroup, RoleHolder, RoleOrg } from "#events/entities/accessRole.ts";
import type { PageInfo } from "#events/entities/common.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { validAt } from "../access/periods.ts";
import { openCaseId } from "../cases/openCases.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { PERSON_COLUMNS, PERSON_ORDER, PERSON_SORTS } from "../directory/personLists.ts";
import type { List } from "../lists/list.ts";
import { pageInfo, readPage, type PagingInput } from "../lists/paging.ts";
import { iso, matchesName, matchesText } from "../lists/sqlText.ts";
import { directHolders, holdersInFact, inheritingHolders, type RolePlace } from "./people.ts";

export interface HolderSelection extends RolePlace {
  readonly roleOid: string;
  readonly show: HeldGroup;
  readonly contains?: string | undefined;
}

const isAmong = (people: RawBuilder<unknown>) => sql`i.oid = any(array(${people}))`;

const isActive = ({ clientId, roleOid }: RolePlace) => sql`exists (
  select from access_roles r where r.client_id = ${clientId} and r.oid = ${roleOid}
    and r.archived_at is null)`;

const assigned = ({ clientId, roleOid }: RolePlace) => sql`
  select d.identity_oid from access_role_assignments d
  where d.client_id = ${clientId} and d.access_role_oid = ${roleOid}`;

const IN_GROUP: Readonly<Record<HeldGroup, (place: RolePlace) => RawBuilder<unknown>>> = {
  granted: (place) =>
    sql`${isActive(place)} and ${isAmong(sql`${directHolders(place)} union ${inheritingHolders(place)}`)}`,
  direct: (place) => isAmong(assigned(place)),
  inherited: (place) => sql`${isActive(place)} and ${isAmong(inheritingHolders(place))}`,
  inFact: (place) => isAmong(holdersInFact(place)),
};

export const ROLE_HOLDERS: List<HolderSelection, RoleHolder, string> = {
  table: "identities",
  alias: "i",
  key: ["external_id"],
  scope: ({ clientId }) => [sql`i.client_id = ${clientId}`],
  filters: (selection) => [
    sql`(${IN_GROUP[selection.show](selection)})`,
    ...matchesName(sql`i.search_key`, selection.contains),
  ],
  sorts: { ...PERSON_SORTS, externalId: [] },
  defaultOrder: PERSON_ORDER,
  items: (selection) => sql`
    select p.position, ${PERSON_COLUMNS},
      (select jsonb_build_object('validFrom', ${iso("d.valid_from")}, 'validUntil', ${iso("d.valid_until")})
        from access_role_assignments d where d.client_id = ${selection.clientId}
          and d.access_role_oid = ${selection.roleOid} and d.identity_oid = i.oid) as assignment,
      ${isActive(selection)} and ${isAmong(inheritingHolders(selection))} as inherited,
      ${isAmong(holdersInFact(selection))} as "inFact"
    from page p
    join identities i on i.client_id = ${selection.clientId} and i.external_id = p.external_id`,
};

interface RoleOrgSelection {
  readonly clientId: string;
  readonly roleOid: string;
  readonly contains?: string | undefined;
}

export const ROLE_ORGS: List<RoleOrgSelection, RoleOrg, "name" | "memberCount"> = {
  table: "inducements",
  alias: "n",
  joins: () => sql`join orgs o on o.client_id = n.client_id and o.oid = n.org_oid`,
  key: ["org_oid"],
  scope: ({ clientId, roleOid }) => [sql`n.client_id = ${clientId}`, sql`n.role_oid = ${roleOid}`],
  filters: ({ contains }) => matchesText(sql`o.search_key`, contains),
  sorts: {
    name: [{ by: sql`o.sort_key` }],
    memberCount: [{ by: sql`o.member_count` }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId, roleOid }) => sql`
    select p.position, o.oid, o.display_name as "displayName", o.type as "orgType",
      o.member_count as "memberCount", ${iso("n.valid_from")} as "validFrom",
      ${iso("n.valid_until")} as "validUntil"
    from page p
    join orgs o on o.client_id = ${clientId} and o.oid = p.org_oid
    join inducements n on n.client_id = ${clientId} and n.org_oid = p.org_oid
      and n.role_oid = ${roleOid}`,
};

/** What ends within so many days, soonest first. */
export async function listExpiring(
  db: Kysely<Database>,
  { clientId, at, days }: { readonly clientId: string; readonly at: Date; readonly days: number },
  paging: PagingInput,
): Promise<{ readonly grants: ExpiringGrant[]; readonly page: PageInfo }> {
  const end = new Date(at.getTime() + days * DAY_MS);
  const page = readPage(paging);
  const { rows } = await sql<ExpiringGrant & { total: number }>`
    with ending as (
      select 'person' as kind, d.access_role_oid as role_oid, d.identity_oid as subject_oid,
        ${personName("i")} as name, d.valid_until
      from access_role_assignments d
      join identities i on i.client_id = d.client_id and i.oid = d.identity_oid
      where d.client_id = ${clientId} and d.valid_until <= ${end} and ${validAt("d", at)}
      union all
      select 'org', n.role_oid, n.org_oid, o.display_name, n.valid_until
      from inducements n join orgs o on o.client_id = n.client_id and o.oid = n.org_oid
      where n.client_id = ${clientId} and n.valid_until <= ${end} and ${validAt("n", at)}
    ), found as (
      select e.*, coalesce(r.name, t.name) as role_name, r.oid is not null as is_access_role
      from ending e
      left join access_roles r on r.client_id = ${clientId} and r.oid = e.role_oid
      left join entitlements t on t.client_id = ${clientId} and t.role_oid = e.role_oid
      where r.archived_at is null and coalesce(r.oid, t.role_oid) is not null
    )
    select kind, jsonb_build_object('oid', role_oid, 'name', role_name) as role,
      is_access_role as "isAccessRole",
      jsonb_build_object('oid', subject_oid, 'name', name) as subject,
      ${iso("found.valid_until")} as "validUntil", ${openCaseId(clientId, {
        kind: sql`'expiringSoon'`,
        identityOid: sql`case when found.kind = 'person' then found.subject_oid end`,
        orgOid: sql`case when found.kind = 'org' then found.subject_oid end`,
        roleOid: sql`found.role_oid`,
      })} as "caseId", (select count(*) from found) as total
    from found order by found.valid_until, role_name, name, subject_oid
    limit ${page.size} offset ${page.size * page.number}
  `.execute(db);
  const grants = rows.map(({ total: _total, ...grant }) => grant);
  return { grants, page: pageInfo(page, rows[0]?.total ?? 0) };
}
