/**
 * Stores counts of lines by kind and outcome with each file, and removes a user's list keys only if one of their texts
 * changes instead of on every save.
 */
import type { Migration } from "../migration.ts";

const KEYED = ["username", "given_name", "family_name", "email", "archived"];
const rowOf = (row: string) => `(${KEYED.map((column) => `${row}.${column}`).join(", ")})`;

export const bulkCounts: Migration = {
  name: "0014_bulkCounts",
  statements: [
    `alter table bulk_changes
      add column counts jsonb not null default '{}',
      add column done integer not null default 0,
      add column late integer not null default 0`,
    `update bulk_changes c set counts = l.counts, done = l.done, late = l.late
    from (
      select client_id, bulk_id, jsonb_object_agg(kind, lines) as counts, sum(done) as done, sum(late) as late
      from (
        select client_id, bulk_id, kind, count(*) as lines,
          count(*) filter (where outcome = 'done') as done, count(*) filter (where outcome = 'late') as late
        from bulk_lines group by client_id, bulk_id, kind
      ) k
      group by client_id, bulk_id
    ) l
    where l.client_id = c.client_id and l.bulk_id = c.id`,
    `drop trigger users_changed on users`,
    `create trigger users_changed after update on users for each row
      when (${rowOf("old")} is distinct from ${rowOf("new")}) execute function user_clients_follow()`,
  ],
};
