/** Bulk change files: each line's effect and outcome. */
import type { Migration } from "../migration.ts";

export const bulkChanges: Migration = {
  name: "0010_bulkChanges",
  statements: [
    `create table bulk_changes (
      client_id uuid not null references clients (id) on delete cascade,
      id uuid not null,
      actor_id uuid not null references users (id) on delete cascade,
      file_name text not null,
      created_at timestamptz not null,
      is_checked boolean not null default false,
      primary key (client_id, id)
    )`,
    `create table bulk_lines (
      client_id uuid not null,
      bulk_id uuid not null,
      line integer not null,
      kind text not null
        check (kind in ('create', 'change', 'archive', 'restore', 'unchanged', 'refused')),
      outcome text check (outcome in ('done', 'late')),
      username text not null,
      user_id uuid,
      version integer,
      before jsonb,
      after jsonb,
      problems jsonb not null default '[]',
      primary key (client_id, bulk_id, line),
      foreign key (client_id, bulk_id) references bulk_changes (client_id, id) on delete cascade
    )`,
    `create index bulk_lines_kind on bulk_lines (client_id, bulk_id, kind, line)`,
    `create index bulk_lines_late on bulk_lines (client_id, bulk_id, line) where outcome = 'late'`,
    `create index bulk_lines_left on bulk_lines (client_id, bulk_id, line)
      where outcome is null and kind in ('create', 'change', 'archive', 'restore')`,
    // Each new token replaces the old ones.
    `create index account_tokens_expiry on account_tokens (expires_at)`,
  ],
};
