/**
 * Whom the objects of HR systems describe, so that a plan says whom it affects before it is applied; and which people a run
 * knew, so that the next one looks for owners only if people have changed.
 */
import type { Migration } from "../migration.ts";

export const runPeople: Migration = {
  name: "0076_runPeople",
  statements: [
    `alter table system_run_entries add column person_id text`,
    `alter table system_runs add column people_basis text`,
  ],
};
