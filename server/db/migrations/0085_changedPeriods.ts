/** Adds changed periods of grants to the history of policies. */
import type { Migration } from "../migration.ts";

export const changedPeriods: Migration = {
  name: "0085_changedPeriods",
  statements: [
    `alter table policy_changes drop constraint policy_changes_kind_check`,
    `alter table policy_changes add constraint policy_changes_kind_check
      check (kind in ('apply', 'remove', 'period', 'bulk', 'import', 'undo'))`,
    `alter table policy_change_orgs add column changed_periods jsonb not null default '{}'`,
  ],
};
