/** The reasons of rejected records as messages, which the browser renders in the user's language. */
import type { Migration } from "../migration.ts";

export const importRejectDetails: Migration = {
  name: "0039_importRejectDetails",
  statements: [`alter table import_rejects add column detail jsonb`],
};
