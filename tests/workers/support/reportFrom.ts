import {
  entitlementName,
  resourceOf,
  roleOid,
  type ReportColumns,
} from "#workers/columns/reportColumns.ts";
import type { Report } from "./reports.ts";

/** The columns as a report again. */
export function reportFrom(columns: ReportColumns): Report {
  const rows = Array.from({ length: columns.rowCount }, (_, row) => row);
  return {
    orgOid: columns.orgOid,
    reportDate: columns.reportDate,
    totalUsers: columns.totalUsers,
    totalShadows: columns.totalShadows,
    resourceInsights: columns.resourceNames.map((resourceName, resource) => ({
      resourceName,
      entitlementInsights: rows
        .filter((row) => resourceOf(columns, row) === resource)
        .map((row) => ({
          entitlementName: entitlementName(columns, row),
          percentOfUsers: columns.percents[row] as number,
          roleOid: roleOid(columns, row),
        })),
    })),
  };
}
