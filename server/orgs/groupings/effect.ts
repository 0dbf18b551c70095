/** What a change of groups would mean for people: which policies their orgs would inherit, and no longer inherit. */
import { sql, type Kysely } from "kysely";
import type { GroupingEffect } from "#events/entities/grouping.ts";
import { validAt } from "../../access/periods.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { DEEPEST_TREE } from "../queries.ts";

export interface Move {
  readonly clientId: string;
  readonly at: Date;
  /** The moved orgs. */
  readonly oids: readonly string[];
  /** Their new parent. */
  readonly targetOid: string;
}

/** Every org below a common parent inherits the same, so policies are compared once for each former parent. */
export async function previewMove(
  db: Kysely<Database>,
  { clientId, at, oids, targetOid }: Move,
): Promise<GroupingEffect> {
  const moved = toUuids(oids);
  const { rows } = await sql<GroupingEffect>`
    with recursive former (oid) as materialized (
      select distinct o.parent_oid from orgs o
      where o.client_id = ${clientId} and o.oid = any(${moved}) and o.parent_oid <> ${targetOid}
    ), up (start, oid, distance) as (
      select oid, oid, 1 from (select oid from former union select ${targetOid}::uuid) starts
      union all
      select up.start, o.parent_oid, up.distance + 1 from up
      join orgs o on o.client_id = ${clientId} and o.oid = up.oid
      where o.parent_oid is not null and up.distance < ${DEEPEST_TREE}
    ), handed as materialized (
      select distinct up.start, n.role_oid from up
      join inducements n on n.client_id = ${clientId} and n.org_oid = up.oid
      where ${validAt("n", at)}
    ), below (oid) as (
      select o.oid from orgs o
      where o.client_id = ${clientId} and o.oid = any(${moved}) and o.parent_oid <> ${targetOid}
      union
      select c.oid from below join orgs c on c.client_id = ${clientId} and c.parent_oid = below.oid
    )
    select
      (select count(*) from orgs o where o.client_id = ${clientId} and o.oid = any(${moved})
        and o.parent_oid <> ${targetOid}) as orgs,
      (select count(distinct m.identity_oid) from below
        join identity_orgs m on m.client_id = ${clientId} and m.org_oid = below.oid) as people,
      (select count(distinct t.role_oid) from handed t, former f
        where t.start = ${targetOid} and not exists (
          select from handed h where h.start = f.oid and h.role_oid = t.role_oid)) as gained,
      (select count(distinct h.role_oid) from handed h join former f on f.oid = h.start
        where not exists (
          select from handed t where t.start = ${targetOid} and t.role_oid = h.role_oid)) as lost
  `.execute(db);
  const [effect] = rows;
  if (!effect) throw new Error("A count has no row");
  return effect;
}
