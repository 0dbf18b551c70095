/** SQL of the policies that reach a person: those of each of the person's orgs, and of the orgs above them. */
import { sql, type RawBuilder } from "kysely";
import type { PolicyPath } from "#events/entities/holder.ts";
import { DEEPEST_TREE } from "../orgs/queries.ts";
import { validAt } from "./loadGraph.ts";

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

/** The paths of the policies that grant a role to the person at an instant, as JSON. */
export const grantingPaths = (
  person: Person,
  roleOid: string | RawBuilder<unknown>,
  at: Date,
): RawBuilder<PolicyPath[]> => sql`
  coalesce((
    with recursive ${pathsUp(person)}
    select jsonb_agg(jsonb_build_object('oid', path.oid, 'names', path.names)
      order by path.names, path.oid)
    from path join inducements n on n.client_id = ${person.clientId} and n.org_oid = path.oid
    where n.role_oid = ${roleOid} and ${validAt("n", at)}
  ), '[]'::jsonb)`;
