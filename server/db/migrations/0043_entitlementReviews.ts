/** What administrators say about entitlements, and the names of entitlements that were merged into others. */
import type { Migration } from "../migration.ts";

export const entitlementReviews: Migration = {
  name: "0043_entitlementReviews",
  statements: [
    // An entitlement without a row here was neither reviewed nor compared with its system.
    `create table entitlement_reviews (
      client_id uuid not null,
      entitlement_id uuid not null,
      resource_id uuid not null,
      display_name text,
      description text not null default '',
      owner_id uuid,
      position integer check (position > 0),
      excluded boolean not null default false,
      interim boolean not null default false,
      reported boolean,
      checked_at timestamptz,
      search_key text collate "C" not null default '',
      version integer not null default 0,
      primary key (client_id, entitlement_id),
      foreign key (client_id, entitlement_id) references entitlements (client_id, id) on delete cascade
    )`,
    `create index entitlement_reviews_resource on entitlement_reviews (client_id, resource_id)`,
    // Imports read these names as the entitlement that was kept.
    `create table entitlement_aliases (
      client_id uuid not null,
      resource_id uuid not null,
      name text collate "C" not null,
      entitlement_id uuid not null,
      primary key (client_id, resource_id, name),
      foreign key (client_id, entitlement_id) references entitlements (client_id, id) on delete cascade
    )`,
    `create index entitlement_aliases_entitlement on entitlement_aliases (client_id, entitlement_id)`,
  ],
};
