/** Mailing of support requests: recipient, status and next attempt. */
import type { Migration } from "../migration.ts";

export const supportMail: Migration = {
  name: "0008_supportMail",
  statements: [
    `alter table support_requests
      add column mail_to text,
      add column mail_due_at timestamptz,
      add column mail_attempts integer not null default 0`,
    `create index support_requests_mail on support_requests (mail_due_at) where mail_due_at is not null`,
  ],
};
