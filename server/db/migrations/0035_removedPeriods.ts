/** The periods of validity of grants that a change removed or replaced, so that undoing it restores them. */
import type { Migration } from "../migration.ts";

export const removedPeriods: Migration = {
  name: "0035_removedPeriods",
  statements: [
    `alter table policy_change_orgs add column periods jsonb not null default '{}'`,
    `create index inducements_periods on inducements (client_id, org_oid, role_oid)
      where valid_from is not null or valid_until is not null`,
  ],
};
