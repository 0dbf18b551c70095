/** The entitlement that a report is about. */
import type { Migration } from "../migration.ts";

export const reportScopes: Migration = {
  name: "0065_reportScopes",
  statements: ["reports", "report_schedules"].map(
    (table) => `alter table ${table} add column role_oid uuid, add column entitlement_name text`,
  ),
};
