/** The order of access roles by resource and name, and how each version came about. */
import type { Migration } from "../migration.ts";

export const accessRoles: Migration = {
  name: "0031_accessRoles",
  statements: [
    `alter table access_roles add column sort_key text collate "C" not null
      generated always as (sort_key(name)) stored`,
    `create index access_roles_sorted on access_roles (client_id, resource_id, sort_key, oid)`,
    `alter table access_role_versions add column kind text not null default 'edited'
      check (kind in ('created', 'edited', 'archived', 'unarchived', 'restored'))`,
    `create index access_role_owners_identity on access_role_owners (client_id, identity_oid)`,
  ],
};
