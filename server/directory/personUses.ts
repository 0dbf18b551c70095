/** What keeps a person from being removed. */
import { sql, type RawBuilder } from "kysely";

/** Of the table alias `person`: whether something needs the person. */
export const PERSON_USES: Readonly<Record<"accounts" | "roles" | "others", RawBuilder<boolean>>> = {
  accounts: sql`exists (
    select from accounts a where a.client_id = person.client_id and a.identity_oid = person.oid)`,
  roles: sql`(exists (
      select from access_role_assignments a where a.client_id = person.client_id and a.identity_oid = person.oid)
    or exists (
      select from access_role_owners o where o.client_id = person.client_id and o.identity_oid = person.oid))`,
  others: sql`(exists (
      select from cases c where c.client_id = person.client_id and c.identity_oid = person.oid)
    or exists (
      select from system_tasks t where t.client_id = person.client_id and t.identity_oid = person.oid)
    or exists (
      select from correlation_decisions d where d.client_id = person.client_id and d.identity_oid = person.oid)
    or exists (
      select from correlation_decisions d where d.client_id = person.client_id and d.former_oid = person.oid))`,
};

/** Of the table alias `person`. */
export const IS_PERSON_USED = sql<boolean>`(${sql.join(Object.values(PERSON_USES), sql` or `)})`;

/**
 * Of the table alias `person`: somebody names the person as manager, by id or by username. An id takes precedence.
 *
 * @param isCounted condition on the table alias `report`, who names the manager
 */
export function isManagerOf(clientId: string, isCounted: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`person.oid in (
    select manager.oid from identities report
    join identities manager on manager.client_id = report.client_id and manager.external_id = report.manager
    where report.client_id = ${clientId} and ${isCounted}
    union all
    select manager.oid from identities report
    join identities manager on manager.client_id = report.client_id and manager.username = report.manager
    where report.client_id = ${clientId} and ${isCounted} and not exists (
      select from identities named
      where named.client_id = report.client_id and named.external_id = report.manager))`;
}
