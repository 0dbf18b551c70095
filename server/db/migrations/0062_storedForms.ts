/** Remembers the values that systems store in another form than they were written. */
import type { Migration } from "../migration.ts";

export const storedForms: Migration = {
  name: "0062_storedForms",
  statements: [`alter table system_objects add column stored_forms jsonb not null default '{}'`],
};
