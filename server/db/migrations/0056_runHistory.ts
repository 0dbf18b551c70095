/** What an undo needs to know of a run, and which runs have lost their entries to age. */
import type { Migration } from "../migration.ts";

export const runHistory: Migration = {
  name: "0056_runHistory",
  statements: [
    `alter table system_runs add column object_classes jsonb`,
    `alter table system_runs add column entries_dropped boolean not null default false`,
    `create index system_runs_ended on system_runs (ended_at)
      where ended_at is not null and not entries_dropped`,
    `alter table system_run_entries add column former jsonb`,
  ],
};
