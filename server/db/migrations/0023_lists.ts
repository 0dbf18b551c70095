/** Indexes and counts with which lists of a million rows answer as quickly as short ones. */
import type { Migration } from "../migration.ts";

const countUsers = (event: string, rows: string, counted: string) => [
  `create function user_counts_${event}() returns trigger language plpgsql as $$ begin
    insert into user_counts select client_id, archived, sum(users) from (${counted}) c
    group by client_id, archived having sum(users) <> 0;
    return null;
  end $$`,
  `create trigger user_counts_${event} after ${event} on user_clients referencing ${rows}
    for each statement execute function user_counts_${event}()`,
];
const ADDED = "select client_id, archived, 1 as users from new_rows";
const REMOVED = "select client_id, archived, -1 as users from old_rows";

export const lists: Migration = {
  name: "0023_lists",
  statements: [
    // The audit trail, newest first: by client, and within it by actor, by kind of call or by target.
    `drop index audit_client_at`,
    `create index audit_client on audit (client_id, at, id)`,
    `create index audit_actor on audit (client_id, actor, at, id)`,
    `create index audit_kind on audit (client_id, (split_part(call, '/', 1)), at, id)`,
    `drop index audit_target_at`,
    `create index audit_target on audit (target, at, id)`,
    `create index identities_name on identities
      (client_id, (lower(family_name) collate "C"), (lower(given_name) collate "C"), external_id)`,
    // A count is the sum of its rows. Writers only add rows, so that no two of them wait for each other.
    `create table user_counts (
      client_id uuid not null,
      archived boolean not null,
      users bigint not null
    )`,
    `create index user_counts_client on user_counts (client_id, archived)`,
    `insert into user_counts select client_id, archived, count(*) from user_clients group by client_id, archived`,
    ...countUsers("insert", "new table as new_rows", ADDED),
    ...countUsers("delete", "old table as old_rows", REMOVED),
    ...countUsers(
      "update",
      "old table as old_rows new table as new_rows",
      `${ADDED} union all ${REMOVED}`,
    ),
  ],
};
