/** When provisioning last wrote an object, so that no earlier run of its system is undone. */
import type { Migration } from "../migration.ts";

export const provisionedObjects: Migration = {
  name: "0077_provisionedObjects",
  statements: [`alter table system_objects add column provisioned_at timestamptz`],
};
