/** Mails that tell a client's owners which systems are set up. */
import type { Migration } from "../migration.ts";

export const completeMails: Migration = {
  name: "0046_completeMails",
  statements: [
    `alter table connected_systems add column announced_at timestamptz`,
    // Nobody waits for a mail about a system that is in use already.
    `update connected_systems set announced_at = now() where confirmed`,
    // The names of the systems, one per line.
    `alter table notices_owed add column systems text not null default ''`,
  ],
};
