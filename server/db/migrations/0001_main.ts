/**
 * The first schema. Keys start with the client, and ids are UUIDs from the server, so that rows can be distributed by
 * client. Text that is sorted or matched by prefix has the collation "C": the same order on every database, and LIKE
 * 'x%' uses the plain index.
 */
import type { Migration } from "../migration.ts";

const administration = [
  `create table settings (
    key text primary key,
    value jsonb not null
  )`,
  `create table clients (
    id uuid primary key,
    name text not null unique,
    slug text not null unique,
    url text,
    core_processor text,
    address text,
    address2 text,
    city text,
    state text,
    zip text,
    icon text,
    admin_enabled boolean not null default true,
    limit_self_certified integer,
    limit_system_export integer,
    limit_api integer,
    created_at timestamptz not null
  )`,
  `create table users (
    id uuid primary key,
    username text not null,
    username_key text collate "C" not null unique,
    given_name text not null,
    family_name text not null,
    email text,
    phone_number text,
    phone_extension text,
    job_title text,
    password_hash text,
    onboarded boolean not null default false,
    archived boolean not null default false,
    created_at timestamptz not null
  )`,
  `create table user_clients (
    user_id uuid not null references users (id) on delete cascade,
    client_id uuid not null references clients (id) on delete cascade,
    position integer not null,
    primary key (user_id, client_id)
  )`,
  `create table roles (
    id uuid primary key,
    name text not null,
    permissions text[] not null
  )`,
  `create table user_roles (
    user_id uuid not null references users (id) on delete cascade,
    role_id uuid not null references roles (id) on delete cascade,
    primary key (user_id, role_id)
  )`,
  `create table user_resources (
    client_id uuid not null,
    user_id uuid not null references users (id) on delete cascade,
    resource_id uuid not null,
    primary key (client_id, user_id, resource_id)
  )`,
  `create table sessions (
    id_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    user_agent text
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_expiry on sessions (expires_at)`,
];

const directory = [
  `create table orgs (
    client_id uuid not null,
    oid uuid not null,
    type text not null check (type in ('job-titles', 'departments', 'locations')),
    name text collate "C" not null,
    display_name text collate "C" not null,
    parent_oid uuid,
    search_key text collate "C" not null,
    primary key (client_id, oid),
    unique (client_id, type, name)
  )`,
  `create unique index orgs_root on orgs (client_id, type) where parent_oid is null`,
  `create index orgs_search on orgs (client_id, type, search_key)`,
  `create index orgs_parent on orgs (client_id, parent_oid)`,
  `create table identities (
    client_id uuid not null,
    oid uuid not null,
    external_id text collate "C" not null,
    username text,
    given_name text,
    family_name text,
    email text,
    job_title text,
    department text,
    location text,
    manager text,
    attributes jsonb not null default '{}',
    search_key text collate "C" not null,
    primary key (client_id, oid),
    unique (client_id, external_id)
  )`,
  `create table identity_orgs (
    client_id uuid not null,
    org_oid uuid not null,
    identity_oid uuid not null,
    primary key (client_id, org_oid, identity_oid)
  )`,
  `create index identity_orgs_identity on identity_orgs (client_id, identity_oid)`,
];

const access = [
  `create table resources (
    client_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    type text,
    created_at timestamptz not null,
    primary key (client_id, id),
    unique (client_id, name)
  )`,
  `create table entitlements (
    client_id uuid not null,
    id uuid not null,
    no integer not null check (no > 0),
    resource_id uuid not null,
    name text collate "C" not null,
    role_oid uuid not null,
    primary key (client_id, id),
    unique (client_id, no),
    unique (client_id, resource_id, name),
    unique (client_id, role_oid)
  )`,
  `create table accounts (
    client_id uuid not null,
    id uuid not null,
    resource_id uuid not null,
    name text collate "C" not null,
    identity_oid uuid,
    entitlement_nos integer[] not null default '{}',
    primary key (client_id, id),
    unique (client_id, resource_id, name)
  )`,
  `create index accounts_identity on accounts (client_id, identity_oid)`,
  // No query selects by single numbers, and array statistics are slow to gather.
  `alter table accounts alter column entitlement_nos set statistics 0`,
  `create table inducements (
    client_id uuid not null,
    id uuid not null,
    org_oid uuid not null,
    role_oid uuid not null,
    created_at timestamptz not null,
    primary key (client_id, id),
    unique (client_id, org_oid, role_oid)
  )`,
];

const reports = [
  `create table mining_reports (
    client_id uuid not null,
    org_oid uuid not null,
    scope text not null,
    id uuid not null,
    status text not null check (status in ('queued', 'running', 'ready', 'failed')),
    requested_at timestamptz not null,
    lease_owner text,
    lease_until timestamptz,
    attempts integer not null default 0,
    error text,
    report_date timestamptz,
    total_users integer,
    total_shadows integer,
    primary key (client_id, org_oid, scope)
  )`,
  `create index mining_reports_work on mining_reports (status, lease_until)`,
  `create table mining_report_parts (
    client_id uuid not null,
    report_id uuid not null,
    part integer not null,
    body text not null,
    primary key (client_id, report_id, part)
  )`,
  // Uncompressed: parts are short-lived, and uncompressed ones are written and read several times faster.
  `alter table mining_report_parts alter column body set storage external`,
];

const audit = [
  `create table audit (
    client_id uuid,
    id uuid primary key,
    at timestamptz not null,
    actor_id uuid,
    actor text not null,
    call text not null,
    target text,
    before jsonb,
    after jsonb
  )`,
  `create index audit_client_at on audit (client_id, at)`,
  `create function audit_refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The audit table is append-only' using errcode = '42501';
  end
  $$`,
  `create trigger audit_append_only before update or delete on audit
    for each row execute function audit_refuse_change()`,
  `create trigger audit_no_truncate before truncate on audit
    for each statement execute function audit_refuse_change()`,
];

export const main: Migration = {
  name: "0001_main",
  statements: [...administration, ...directory, ...access, ...reports, ...audit],
};
