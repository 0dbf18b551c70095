/**
 * When a system was first published, so that the earlier one of two systems wins that set a field of people; and for whom the
 * inbound mappings were last evaluated with an account, so that the next run notices a new owner.
 */
import type { Migration } from "../migration.ts";

export const inboundMappings: Migration = {
  name: "0103_inboundMappings",
  statements: [
    `alter table connected_systems add column first_published_at timestamptz`,
    `update connected_systems set first_published_at = published_at where published_at is not null`,
    `alter table system_objects add column mapped_owner uuid`,
  ],
};
