/** Plans of provisioning, and the changes of accounts that they consist of. */
import type { Migration } from "../migration.ts";

export const provisioning: Migration = {
  name: "0052_provisioning",
  statements: [
    `create table provisioning_plans (
      client_id uuid not null,
      resource_id uuid not null,
      id uuid not null,
      no integer not null,
      status text not null check (status in
        ('waiting', 'computing', 'planned', 'done', 'failed', 'cancelled', 'rejected')),
      evaluated integer not null default 0,
      total integer not null default 0,
      gates jsonb not null default '[]',
      state text,
      problem jsonb,
      version integer not null default 1,
      actor_id uuid not null,
      actor text not null,
      created_at timestamptz not null,
      planned_at timestamptz,
      ended_at timestamptz,
      approved_by_id uuid,
      approved_by text,
      approved_at timestamptz,
      attempts integer not null default 0,
      lease_owner uuid,
      lease_until timestamptz,
      primary key (client_id, resource_id, id),
      unique (client_id, resource_id, no),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
    // A resource has one plan at a time that is computed.
    `create unique index provisioning_plans_open on provisioning_plans (client_id, resource_id)
      where status in ('waiting', 'computing')`,
    `create table provisioning_changes (
      client_id uuid not null,
      resource_id uuid not null,
      plan_id uuid not null,
      no integer not null,
      kind text not null check (kind in ('create', 'change', 'grant', 'revoke', 'enable', 'disable', 'remove')),
      identity_oid uuid,
      account text collate "C" not null,
      object_class text not null,
      search_key text not null,
      before text,
      after text,
      source text,
      problem jsonb,
      left_out boolean not null default false,
      state text not null check (state in ('planned', 'blocked', 'applied', 'task', 'skipped')),
      ended_at timestamptz,
      task_id uuid,
      primary key (client_id, resource_id, plan_id, no),
      foreign key (client_id, resource_id, plan_id)
        references provisioning_plans (client_id, resource_id, id) on delete cascade
    )`,
    `create index provisioning_changes_kind on provisioning_changes (client_id, resource_id, plan_id, kind, no)`,
    `create index provisioning_changes_account on provisioning_changes (client_id, resource_id, account, ended_at)`,
    `create index provisioning_changes_task on provisioning_changes (client_id, resource_id, task_id)
      where task_id is not null`,
  ],
};
