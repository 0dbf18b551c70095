/**
 * Stores counts for lists, because a directory is read much more often than imported. Every change of a client's
 * memberships, accounts or entitlements calls `count_directory` in its transaction.
 */
import type { Migration } from "../migration.ts";

/**
 * Members of an org include those of its descendants, each once. Most orgs are leaves, whose members are distinct by
 * key. Only other orgs need to deduplicate.
 */
const COUNT_ORGS = `
  with recursive up (oid, ancestor) as (
    select oid, oid from orgs where client_id = of_client
    union
    select up.oid, o.parent_oid from up
    join orgs o on o.client_id = of_client and o.oid = up.ancestor
    where o.parent_oid is not null
  ), parents as materialized (
    select distinct ancestor as oid from up where oid <> ancestor
  ), counted as materialized (
    select org_oid as oid, count(*) as count from identity_orgs
    where client_id = of_client and org_oid not in (select oid from parents)
    group by org_oid
    union all
    select oid, count(*) from (
      select distinct up.ancestor as oid, m.identity_oid from parents
      join up on up.ancestor = parents.oid
      join identity_orgs m on m.client_id = of_client and m.org_oid = up.oid
    ) members
    group by oid
  ), changed as (
    select o.oid, coalesce(counted.count, 0) as count from orgs o
    left join counted on counted.oid = o.oid
    where o.client_id = of_client and o.member_count <> coalesce(counted.count, 0)
  )
  update orgs o set member_count = changed.count from changed
  where o.client_id = of_client and o.oid = changed.oid`;

const countOfResources = (column: string, table: string) => `
  with counted as materialized (
    select r.id, count(of_resource.id) as count from resources r
    left join ${table} of_resource on of_resource.client_id = of_client and of_resource.resource_id = r.id
    where r.client_id = of_client group by r.id
  )
  update resources r set ${column} = counted.count from counted
  where r.client_id = of_client and r.id = counted.id and r.${column} <> counted.count`;

export const directoryCounts: Migration = {
  name: "0012_directoryCounts",
  statements: [
    `alter table orgs add column member_count integer not null default 0`,
    `alter table resources
      add column account_count integer not null default 0,
      add column entitlement_count integer not null default 0`,
    `create function count_directory(of_client uuid) returns void language plpgsql as $$ begin
      ${COUNT_ORGS};
      ${countOfResources("account_count", "accounts")};
      ${countOfResources("entitlement_count", "entitlements")};
    end $$`,
    `select count_directory(id) from clients`,
  ],
};
