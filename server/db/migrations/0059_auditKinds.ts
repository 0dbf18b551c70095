/** Lists an undo with the changes that it can undo: changes of a kind, newest first. */
import type { Migration } from "../migration.ts";

export const auditKinds: Migration = {
  name: "0059_auditKinds",
  statements: [
    `drop index audit_kind`,
    `create index audit_listed_kind on audit (client_id, (case split_part(call, '/', 1)
      when 'bulkChanges' then 'users' when 'policyChanges' then 'orgs'
      else split_part(call, '/', 1) end), at, id)`,
  ],
};
