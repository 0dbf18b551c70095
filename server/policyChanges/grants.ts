/** The entitlements and the access roles in policies as lists, and the columns of their CSV exports, which `policyFile.ts` reads. */
import { sql } from "kysely";
import type { Period } from "#events/entities/common.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import type { Grant, RoleGrant } from "#events/entities/policyChange.ts";
import { daysOf } from "#events/rules/periods.ts";
import { validAt } from "../access/periods.ts";
import type { List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";
import { PERIOD_COLUMNS } from "../orgs/policy/queries.ts";

interface RoleGrantSelection {
  readonly clientId: string;
  readonly at: Date;
  readonly orgType?: OrgType | undefined;
  /** Part of the name of an org. */
  readonly contains?: string | undefined;
}

interface GrantSelection extends RoleGrantSelection {
  /** null for the grants of all resources. */
  readonly resourceId: string | null;
}

/** The inducements `i` at orgs `o`. */
const ORG_GRANTS = {
  table: "inducements",
  alias: "i",
  key: ["org_oid", "role_oid"],
  filters: ({ contains }: RoleGrantSelection) => matchesText(sql`o.search_key`, contains),
  sorts: { org: [{ by: sql`o.sort_key` }, { by: sql`o.name` }] },
  defaultOrder: { field: "org", direction: "asc" },
} as const;

const joinOrgs = sql`join orgs o on o.client_id = i.client_id and o.oid = i.org_oid`;

const scopeOf = ({ clientId, at, orgType }: RoleGrantSelection) => [
  sql`i.client_id = ${clientId}`,
  sql`(${validAt("i", at)})`,
  ...(orgType ? [sql`o.type = ${orgType}`] : []),
];

const joinInducements = (clientId: string) => sql`
  join inducements i
    on i.client_id = ${clientId} and i.org_oid = p.org_oid and i.role_oid = p.role_oid`;

export const GRANTS: List<GrantSelection, Grant, "org"> = {
  ...ORG_GRANTS,
  joins: () => sql`
    ${joinOrgs}
    join entitlements e on e.client_id = i.client_id and e.role_oid = i.role_oid`,
  scope: (selection) => [
    ...scopeOf(selection),
    ...(selection.resourceId === null ? [] : [sql`e.resource_id = ${selection.resourceId}`]),
  ],
  items: ({ clientId }) => sql`
    select p.position, p.org_oid as "orgOid", o.type as "orgType", o.display_name as "orgName",
      p.role_oid as "roleOid", e.name, r.name as "resourceName", ${PERIOD_COLUMNS}
    from page p
    ${joinInducements(clientId)}
    join orgs o on o.client_id = ${clientId} and o.oid = p.org_oid
    join entitlements e on e.client_id = ${clientId} and e.role_oid = p.role_oid
    join resources r on r.client_id = ${clientId} and r.id = e.resource_id`,
};

/** The first and the last day of a grant; empty without a limit. */
const PERIOD_TEXTS = {
  valid_from: (grant) => daysOf(periodIn(grant)).from,
  valid_until: (grant) => daysOf(periodIn(grant)).until,
} as const satisfies Readonly<Record<string, (grant: Partial<Period>) => string>>;

const periodIn = ({ validFrom = null, validUntil = null }: Partial<Period>) => ({
  validFrom,
  validUntil,
});

/** The text of each column for a grant. A file that is read has the same columns. */
export const POLICY_FILE_COLUMNS = {
  orgType: ({ orgType }) => orgType,
  org: ({ orgName }) => orgName,
  resource: ({ resourceName }) => resourceName,
  entitlement: ({ name }) => name,
  orgOid: ({ orgOid }) => orgOid,
  roleOid: ({ roleOid }) => roleOid,
  ...PERIOD_TEXTS,
} as const satisfies Readonly<Record<string, (grant: Grant) => string>>;

/** Archived access roles are not listed: they grant nothing, and a file cannot name them. */
export const ROLE_GRANTS: List<RoleGrantSelection, RoleGrant, "org"> = {
  ...ORG_GRANTS,
  joins: () => sql`
    ${joinOrgs}
    join access_roles r on r.client_id = i.client_id and r.oid = i.role_oid`,
  scope: (selection) => [...scopeOf(selection), sql`r.archived_at is null`],
  items: ({ clientId }) => sql`
    select p.position, p.org_oid as "orgOid", o.type as "orgType", o.display_name as "orgName",
      p.role_oid as "accessRoleOid", r.name as role, ${PERIOD_COLUMNS}
    from page p
    ${joinInducements(clientId)}
    join orgs o on o.client_id = ${clientId} and o.oid = p.org_oid
    join access_roles r on r.client_id = ${clientId} and r.oid = p.role_oid`,
};

/** Like `POLICY_FILE_COLUMNS`, for access roles. */
export const ROLE_POLICY_COLUMNS = {
  orgType: ({ orgType }) => orgType,
  org: ({ orgName }) => orgName,
  accessRole: ({ role }) => role,
  orgOid: ({ orgOid }) => orgOid,
  accessRoleOid: ({ accessRoleOid }) => accessRoleOid,
  ...PERIOD_TEXTS,
} as const satisfies Readonly<Record<string, (grant: RoleGrant) => string>>;
