/** Support requests. They store the requester's name, and so outlive the user. */
import type { Migration } from "../migration.ts";

export const supportRequests: Migration = {
  name: "0004_supportRequests",
  statements: [
    `create table support_requests (
      client_id uuid not null,
      id uuid not null,
      user_id uuid not null,
      username text not null,
      topic text not null,
      subject text not null,
      message text not null,
      created_at timestamptz not null,
      primary key (client_id, id)
    )`,
    `create index support_requests_user on support_requests (client_id, user_id, created_at, id)`,
    `create index support_requests_at on support_requests (client_id, created_at, id)`,
  ],
};
