/** Imports of files that were written, and each record that they changed, so that they can be undone. */
import type { Migration } from "../migration.ts";

export const importHistory: Migration = {
  name: "0088_importHistory",
  statements: [
    `create table import_history (
      client_id uuid not null,
      id uuid not null,
      no integer not null,
      at timestamptz not null,
      actor text not null,
      by_command boolean not null,
      mode text not null check (mode in ('merge', 'replace')),
      counts jsonb not null,
      changes integer not null,
      changes_dropped boolean not null default false,
      status text not null default 'done' check (status in ('done', 'undone')),
      undone_at timestamptz,
      undone_by text,
      primary key (client_id, id),
      unique (client_id, no),
      check ((status = 'undone') = (undone_at is not null)),
      check ((status = 'undone') = (undone_by is not null))
    )`,
    `create index import_history_at on import_history (at) where not changes_dropped`,
    // The changes precede the row of their import, so no foreign key leads to it.
    `create table import_changes (
      client_id uuid not null,
      import_id uuid not null,
      no integer not null,
      kind text not null check (kind in ('person', 'org', 'resource', 'entitlement', 'account')),
      change text not null check (change in ('added', 'updated', 'removed')),
      record_id uuid not null,
      name text collate "C" not null,
      search_key text collate "C" not null,
      before jsonb,
      after jsonb,
      primary key (client_id, import_id, no),
      check ((change = 'added') = (before is null)),
      check (change <> 'removed' or after is null)
    )`,
    // Names of what accounts held and belonged to. Accounts are too many for an index.
    `create index import_changes_named on import_changes (client_id, kind, record_id) where kind <> 'account'`,
  ],
};
