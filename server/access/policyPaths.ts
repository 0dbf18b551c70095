/** SQL of the policies that reach a person: those of each of the person's orgs, and of the orgs above them. */
import { sql, type RawBuilder } from "kysely";
import type { PolicyPath } from "#events/entities/holder.ts";
import { DEEPEST_TREE } from "../orgs/queries.ts";
import { validAt } from "./periods.ts";

interface Person {
  readonly clientId: string;
  /** The oid, or an expression for it. */
  readonly identityOid: string | RawBuilder<unknown>;
}

/**
 * A recursive table `path (oid, parent_oid, names, depth)`: each org of the person and each org above it, with the names
 * from that org down to the person's own.
 */
export const pathsUp = ({ clientId, identityOid }: Person): RawBuilder<unknown> => sql`
  path (oid, parent_oid, names, depth) as (
    select o.oid, o.parent_oid, array[o.display_name], 1
    from identity_orgs m join orgs o on o.client_id = m.client_id and o.oid = m.org_oid
    where m.client_id = ${clientId} and m.identity_oid = ${identityOid}
    union all
    select o.oid, o.parent_oid, o.display_name || path.names, path.depth + 1
    from path join orgs o on o.client_id = ${clientId} and o.oid = path.parent_oid
    where path.depth < ${DEEPEST_TREE}
  )`;

/** An access role `r` that is not archived contains the entitlement of a role oid. */
export const isBundleOf = (
  clientId: string,
  roleOid: string | RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  r.client_id = ${clientId} and r.archived_at is null and exists (
    select from access_role_entitlements c where c.client_id = ${clientId}
      and c.access_role_oid = r.oid and c.role_oid = ${roleOid})`;

/**
 * How the entitlement of a role oid is granted to the person at an instant, as JSON: by policies, by access roles that
 * policies induce, and by access roles that are assigned to the person.
 */
export const grantingPaths = (
  person: Person,
  roleOid: string | RawBuilder<unknown>,
  at: Date,
): RawBuilder<PolicyPath[]> => sql`
  coalesce((
    with recursive ${pathsUp(person)}
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('oid', g.oid, 'names', g.names,
      'role', case when g.role_oid is not null
        then jsonb_build_object('oid', g.role_oid, 'name', g.role_name) end))
      order by g.role_name collate "C" nulls first, g.names collate "C", g.oid)
    from (
      select path.oid, path.names, null::uuid as role_oid, null::text as role_name
      from path join inducements n on n.client_id = ${person.clientId} and n.org_oid = path.oid
      where n.role_oid = ${roleOid} and ${validAt("n", at)}
      union all
      select path.oid, path.names, r.oid, r.name
      from path join inducements n on n.client_id = ${person.clientId} and n.org_oid = path.oid
      join access_roles r on r.oid = n.role_oid and ${isBundleOf(person.clientId, roleOid)}
      where ${validAt("n", at)}
      union all
      select r.oid, '{}'::text[], r.oid, r.name
      from access_role_assignments d
      join access_roles r on r.oid = d.access_role_oid and ${isBundleOf(person.clientId, roleOid)}
      where d.client_id = ${person.clientId} and d.identity_oid = ${person.identityOid}
        and ${validAt("d", at)}
    ) g
  ), '[]'::jsonb)`;
