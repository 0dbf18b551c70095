/** Runs apply their plan in parts: how far one has come, and the names that its accounts get. */
import type { Migration } from "../migration.ts";

export const runParts: Migration = {
  name: "0071_runParts",
  statements: [
    `alter table system_runs add column applied jsonb`,
    `alter table system_run_entries add column account_name text collate "C"`,
  ],
};
