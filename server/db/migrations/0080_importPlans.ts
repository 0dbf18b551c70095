/** The hash of the plan that a check of files made, so that a decision is about exactly this plan. */
import type { Migration } from "../migration.ts";

export const importPlans: Migration = {
  name: "0080_importPlans",
  statements: [`alter table directory_imports add column hash text`],
};
