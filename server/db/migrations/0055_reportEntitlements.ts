/** The entitlement of a row, so that its holders can be opened. Rows of earlier reports have none. */
import type { Migration } from "../migration.ts";

export const reportEntitlements: Migration = {
  name: "0055_reportEntitlements",
  statements: [`alter table report_rows add column role_oid uuid`],
};
