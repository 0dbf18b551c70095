/** Plans of provisioning that a worker writes to the system. */
import type { Migration } from "../migration.ts";

export const appliedProvisioning: Migration = {
  name: "0058_appliedProvisioning",
  statements: [
    `alter table provisioning_plans
      add column due_at timestamptz,
      add column tries integer not null default 0,
      add column cancelled_at timestamptz,
      drop constraint provisioning_plans_status_check,
      add constraint provisioning_plans_status_check check (status in
        ('waiting', 'computing', 'planned', 'applying', 'done', 'partlyFailed', 'failed', 'cancelled', 'rejected'))`,
    `alter table provisioning_changes
      add column attempts integer not null default 0,
      add column seen text,
      drop constraint provisioning_changes_state_check,
      add constraint provisioning_changes_state_check check (state in
        ('planned', 'blocked', 'approved', 'writing', 'applied', 'failed', 'task', 'skipped'))`,
    `drop index provisioning_plans_open`,
    // A resource has one plan at a time that is computed or applied.
    `create unique index provisioning_plans_open on provisioning_plans (client_id, resource_id)
      where status in ('waiting', 'computing', 'applying')`,
    `create index provisioning_changes_next on provisioning_changes (client_id, resource_id, plan_id, no)
      where state in ('approved', 'writing')`,
    `create index provisioning_changes_failed on provisioning_changes (client_id, identity_oid, ended_at)
      where state = 'failed'`,
  ],
};
