import { ReportReader } from "#workers/columns/readReport.ts";
import type { ReportColumns } from "#workers/columns/reportColumns.ts";

/** Reads a whole report. @throws ReportError */
export function readReport(bytes: Uint8Array): ReportColumns {
  const reader = new ReportReader();
  reader.push(bytes);
  return reader.finish();
}
