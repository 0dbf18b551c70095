/** Whose preview of a change of one policy it is, because only the last ones of each user are kept. */
import type { Migration } from "../migration.ts";

export const previewUsers: Migration = {
  name: "0099_previewUsers",
  statements: [
    `alter table policy_previews add column user_id uuid`,
    `create index policy_previews_user on policy_previews (client_id, user_id, at) where user_id is not null`,
  ],
};
