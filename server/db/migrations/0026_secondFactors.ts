/** Second factors, pending sign-ins, sessions with the time of the last identification, and notices by mail. */
import type { Migration } from "../migration.ts";

export const secondFactors: Migration = {
  name: "0026_secondFactors",
  statements: [
    `alter table sessions add column confirmed_at timestamptz`,
    `update sessions set confirmed_at = created_at`,
    `alter table sessions alter column confirmed_at set not null`,
    `alter table clients add column requires_second_factor boolean not null default false`,
    `create table factors (
      id uuid primary key,
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('totp', 'passkey')),
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      secret bytea,
      last_step bigint,
      credential_id text unique,
      public_key bytea,
      counter bigint,
      transports text[],
      check ((kind = 'totp') = (secret is not null)),
      check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
    )`,
    `create index factors_user on factors (user_id)`,
    `create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    )`,
    `create table pending_sign_ins (
      cookie_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      password_hash text not null,
      enrols boolean not null,
      expires_at timestamptz not null
    )`,
    `create index pending_sign_ins_expires on pending_sign_ins (expires_at)`,
    `create index pending_sign_ins_user on pending_sign_ins (user_id)`,
    `create table factor_challenges (
      cookie_hash bytea not null,
      purpose text not null check (purpose in ('totp', 'passkey', 'signIn')),
      user_id uuid not null references users (id) on delete cascade,
      value bytea not null,
      expires_at timestamptz not null,
      primary key (cookie_hash, purpose)
    )`,
    `create index factor_challenges_expires on factor_challenges (expires_at)`,
    `create index factor_challenges_user on factor_challenges (user_id)`,
    `create table notices_owed (
      id uuid primary key default gen_random_uuid(),
      kind text not null,
      email text not null,
      username text not null,
      language text not null check (language in ('en', 'de')),
      due_at timestamptz not null,
      attempts integer not null default 0
    )`,
    `create index notices_owed_due on notices_owed (due_at, id)`,
  ],
};
