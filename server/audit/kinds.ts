/** The kind under which a change is listed; `listedKind` of `events/entities/auditEntry.ts` says the same. */
import { sql, type RawBuilder } from "kysely";

/** Of the column with the name of the call. It equals the expression of the index `audit_listed_kind`. */
export const listedKindOf = (call: RawBuilder<unknown>) => sql`(case split_part(${call}, '/', 1)
  when 'bulkChanges' then 'users' when 'policyChanges' then 'orgs'
  else split_part(${call}, '/', 1) end)`;
