/** The searched text of people's attributes. The server backfills it in batches at its start. */
import type { Migration } from "../migration.ts";

export const attributeKeys: Migration = {
  name: "0053_attributeKeys",
  statements: [
    `alter table identities add column attribute_key text collate "C"`,
    `create index identities_unkeyed on identities (client_id, oid)
      where attribute_key is null and attributes <> '{}'`,
  ],
};
