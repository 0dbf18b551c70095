/** Groups of orgs: their order in the tree, names that may equal those of imported orgs, and the history of changes. */
import type { Migration } from "../migration.ts";

export const groupings: Migration = {
  name: "0030_groupings",
  statements: [
    `alter table orgs add column tree_rank smallint not null
      generated always as (case when is_group then 0 else 1 end) stored`,
    // The children of an org, groups first.
    `create index orgs_tree on orgs (client_id, parent_oid, tree_rank, sort_key, name, oid)`,
    `create index orgs_inactive on orgs (client_id, type, sort_key, name, oid)
      where member_count = 0 and not is_group`,
    `create index orgs_groups on orgs (client_id, type, oid) where is_group`,
    // A group may be named like an imported org, which imports find by name.
    `alter table orgs drop constraint orgs_client_id_type_name_key`,
    `create unique index orgs_name on orgs (client_id, type, name) where not is_group`,
    `create table group_changes (
      client_id uuid not null,
      id uuid not null,
      no integer not null,
      at timestamptz not null,
      actor_id uuid,
      actor text not null,
      org_type text not null,
      change text not null check (change in ('ADD', 'REPLACE', 'DELETE')),
      group_oid uuid,
      group_name text,
      former_name text,
      created integer not null,
      moved integer not null,
      policy_changes uuid[] not null,
      undoes uuid,
      undone_by uuid,
      primary key (client_id, id)
    )`,
    `create unique index group_changes_no on group_changes (client_id, org_type, no)`,
    `create table group_change_orgs (
      client_id uuid not null,
      change_id uuid not null,
      org_oid uuid not null,
      change text not null check (change in ('ADD', 'REPLACE', 'DELETE')),
      name_before text,
      parent_before uuid,
      name_after text,
      parent_after uuid,
      version_after integer not null,
      primary key (client_id, change_id, org_oid)
    )`,
  ],
};
