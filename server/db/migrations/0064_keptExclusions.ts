/** Who left a change out of a preview, and what the preview that takes its place leaves out as well. */
import type { Migration } from "../migration.ts";

export const keptExclusions: Migration = {
  name: "0064_keptExclusions",
  statements: [
    `alter table provisioning_changes add column left_out_by jsonb`,
    `alter table provisioning_plans add column kept_exclusions jsonb`,
    `create table provisioning_exclusions (
      client_id uuid not null,
      resource_id uuid not null,
      plan_id uuid not null,
      kind text not null,
      object_class text not null,
      account text collate "C" not null,
      identity_oid uuid,
      content text not null,
      left_out_by jsonb not null,
      foreign key (client_id, resource_id, plan_id)
        references provisioning_plans (client_id, resource_id, id) on delete cascade
        deferrable initially deferred
    )`,
    `create index provisioning_exclusions_plan on provisioning_exclusions (client_id, resource_id, plan_id, account)`,
  ],
};
