/** Finds the access roles that a person got and lost in the audit trail, whose targets are the roles. */
import type { Migration } from "../migration.ts";

export const personChanges: Migration = {
  name: "0049_personChanges",
  statements: [
    `create index audit_person on audit
      (client_id, (coalesce(after ->> 'person', before ->> 'person')), at, id)
      where call in ('accessRoles/grantRole', 'accessRoles/revokeRole')`,
  ],
};
