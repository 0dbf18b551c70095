/** Counters of failed sign-ins, which all servers share. */
import type { Migration } from "../migration.ts";

export const loginFailures: Migration = {
  name: "0024_loginFailures",
  statements: [
    `create table login_failures (
      key_hash bytea primary key,
      failures integer not null,
      ends_at timestamptz not null
    )`,
    `create index login_failures_ends on login_failures (ends_at)`,
  ],
};
