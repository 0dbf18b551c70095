/** Normalized names of entitlements, with which the database searches and sorts policies. */
import type { Migration } from "../migration.ts";

export const entitlementKeys: Migration = {
  name: "0013_entitlementKeys",
  statements: [
    `alter table entitlements add column search_key text collate "C"`,
    // Equals `normalizeForFilter` for ASCII. The server creates other keys when they are first needed.
    `update entitlements set search_key = translate(lower(name collate "C"), E'\\t\\n\\x0b\\x0c\\r |_', '')
      where octet_length(name) = char_length(name)`,
    `create index entitlements_unkeyed on entitlements (client_id) where search_key is null`,
  ],
};
