/** Who was the first to approve a plan that needs the approval of two people, and the hash of the plan that they saw. */
import type { Migration } from "../migration.ts";

export const firstApprovals: Migration = {
  name: "0095_firstApprovals",
  statements: [
    `alter table system_runs add column first_approver_id uuid`,
    `alter table system_runs add column first_approver text`,
    `alter table system_runs add column first_approved_at timestamptz`,
    `alter table system_runs add column first_approved_hash text`,
  ],
};
