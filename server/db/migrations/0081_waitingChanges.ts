/** Lets a change that its system did not store completely wait for another attempt, while others are written. */
import type { Migration } from "../migration.ts";

export const waitingChanges: Migration = {
  name: "0081_waitingChanges",
  statements: [
    `alter table provisioning_changes add column due_at timestamptz`,
    `create index provisioning_changes_due on provisioning_changes (client_id, resource_id, plan_id, due_at)
      where due_at is not null`,
  ],
};
