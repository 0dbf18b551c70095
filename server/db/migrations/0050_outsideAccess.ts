/** Finds the people who hold entitlements that no policy grants. A background job counts them. */
import type { Migration } from "../migration.ts";

export const outsideAccess: Migration = {
  name: "0050_outsideAccess",
  statements: [
    `alter table identities add column outside_count integer not null default 0`,
    `create index identities_outside on identities (client_id, external_id)
      where outside_count > 0`,
    `create table outside_counts (
      client_id uuid primary key,
      state text not null default '',
      counted_at timestamptz,
      duration integer not null default 0,
      claimed_until timestamptz
    )`,
  ],
};
