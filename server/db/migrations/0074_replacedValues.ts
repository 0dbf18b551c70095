/** Shows values that systems replace by others, such as texts that they cut. */
import type { Migration } from "../migration.ts";

export const replacedValues: Migration = {
  name: "0074_replacedValues",
  statements: [
    `alter table provisioning_changes add column stored_values jsonb`,
    `create index system_objects_replaced on system_objects (client_id, resource_id, account_name)
      where jsonb_path_exists(stored_forms, '$.*.replaced')`,
  ],
};
