/** Previews of provisioning that need the approval of a second person. */
import type { Migration } from "../migration.ts";

export const secondApprover: Migration = {
  name: "0068_secondApprover",
  statements: [
    `alter table clients add column requires_second_approver boolean not null default false`,
    // Everyone but the actor who changed what a plan includes, as { id, username }.
    `alter table provisioning_plans add column editors jsonb not null default '[]'`,
  ],
};
