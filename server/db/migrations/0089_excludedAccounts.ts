/** Lists the objects whose accounts the settings leave out. */
import type { Migration } from "../migration.ts";

export const excludedAccounts: Migration = {
  name: "0089_excludedAccounts",
  statements: [
    `create index system_objects_excluded on system_objects (client_id, resource_id, name, object_class, object_id)
      where position('],"excluded":true}' in content) > 0`,
  ],
};
