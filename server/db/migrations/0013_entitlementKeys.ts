/** Names of entitlements as filters see them, so that policies are searched and ordered by the database. */
import type { Migration } from "../migration.ts";

export const entitlementKeys: Migration = {
  name: "0013_entitlementKeys",
  statements: [
    `alter table entitlements add column search_key text collate "C"`,
    // As `normalizeForFilter` makes them of ASCII; what folds otherwise gets its key by the server, when first asked for.
    `update entitlements set search_key = translate(lower(name collate "C"), E'\\t\\n\\x0b\\x0c\\r |_', '')
      where octet_length(name) = char_length(name)`,
    `create index entitlements_unkeyed on entitlements (client_id) where search_key is null`,
  ],
};
