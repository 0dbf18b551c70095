/** Pending sign-ons at a provider, and the columns of the list of one's own sessions. */
import type { Migration } from "../migration.ts";

export const singleSignOn: Migration = {
  name: "0009_singleSignOn",
  statements: [
    `create table sign_ons (
      state_hash bytea primary key,
      cookie_hash bytea not null,
      nonce text not null,
      code_verifier text not null,
      path text,
      expires_at timestamptz not null
    )`,
    `alter table sessions
      add column id uuid not null default gen_random_uuid(),
      add column address text,
      add column id_token text`,
  ],
};
