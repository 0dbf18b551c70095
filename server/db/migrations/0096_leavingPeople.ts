/**
 * Marks the people who leave according to an HR system. Objects that were inactive before get a hash that no content has, so
 * that the next run of their system, which reads everything, finds whose people have left.
 */
import type { Migration } from "../migration.ts";

export const leavingPeople: Migration = {
  name: "0096_leavingPeople",
  statements: [
    `alter table system_run_entries add column leaves boolean not null default false`,
    `update system_objects stored set hash = decode(repeat('00', 16), 'hex')
      from connected_systems system
      where system.client_id = stored.client_id and system.resource_id = stored.resource_id and system.kind = 'hr'
        and position('"active":false,"entitlements":' in stored.content) > 0`,
    `update connected_systems set sync_token = null where kind = 'hr'`,
  ],
};
