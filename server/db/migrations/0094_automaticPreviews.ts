/** Previews of provisioning that Provision generates without a person. */
import type { Migration } from "../migration.ts";

export const automaticPreviews: Migration = {
  name: "0094_automaticPreviews",
  statements: [
    // Null: Provision generated it.
    `alter table provisioning_plans alter column actor_id drop not null`,
    `create table automatic_previews (
      client_id uuid not null,
      resource_id uuid not null,
      due_at timestamptz not null,
      changed_state text,
      changed_at timestamptz,
      queued_at timestamptz,
      compared_state text,
      compared_at timestamptz,
      primary key (client_id, resource_id),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
  ],
};
