/** Describes what people gain and lose when the entitlements of an access role change. */
import { sql, type Kysely } from "kysely";
import type { RoleEffect } from "#events/entities/accessRole.ts";
import { countPeople } from "../access/effect.ts";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import type { Plan } from "../policyChanges/plan.ts";
import { mostAffected, nameEntitlements } from "../policyChanges/preview.ts";
import type { RolePlace } from "./people.ts";

/** Maximum orgs in an effect. */
const MAX_ORGS = 50;

export async function roleEffect(
  db: Kysely<Database>,
  place: RolePlace,
  { graph, effect, entitlements }: Plan,
): Promise<Omit<RoleEffect, "previewId">> {
  const affected = entitlements
    .map((oid, index) => ({
      roleOid: oid,
      gaining: effect.gainers[index] ?? 0,
      losing: effect.losers[index] ?? 0,
    }))
    .filter(({ gaining, losing }) => gaining + losing > 0);
  const { gaining, losing } = countPeople(graph, effect);
  return {
    ...(await readReach(db, place)),
    people: { gaining, losing },
    entitlements: await nameEntitlements(
      db,
      place.clientId,
      mostAffected(affected, (row) => row.roleOid),
    ),
    affectedEntitlements: affected.length,
  };
}

type Reach = Pick<RoleEffect, "orgs" | "orgCount" | "assignedCount">;

/** The orgs that induce the role, and the number of people to whom it is assigned. */
async function readReach(
  db: Kysely<Database>,
  { clientId, roleOid, at }: RolePlace,
): Promise<Reach> {
  const { rows } = await sql<Reach>`
    with inducing as (
      select o.oid, o.display_name, o.type, o.sort_key from inducements n
      join orgs o on o.client_id = n.client_id and o.oid = n.org_oid
      where n.client_id = ${clientId} and n.role_oid = ${roleOid} and ${validAt("n", at)}
    )
    select
      coalesce((
        select jsonb_agg(
          jsonb_build_object('oid', f.oid, 'displayName', f.display_name, 'orgType', f.type)
          order by f.sort_key, f.oid)
        from (select * from inducing order by sort_key, oid limit ${MAX_ORGS}) f
      ), '[]'::jsonb) as orgs,
      (select count(*) from inducing) as "orgCount",
      (select count(*) from access_role_assignments d where d.client_id = ${clientId}
        and d.access_role_oid = ${roleOid} and ${validAt("d", at)}) as "assignedCount"
  `.execute(db);
  const [reach] = rows;
  if (!reach) throw new Error("A count has no row");
  return reach;
}
