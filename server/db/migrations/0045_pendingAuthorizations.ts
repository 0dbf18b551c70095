/** Authorizations of connectors (OAuth 2) that were started and are not finished. */
import type { Migration } from "../migration.ts";

export const pendingAuthorizations: Migration = {
  name: "0045_pendingAuthorizations",
  statements: [
    `create table pending_authorizations (
      client_id uuid not null,
      state_hash bytea not null,
      resource_id uuid not null,
      cookie_hash bytea not null,
      expires_at timestamptz not null,
      primary key (client_id, state_hash),
      foreign key (client_id, resource_id) references connected_systems (client_id, resource_id) on delete cascade
    )`,
  ],
};
