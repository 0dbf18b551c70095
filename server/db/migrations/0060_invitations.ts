/** Who invites the recipient of a validation e-mail, and to which client. */
import type { Migration } from "../migration.ts";

export const invitations: Migration = {
  name: "0060_invitations",
  statements: [
    `alter table verifications_owed
      add column invited_by text not null default '',
      add column client_name text not null default ''`,
  ],
};
