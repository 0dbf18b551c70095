/** A client's username format, and the time of its secure agent's last report. */
import type { Migration } from "../migration.ts";

export const clientRecords: Migration = {
  name: "0007_clientRecords",
  statements: [
    `alter table clients
      add column username_format_id text
        check (username_format_id in ('first.last', 'flast', 'firstl', 'custom')),
      add column username_format_custom text,
      add column secure_agent_seen_at timestamptz`,
    `create index user_clients_managers on user_clients (client_id) where is_hr or is_ad`,
  ],
};
