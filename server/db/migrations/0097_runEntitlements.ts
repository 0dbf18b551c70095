/** Stores which entitlements a run of a system added, so that an undo of the run removes them. */
import type { Migration } from "../migration.ts";

export const runEntitlements: Migration = {
  name: "0097_runEntitlements",
  statements: [
    `create table system_run_entitlements (
      client_id uuid not null,
      resource_id uuid not null,
      run_oid uuid not null,
      entitlement_id uuid not null,
      primary key (client_id, resource_id, run_oid, entitlement_id),
      foreign key (client_id, resource_id, run_oid) references system_runs (client_id, resource_id, oid) on delete cascade
    )`,
  ],
};
