/** Stores when users last signed in, because sessions end and searching the audit trail for each row of a list is too slow. */
import type { Migration } from "../migration.ts";

export const lastSignIn: Migration = {
  name: "0029_lastSignIn",
  statements: [
    `alter table users add column last_sign_in_at timestamptz`,
    `update users u set last_sign_in_at = s.last
      from (select user_id, max(created_at) as last from sessions group by user_id) s
      where s.user_id = u.id`,
  ],
};
