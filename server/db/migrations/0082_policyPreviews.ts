/** What a preview of a change of policies was about, so that all of its effect can be listed. */
import type { Migration } from "../migration.ts";

export const policyPreviews: Migration = {
  name: "0082_policyPreviews",
  statements: [
    `create table policy_previews (
      client_id uuid not null,
      id uuid not null,
      at timestamptz not null,
      resource_id uuid,
      root_oid uuid,
      request jsonb,
      file text,
      fingerprint text not null,
      primary key (client_id, id),
      check ((request is null) <> (file is null))
    )`,
    `create index policy_previews_at on policy_previews (client_id, at)`,
  ],
};
