/** The people who gained and lost access by a change of policies, and previews of changes of one policy. */
import type { Migration } from "../migration.ts";

export const changedPeople: Migration = {
  name: "0091_changedPeople",
  statements: [
    `alter table policy_changes add column gaining integer, add column losing integer`,
    `create table policy_change_effects (
      client_id uuid not null,
      change_id uuid not null,
      no integer not null,
      people bytea not null,
      gained integer[] not null,
      lost integer[] not null,
      primary key (client_id, change_id, no)
    )`,
    `create table policy_change_kinds (
      client_id uuid not null,
      change_id uuid not null,
      kind integer not null,
      role_oids uuid[] not null,
      primary key (client_id, change_id, kind)
    )`,
    // Lists of ids do not compress well, and no query needs statistics about them.
    `alter table policy_change_effects
      alter column people set storage external, alter column people set statistics 0,
      alter column gained set statistics 0, alter column lost set statistics 0`,
    `alter table policy_change_kinds
      alter column role_oids set storage external, alter column role_oids set statistics 0`,
    `alter table policy_previews add column policy jsonb`,
    `alter table policy_previews drop constraint policy_previews_check`,
    `alter table policy_previews
      add constraint policy_previews_one check (num_nonnulls(request, file, policy) = 1)`,
  ],
};
