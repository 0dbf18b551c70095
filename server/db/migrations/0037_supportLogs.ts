/** Event logs attached to support requests, apart from them, so that a list of requests reads no file. */
import type { Migration } from "../migration.ts";

export const supportLogs: Migration = {
  name: "0037_supportLogs",
  statements: [
    `create table support_logs (
      client_id uuid not null,
      request_id uuid not null,
      content bytea not null,
      primary key (client_id, request_id),
      foreign key (client_id, request_id) references support_requests (client_id, id) on delete cascade
    )`,
    `alter table support_requests add column log_size integer`,
  ],
};
