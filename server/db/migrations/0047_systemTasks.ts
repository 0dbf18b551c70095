/** Tasks of self-certified systems. */
import type { Migration } from "../migration.ts";

export const systemTasks: Migration = {
  name: "0047_systemTasks",
  statements: [
    `create table system_tasks (
      client_id uuid not null,
      resource_id uuid not null,
      id uuid not null,
      action text not null check (action in ('create', 'change', 'disable', 'enable', 'remove')),
      account text not null,
      identity_oid uuid,
      changes jsonb not null default '[]',
      note text not null default '',
      search_key text collate "C" not null,
      state text not null default 'open' check (state in ('open', 'attested', 'withdrawn')),
      created_by text not null,
      created_at timestamptz not null,
      settled_by_id uuid,
      settled_by text,
      settled_at timestamptz,
      primary key (client_id, resource_id, id),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade,
      check ((state = 'open') = (settled_at is null))
    )`,
    `create index system_tasks_created on system_tasks (client_id, resource_id, created_at, id)`,
    `create index system_tasks_state on system_tasks (client_id, resource_id, state, created_at, id)`,
  ],
};
