/** What a plan's gates compared, so that a decision can name figures. */
import type { Migration } from "../migration.ts";

export const runLimits: Migration = {
  name: "0078_runLimits",
  statements: [`alter table system_runs add column compared jsonb`],
};
