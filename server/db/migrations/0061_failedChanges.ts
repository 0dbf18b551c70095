/** Finds the failed changes of a system and of a client. */
import type { Migration } from "../migration.ts";

export const failedChanges: Migration = {
  name: "0061_failedChanges",
  statements: [
    `create index provisioning_changes_failures on provisioning_changes (client_id, resource_id, plan_id)
      where state = 'failed'`,
  ],
};
