/** Tokens of e-mailed links, stored as hashes, and addresses confirmed by one. */
import type { Migration } from "../migration.ts";

export const accountTokens: Migration = {
  name: "0006_accountTokens",
  statements: [
    `create table account_tokens (
      token_hash bytea primary key,
      user_id uuid not null references users (id) on delete cascade,
      purpose text not null check (purpose in ('reset', 'verify')),
      landing_page text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`,
    `create index account_tokens_user on account_tokens (user_id, purpose)`,
    `alter table users add column email_verified_at timestamptz`,
    `create index users_email on users (lower(email))`,
  ],
};
