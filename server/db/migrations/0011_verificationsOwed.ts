/** Validation e-mails that are still to be sent. */
import type { Migration } from "../migration.ts";

export const verificationsOwed: Migration = {
  name: "0011_verificationsOwed",
  statements: [
    `create table verifications_owed (
      user_id uuid primary key references users (id) on delete cascade,
      language text not null check (language in ('en', 'de')),
      due_at timestamptz not null,
      attempts integer not null default 0
    )`,
    `create index verifications_owed_due on verifications_owed (due_at, user_id)`,
  ],
};
