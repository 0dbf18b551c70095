/** Reads the access roles of a report. */
import { sql } from "kysely";
import { numberedOrgs, numbersIn } from "../../access/loadGraph.ts";
import { validAt } from "../../access/periods.ts";
import type { ReportRequest, ReportTools } from "./kind.ts";
import { readResources } from "./resources.ts";

export interface ReportedRole {
  readonly oid: string;
  readonly name: string;
  /** null for the default bucket. */
  readonly resource: string | null;
  readonly changedAt: Date;
  /** Numbers of its entitlements, ascending. */
  readonly entitlements: readonly number[];
}

/** The label of bars of the default bucket. */
export const NO_RESOURCE = "–";

/**
 * The roles of the request's resource, or all, by name. Archived roles grant nothing and are left out.
 *
 * @throws ReportImpossible if the resource does not exist
 */
export async function readRoles(
  request: ReportRequest,
  { db }: Pick<ReportTools, "db">,
): Promise<readonly ReportedRole[]> {
  const { clientId, resourceId } = request;
  const resources = await readResources(db, request);
  const nameOf = new Map(resources.map(({ id, name }) => [id, name]));
  const { rows } = await sql<{
    readonly oid: string;
    readonly name: string;
    readonly resource_id: string | null;
    readonly changed_at: Date;
    readonly entitlements: string;
  }>`
    select r.oid, r.name, r.resource_id, r.changed_at, array(
      select e.no from access_role_entitlements c
      join entitlements e on e.client_id = c.client_id and e.role_oid = c.role_oid
      where c.client_id = r.client_id and c.access_role_oid = r.oid order by e.no
    )::text as entitlements
    from access_roles r
    where r.client_id = ${clientId} and r.archived_at is null
      ${resourceId === null ? sql`` : sql`and r.resource_id = ${resourceId}`}
    order by r.sort_key, r.oid
  `.execute(db);
  return rows.map(({ oid, name, resource_id, changed_at, entitlements }) => ({
    oid,
    name,
    resource: resource_id === null ? null : (nameOf.get(resource_id) ?? null),
    changedAt: changed_at,
    entitlements: numbersIn(entitlements),
  }));
}

/** By role oid: the graph's nodes of the orgs whose own policies grant the role. */
export async function readGrantingOrgs(
  { clientId, at }: ReportRequest,
  { db }: Pick<ReportTools, "db">,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { rows } = await sql<{ role_oid: string; nodes: string }>`
    with orgs_n as materialized (${numberedOrgs(clientId)})
    select i.role_oid, array_agg(distinct o.n)::text as nodes
    from inducements i
    join access_roles r on r.client_id = i.client_id and r.oid = i.role_oid
    join orgs_n o on o.oid = i.org_oid
    where i.client_id = ${clientId} and ${validAt("i", at)}
    group by i.role_oid
  `.execute(db);
  return new Map(rows.map(({ role_oid, nodes }) => [role_oid, numbersIn(nodes)]));
}
