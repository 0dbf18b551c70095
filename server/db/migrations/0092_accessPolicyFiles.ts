/** Previews of files of policies that name access roles. */
import type { Migration } from "../migration.ts";

export const accessPolicyFiles: Migration = {
  name: "0092_accessPolicyFiles",
  statements: [
    `alter table policy_previews add column access_roles boolean not null default false`,
  ],
};
