/** The names of entitlements that left the directory, because the history of policies mentions them. */
import type { Migration } from "../migration.ts";

export const goneEntitlements: Migration = {
  name: "0087_goneEntitlements",
  statements: [
    `create table gone_entitlements (
      client_id uuid not null,
      role_oid uuid not null,
      name text not null,
      search_key text not null,
      resource_name text not null,
      gone_at timestamptz not null,
      primary key (client_id, role_oid)
    )`,
  ],
};
