/**
 * Stores with each account the owner for whom the inbound mappings were last evaluated, so that an index lists the accounts
 * with a new owner. The index is small, because PostgreSQL deduplicates its keys.
 */
import type { Migration } from "../migration.ts";

export const unmappedAccounts: Migration = {
  name: "0072_unmappedAccounts",
  statements: [
    `alter table accounts add column mapped_owner uuid`,
    `update accounts account set mapped_owner = stored.mapped_owner
      from system_objects stored
      where stored.client_id = account.client_id and stored.resource_id = account.resource_id
        and stored.account_name = account.name and stored.mapped_owner is not null`,
    `alter table system_objects drop column mapped_owner`,
    `create index accounts_unmapped on accounts (client_id, resource_id)
      where identity_oid is not null and mapped_owner is distinct from identity_oid`,
  ],
};
