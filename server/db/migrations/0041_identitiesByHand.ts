/** People whom users create here, because no connected system is authoritative for them, and the end of these people. */
import type { Migration } from "../migration.ts";

export const identitiesByHand: Migration = {
  name: "0041_identitiesByHand",
  statements: [
    `alter table identities
      add column by_hand boolean not null default false,
      add column ended_at timestamptz,
      add column version integer not null default 1`,
    `create index identities_by_hand on identities (client_id, external_id) where by_hand`,
    `create index identities_ended on identities (client_id, external_id)
      where ended_at is not null`,
  ],
};
