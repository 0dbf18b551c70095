/** Adds grants to policies and removes them, as parts of changes in the history. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import type { ChangeScope } from "./scope.ts";

/** The end of a grant `i` of another time that now begins: a future end stays, a past one is removed. */
export const endFromNow = (at: Date) =>
  sql<Date | null>`case when i.valid_until > ${at} then i.valid_until end`;

/**
 * Completes an insert of grants `i`: a grant that the policy has for another time gets the period of the added one.
 *
 * @param until the end of a grant `i` of another time, by default that of the added grant
 */
export const replacingOtherTime = (
  at: Date,
  until: RawBuilder<unknown> = sql`excluded.valid_until`,
) => sql`
  on conflict (client_id, org_oid, role_oid) do update
    set valid_from = excluded.valid_from, valid_until = ${until}
    where not (${validAt("i", at)})`;

/**
 * Adds grants, also where a policy has the role for another time.
 *
 * @param grants selects org_oid, role_oid, valid_from and valid_until, of known roles only
 * @param until see `replacingOtherTime`
 */
export async function addGrants(
  tx: Kysely<Database>,
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  changeId: string,
  grants: ReturnType<typeof sql>,
  until?: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with added as (
      insert into inducements as i
        (client_id, id, org_oid, role_oid, created_at, valid_from, valid_until)
      select ${clientId}::uuid, gen_random_uuid(), g.org_oid, g.role_oid, ${at}, g.valid_from,
        g.valid_until
      from (${grants}) g
      ${replacingOtherTime(at, until)}
      returning i.org_oid, i.role_oid
    )
    insert into policy_change_orgs as c (client_id, change_id, org_oid, added, removed, periods)
    select ${clientId}::uuid, ${changeId}::uuid, a.org_oid,
      array_agg(a.role_oid order by a.role_oid), '{}', ${periodsOf("before")}
    from added a
    -- Reads the grants as they were before this statement.
    left join inducements before on before.client_id = ${clientId} and before.org_oid = a.org_oid
      and before.role_oid = a.role_oid and ${hasLimits("before")}
    group by a.org_oid
    on conflict (client_id, org_oid, change_id) do update
      set added = excluded.added, periods = c.periods || excluded.periods
  `.execute(tx);
}

/** Whether a grant has a limit of time. */
const hasLimits = (alias: string) => sql`
  (${sql.ref(`${alias}.valid_from`)} is not null or ${sql.ref(`${alias}.valid_until`)} is not null)`;

/** Aggregates the periods of grants for the column `periods`. */
function periodsOf(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`coalesce(
    jsonb_object_agg(${column("role_oid")}::text,
      jsonb_build_array(${column("valid_from")}, ${column("valid_until")}))
      filter (where ${hasLimits(alias)}), '{}')`;
}

export async function removeGrants(
  tx: Kysely<Database>,
  clientId: string,
  changeId: string,
  condition: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    with removed as (
      delete from inducements i where i.client_id = ${clientId} and ${condition}
      returning i.org_oid, i.role_oid, i.valid_from, i.valid_until
    )
    insert into policy_change_orgs (client_id, change_id, org_oid, added, removed, periods)
    select ${clientId}::uuid, ${changeId}::uuid, org_oid, '{}',
      array_agg(role_oid order by role_oid), ${periodsOf("removed")}
    from removed group by org_oid
  `.execute(tx);
}

/**
 * Gives grants other periods.
 *
 * @param grants selects org_oid, role_oid, valid_from and valid_until
 */
export async function changePeriods(
  tx: Kysely<Database>,
  clientId: string,
  changeId: string,
  grants: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with changed as (
      update inducements i set valid_from = r.valid_from, valid_until = r.valid_until
      from (${grants}) r
      -- Reads the grants as they were before this statement.
      join inducements former on former.client_id = ${clientId} and former.org_oid = r.org_oid
        and former.role_oid = r.role_oid
      where i.client_id = ${clientId} and i.org_oid = r.org_oid and i.role_oid = r.role_oid
      returning r.org_oid, r.role_oid, r.valid_from, r.valid_until,
        former.valid_from as former_from, former.valid_until as former_until
    )
    insert into policy_change_orgs as c
      (client_id, change_id, org_oid, added, removed, changed_periods)
    select ${clientId}::uuid, ${changeId}::uuid, org_oid, '{}', '{}',
      jsonb_object_agg(role_oid::text,
        jsonb_build_array(former_from, former_until, valid_from, valid_until))
    from changed group by org_oid
    on conflict (client_id, org_oid, change_id) do update
      set changed_periods = excluded.changed_periods
  `.execute(tx);
}
