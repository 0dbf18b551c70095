/** Limits how fast provisioning writes, and how long the values of its previews are kept. */
import type { Migration } from "../migration.ts";

export const provisioningLimits: Migration = {
  name: "0063_provisioningLimits",
  statements: [
    `update connected_systems set settings = settings || '{"writesPerMinute": 600}',
      published_settings = published_settings || '{"writesPerMinute": 600}'`,
    `alter table provisioning_plans add column values_dropped boolean not null default false`,
    `alter table provisioning_changes add column values_dropped boolean not null default false`,
    `create index provisioning_plans_ended on provisioning_plans (ended_at)
      where ended_at is not null and not values_dropped`,
  ],
};
