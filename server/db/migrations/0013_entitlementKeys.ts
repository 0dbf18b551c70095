/** Names of entitlements as filters see them, so that policies are searched and ordered by the database. */
import type { Migration } from "../migration.ts";

export const entitlementKeys: Migration = {
  name: "0013_entitlementKeys",
  statements: [
    `alter table entitlements add column search_key text collate "C"`,
    `create index entitlements_unkeyed on entitlements (client_id) where search_key is null`,
  ],
};
