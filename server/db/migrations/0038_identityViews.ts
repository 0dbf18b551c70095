/** Named queries of the list of identities, by user. */
import type { Migration } from "../migration.ts";

export const identityViews: Migration = {
  name: "0038_identityViews",
  statements: [
    `create table identity_views (
      client_id uuid not null,
      user_id uuid not null,
      id uuid not null,
      name text not null,
      name_key text not null,
      query text not null,
      primary key (client_id, user_id, id),
      unique (client_id, user_id, name_key)
    )`,
  ],
};
