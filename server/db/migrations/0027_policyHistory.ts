/** Groups, access roles, periods of validity, and the history of policies. */
import type { Migration } from "../migration.ts";

const orgs = [
  `alter table orgs add column is_group boolean not null default false`,
  `alter table orgs add column version integer not null default 1`,
  `update orgs o set is_group = true where parent_oid is not null and exists (
    select from orgs child where child.client_id = o.client_id and child.parent_oid = o.oid)`,
  `create index orgs_children on orgs (client_id, parent_oid, search_key, name)`,
];

const policies = [
  `alter table inducements add column valid_from timestamptz, add column valid_until timestamptz`,
  `create index inducements_role on inducements (client_id, role_oid, org_oid)`,
  `create index entitlements_search on entitlements (client_id, search_key, name, id)`,
  `create index inducements_expiry on inducements (client_id, valid_until) where valid_until is not null`,
  `create table policy_changes (
    client_id uuid not null,
    id uuid not null,
    at timestamptz not null,
    actor_id uuid,
    actor text not null,
    kind text not null check (kind in ('apply', 'remove', 'bulk', 'import', 'undo')),
    threshold double precision,
    resource_id uuid,
    org_count integer not null,
    added_count bigint not null,
    removed_count bigint not null,
    undoes uuid,
    undone_by uuid,
    primary key (client_id, id)
  )`,
  `create index policy_changes_at on policy_changes (client_id, at, id)`,
  `create table policy_change_orgs (
    client_id uuid not null,
    change_id uuid not null,
    org_oid uuid not null,
    added uuid[] not null,
    removed uuid[] not null,
    primary key (client_id, org_oid, change_id)
  )`,
  `create index policy_change_orgs_change on policy_change_orgs (client_id, change_id, org_oid)`,
  // Long lists of ids do not compress well, and no query needs statistics about them.
  `alter table policy_change_orgs
    alter column added set storage external, alter column added set statistics 0,
    alter column removed set storage external, alter column removed set statistics 0`,
];

const accessRoles = [
  `create table access_roles (
    client_id uuid not null,
    oid uuid not null,
    name text collate "C" not null,
    description text not null default '',
    resource_id uuid,
    search_key text collate "C" not null,
    version integer not null default 1,
    archived_at timestamptz,
    created_at timestamptz not null,
    changed_at timestamptz not null,
    primary key (client_id, oid)
  )`,
  `create unique index access_roles_name on access_roles (client_id, lower(name))`,
  `create index access_roles_search on access_roles (client_id, search_key, name)`,
  `create table access_role_entitlements (
    client_id uuid not null,
    access_role_oid uuid not null,
    role_oid uuid not null,
    primary key (client_id, access_role_oid, role_oid)
  )`,
  `create index access_role_entitlements_role on access_role_entitlements (client_id, role_oid)`,
  `create table access_role_owners (
    client_id uuid not null,
    access_role_oid uuid not null,
    identity_oid uuid not null,
    primary key (client_id, access_role_oid, identity_oid)
  )`,
  `create table access_role_assignments (
    client_id uuid not null,
    id uuid not null,
    access_role_oid uuid not null,
    identity_oid uuid not null,
    valid_from timestamptz,
    valid_until timestamptz,
    created_at timestamptz not null,
    created_by text not null,
    primary key (client_id, id),
    unique (client_id, access_role_oid, identity_oid)
  )`,
  `create index access_role_assignments_identity on access_role_assignments (client_id, identity_oid)`,
  `create index access_role_assignments_expiry on access_role_assignments (client_id, valid_until)
    where valid_until is not null`,
  `create table access_role_versions (
    client_id uuid not null,
    access_role_oid uuid not null,
    version integer not null,
    at timestamptz not null,
    actor_id uuid,
    actor text not null,
    content jsonb not null,
    primary key (client_id, access_role_oid, version)
  )`,
];

/** Counts changes of memberships, so that a server can tell whether its cached memberships are current. */
const memberships = [
  `create table membership_versions (
    client_id uuid primary key,
    version bigint not null
  )`,
];

export const policyHistory: Migration = {
  name: "0027_policyHistory",
  statements: [...orgs, ...policies, ...accessRoles, ...memberships],
};
