/** The client, resource, root and instant of a change of policies. */
import { sql, type RawBuilder } from "kysely";
import type { RoleChoice } from "#events/entities/policyChange.ts";

export interface ChangeScope {
  readonly clientId: string;
  /** The change is limited to roles of this resource; null: not limited. */
  readonly resourceId: string | null;
  /** The change is limited to orgs below this one; null: not limited. */
  readonly rootOid: string | null;
  readonly at: Date;
}

/**
 * Condition on an access role `r`: a user who manages the resource may change where the role is induced. The role belongs to
 * the resource and grants no entitlements of other resources; its resource alone does not say so.
 */
export const isRoleOf = (resourceId: string) => sql`
  r.resource_id = ${resourceId} and not exists (
    select from access_role_entitlements part
    join entitlements other on other.client_id = part.client_id and other.role_oid = part.role_oid
    where part.client_id = r.client_id and part.access_role_oid = r.oid and other.resource_id <> ${resourceId})`;

/** Condition on a column of role oids, starting with `and`: they belong to the resource of the scope. */
export const ofResource = ({ clientId, resourceId }: ChangeScope, column: RawBuilder<unknown>) =>
  resourceId === null
    ? sql``
    : sql`and (
        exists (select from entitlements e where e.client_id = ${clientId}
          and e.role_oid = ${column} and e.resource_id = ${resourceId})
        or exists (select from access_roles r where r.client_id = ${clientId}
          and r.oid = ${column} and ${isRoleOf(resourceId)}))`;

/**
 * Condition on a column of role oids, starting with `and`: making policies equal to a list replaces these roles. They are
 * the entitlements of the directory or, with `accessRoles`, the active access roles.
 */
export const isReplaced = (
  { clientId, resourceId }: ChangeScope,
  { accessRoles }: Pick<RoleChoice, "accessRoles">,
  column: RawBuilder<unknown>,
) => {
  const within = (isWithin: (resource: string) => RawBuilder<unknown>) =>
    resourceId === null ? sql`` : sql`and ${isWithin(resourceId)}`;
  return accessRoles
    ? sql`and exists (select from access_roles r where r.client_id = ${clientId}
        and r.oid = ${column} and r.archived_at is null ${within(isRoleOf)})`
    : sql`and exists (select from entitlements e where e.client_id = ${clientId}
        and e.role_oid = ${column} ${within((resource) => sql`e.resource_id = ${resource}`)})`;
};
