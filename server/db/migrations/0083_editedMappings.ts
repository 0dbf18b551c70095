/** Previews of all objects that include a mapping which is not saved. */
import type { Migration } from "../migration.ts";

export const editedMappings: Migration = {
  name: "0083_editedMappings",
  statements: [`alter table mapping_previews add column edited jsonb`],
};
