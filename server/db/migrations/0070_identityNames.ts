/** Indexes by which the command palette finds people of the directory, beside `identities_name`. */
import type { Migration } from "../migration.ts";

export const identityNames: Migration = {
  name: "0070_identityNames",
  statements: [
    // With sort_key, because functions in index expressions are evaluated with an empty search path and name_key calls another.
    `create index identities_full_name on identities
      (client_id, (sort_key(coalesce(given_name, '') || ' ' || coalesce(family_name, '')) collate "C"))`,
    `create index identities_lower_username on identities (client_id, (lower(username) collate "C"))`,
  ],
};
