/** Finds pg_trgm in each schema, as new databases do since then. */
import type { Migration } from "../migration.ts";
import { CREATE_INDEX_FUNCTION } from "./0086_peopleSearch.ts";

export const extensionSchema: Migration = {
  name: "0098_extensionSchema",
  statements: [CREATE_INDEX_FUNCTION],
};
