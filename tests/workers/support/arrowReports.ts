/** Reports as Arrow streams, written by the library from the report alone. */
import {
  columnFromArray,
  fixedSizeBinary,
  float64,
  int32,
  Table,
  tableFromColumns,
  tableToIPC,
  utf8,
  type Column,
  type DataType,
} from "@uwdata/flechette";
import type { Report } from "./reports.ts";

export interface ArrowForm {
  readonly name?: DataType;
  readonly percent?: DataType;
  /** A text type for oids that are not UUIDs. */
  readonly roleOid?: DataType;
  readonly resource?: DataType;
  /** Rows of a record batch. */
  readonly batchRows?: number;
  readonly metadata?: (metadata: Map<string, string>) => unknown;
  readonly columns?: (columns: Record<string, Column<unknown>>) => unknown;
}

export function arrowOf(report: Report, form: ArrowForm = {}): Uint8Array {
  const rows = report.resourceInsights.flatMap(({ entitlementInsights }, resource) =>
    entitlementInsights.map((insight) => ({ ...insight, resource })),
  );
  const { name = utf8(), percent = float64(), resource = int32() } = form;
  const { roleOid = fixedSizeBinary(16), batchRows = 4 } = form;
  const column = (values: unknown[], type: DataType) =>
    columnFromArray(values, type, { maxBatchRows: batchRows });
  const columns: Record<string, Column<unknown>> = {
    entitlementName: column(
      rows.map(({ entitlementName }) => entitlementName),
      name,
    ),
    percentOfUsers: column(
      rows.map(({ percentOfUsers }) => percentOfUsers),
      percent,
    ),
    roleOid: column(
      rows.map((row) => ("stride" in roleOid ? uuidBytes(row.roleOid) : row.roleOid)),
      roleOid,
    ),
    resource: column(
      rows.map((row) => row.resource),
      resource,
    ),
  };
  form.columns?.(columns);
  const metadata = new Map([
    ["orgOid", report.orgOid],
    ["reportDate", report.reportDate],
    ["totalUsers", String(report.totalUsers)],
    ["totalShadows", String(report.totalShadows)],
    ["resourceNames", JSON.stringify(report.resourceInsights.map((one) => one.resourceName))],
  ]);
  form.metadata?.(metadata);
  return streamOf(tableFromColumns(columns), metadata);
}

export function streamOf(table: Table, metadata: Map<string, string> | null): Uint8Array {
  const bytes = tableToIPC(new Table({ ...table.schema, metadata }, table.children), {
    format: "stream",
  });
  if (bytes === null) throw new Error("The bytes went elsewhere");
  return bytes;
}

export function hasUuidsOnly(report: Report): boolean {
  return report.resourceInsights.every(({ entitlementInsights }) =>
    entitlementInsights.every(({ roleOid }) => /^[0-9a-f-]{36}$/.test(roleOid)),
  );
}

function uuidBytes(uuid: string): Uint8Array {
  return new Uint8Array(Buffer.from(uuid.replaceAll("-", ""), "hex"));
}
