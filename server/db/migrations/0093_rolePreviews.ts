/** Previews of changes of access roles. */
import type { Migration } from "../migration.ts";

export const rolePreviews: Migration = {
  name: "0093_rolePreviews",
  statements: [
    `alter table policy_previews add column role jsonb`,
    `alter table policy_previews drop constraint policy_previews_one`,
    `alter table policy_previews
      add constraint policy_previews_one check (num_nonnulls(request, file, policy, role) = 1)`,
  ],
};
