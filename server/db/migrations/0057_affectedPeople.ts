/** How many people the plan of a run concerns. */
import type { Migration } from "../migration.ts";

export const affectedPeople: Migration = {
  name: "0057_affectedPeople",
  statements: [`alter table system_runs add column people integer`],
};
