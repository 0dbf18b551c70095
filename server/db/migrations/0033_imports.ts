/** Imports in the browser: their files, their jobs and the rejected records. */
import type { Migration } from "../migration.ts";

export const imports: Migration = {
  name: "0033_imports",
  statements: [
    `create table directory_imports (
      client_id uuid not null references clients (id) on delete cascade,
      id uuid not null,
      actor_id uuid not null,
      actor text not null,
      created_at timestamptz not null,
      mode text not null check (mode in ('merge', 'replace')),
      skip_rejected boolean not null default false,
      files jsonb not null,
      status text not null check (status in
        ('uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled')),
      phase text not null default 'waiting' check (phase in ('waiting', 'reading', 'comparing', 'writing')),
      progress integer not null default 0,
      counts jsonb,
      rejected integer not null default 0,
      warnings jsonb not null default '[]',
      failure jsonb,
      requested_at timestamptz,
      attempts integer not null default 0,
      lease_owner uuid,
      lease_until timestamptz,
      primary key (client_id, id)
    )`,
    // One import of a client runs at a time.
    `create unique index directory_imports_running on directory_imports (client_id)
      where status in ('checking', 'importing')`,
    `create index directory_imports_newest on directory_imports (client_id, created_at desc, id)`,
    `create table import_parts (
      client_id uuid not null,
      import_id uuid not null,
      file text not null check (file in ('identities', 'access')),
      part integer not null,
      body bytea not null,
      primary key (client_id, import_id, file, part),
      foreign key (client_id, import_id) references directory_imports (client_id, id) on delete cascade
    )`,
    // Compressed already, or not worth the time: parts live for minutes.
    `alter table import_parts alter column body set storage external`,
    `create table import_rejects (
      client_id uuid not null,
      import_id uuid not null,
      no integer not null,
      file text not null,
      line integer not null,
      column_name text,
      code text not null,
      reason text not null,
      primary key (client_id, import_id, no),
      foreign key (client_id, import_id) references directory_imports (client_id, id) on delete cascade
    )`,
  ],
};
