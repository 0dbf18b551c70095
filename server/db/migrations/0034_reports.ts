/** Stored reports about access and policies, their rows, schedules and mails. */
import type { Migration } from "../migration.ts";

export const reports: Migration = {
  name: "0034_reports",
  statements: [
    `create table reports (
      client_id uuid not null,
      id uuid not null,
      kind text not null,
      org_oid uuid,
      org_name text,
      resource_id uuid,
      resource_name text,
      from_day text,
      until_day text,
      scope_key text not null,
      requested_at timestamptz not null,
      author_id uuid,
      author text not null,
      schedule_id uuid,
      status text not null check (status in ('queued', 'running', 'ready', 'failed', 'cancelled')),
      failure text,
      progress double precision not null default 0,
      run_id uuid not null,
      attempts integer not null default 0,
      lease_owner text,
      lease_until timestamptz,
      finished_at timestamptz,
      row_count integer not null default 0,
      chart jsonb,
      primary key (client_id, id)
    )`,
    `create index reports_requested on reports (client_id, requested_at, id)`,
    `create index reports_waiting on reports (requested_at, id) where status in ('queued', 'running')`,
    // At most one report of a scope waits or runs.
    `create unique index reports_scope on reports (client_id, scope_key) where status in ('queued', 'running')`,
    `create table report_rows (
      client_id uuid not null,
      run_id uuid not null,
      no integer not null,
      cells jsonb not null,
      search_key text collate "C" not null,
      primary key (client_id, run_id, no)
    )`,
    `create table report_schedules (
      client_id uuid not null,
      id uuid not null,
      kind text not null,
      org_oid uuid,
      org_name text,
      resource_id uuid,
      resource_name text,
      every text not null check (every in ('daily', 'weekly', 'monthly')),
      author_id uuid not null,
      author text not null,
      language text not null,
      recipients uuid[] not null,
      created_at timestamptz not null,
      next_at timestamptz not null,
      primary key (client_id, id)
    )`,
    `create index report_schedules_next on report_schedules (next_at)`,
    `create table report_mails (
      client_id uuid not null,
      id uuid not null default gen_random_uuid(),
      report_id uuid not null,
      user_id uuid not null,
      language text not null,
      due_at timestamptz not null,
      attempts integer not null default 0,
      primary key (client_id, id)
    )`,
    `create index report_mails_due on report_mails (due_at)`,
  ],
};
