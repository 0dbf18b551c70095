/** What happened to each person and to their accounts: who joined, moved and left, and which changes concern whom. */
import type { Migration } from "../migration.ts";

export const personHistory: Migration = {
  name: "0066_personHistory",
  statements: [
    `create table person_history (
      client_id uuid not null,
      identity_oid uuid not null,
      id uuid not null,
      at timestamptz not null,
      kind text not null check (kind in ('joined', 'moved', 'changed', 'left', 'returned')),
      before jsonb,
      after jsonb,
      resource_id uuid,
      run_oid uuid,
      actor text not null,
      primary key (client_id, identity_oid, id)
    )`,
    `alter table system_run_entries add column identity_oid uuid`,
    `update system_run_entries set identity_oid = (former ->> 'owner')::uuid
      where former ->> 'owner' is not null`,
    `create index system_run_entries_person on system_run_entries (client_id, identity_oid)
      where identity_oid is not null`,
    `create index provisioning_changes_person on provisioning_changes (client_id, identity_oid)
      where identity_oid is not null`,
    `create index system_tasks_person on system_tasks (client_id, identity_oid)
      where identity_oid is not null`,
    `create index correlation_decisions_person on correlation_decisions (client_id, identity_oid)
      where identity_oid is not null`,
  ],
};
