/** Secrets of connected systems belong to the receivers for which they were entered, and publications to their secrets. */
import type { Migration } from "../migration.ts";

export const secretVersions: Migration = {
  name: "0069_secretVersions",
  statements: [
    // Times of two requests do not tell which of them was stored first.
    `alter table connected_systems
      add column secrets_version integer not null default 0,
      add column published_secrets_version integer not null default 0`,
    `update connected_systems set secrets_version = 1,
        published_secrets_version = case when published_at >= secrets_changed_at then 1 else 0 end
      where secrets_changed_at is not null`,
    `alter table connected_systems drop column secrets_changed_at`,
    // Null: for those of the saved configuration, which did not change since this migration.
    `alter table system_secrets
      add column receivers text,
      add column version integer not null default 0`,
  ],
};
