/**
 * Commands write names, counts and keys in the transaction of their change, because triggers that write other tables do
 * not work on tables distributed by client. The triggers that refuse changes of the audit trail stay.
 */
import type { Migration } from "../migration.ts";

/** Functions of the triggers of orgs, users and `user_clients`. */
const CALLED = [
  "names_of_new_orgs",
  "names_of_gone_orgs",
  "names_of_changed_orgs",
  "names_of_new_users",
  "names_of_gone_users",
  "names_of_changed_users",
  "user_clients_begin",
  "user_clients_follow",
  "user_counts_insert",
  "user_counts_delete",
  "user_counts_update",
];

export const writtenKeys: Migration = {
  name: "0025_writtenKeys",
  statements: [
    ...CALLED.map((name) => `drop function if exists ${name}() cascade`),
    // Existing rows are counted. New rows count only once their keys are written.
    `alter table user_clients add column counted boolean not null default true`,
    `alter table user_clients alter column counted set default false`,
    `alter table resources add column search_key text collate "C"`,
    // Equals `normalizeForFilter` for ASCII. The server creates other keys at its start.
    `update resources set search_key = translate(lower(name collate "C"), E'\\t\\n\\x0b\\x0c\\r |_', '')
      where octet_length(name) = char_length(name)`,
    `create index resources_unkeyed on resources (client_id) where search_key is null`,
  ],
};
