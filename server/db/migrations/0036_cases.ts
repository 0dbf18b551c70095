/** Cases about access with their comments. */
import type { Migration } from "../migration.ts";

export const cases: Migration = {
  name: "0036_cases",
  statements: [
    `create table cases (
      client_id uuid not null,
      id uuid not null,
      kind text not null check (kind in ('outsidePolicy', 'missingAccess', 'orphanedAccount')),
      identity_oid uuid,
      role_oid uuid,
      account_id uuid,
      subject text not null,
      entitlement_name text,
      resource_name text not null,
      search_key text not null,
      state text not null check (state in ('open', 'inProgress', 'resolved', 'dismissed')),
      owner_id uuid,
      due_on text,
      version integer not null default 1,
      created_at timestamptz not null,
      created_by text not null,
      changed_at timestamptz not null,
      primary key (client_id, id),
      check ((kind = 'orphanedAccount') = (account_id is not null)),
      check ((kind = 'orphanedAccount') = (identity_oid is null)),
      check ((kind = 'orphanedAccount') = (role_oid is null))
    )`,
    `create index cases_due on cases (client_id, due_on, id)`,
    `create index cases_created on cases (client_id, created_at, id)`,
    `create index cases_identity on cases (client_id, identity_oid, created_at, id)`,
    // At most one case of a finding is not settled.
    `create unique index cases_access on cases (client_id, kind, identity_oid, role_oid)
      where identity_oid is not null and state in ('open', 'inProgress')`,
    `create unique index cases_account on cases (client_id, account_id)
      where account_id is not null and state in ('open', 'inProgress')`,
    `create table case_comments (
      client_id uuid not null,
      case_id uuid not null,
      id uuid not null,
      at timestamptz not null,
      author text not null,
      text text not null,
      primary key (client_id, case_id, id)
    )`,
  ],
};
