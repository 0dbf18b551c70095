/** Preparation of a report before it becomes current, which makes later answers fast. */
import type { ReportColumns } from "../columns/reportColumns.ts";
import { findFirstRows, type FirstRows } from "./roles/roles.ts";
import { initialSets, type RowSets } from "./rows/rowSets.ts";
import type { Steps } from "./steps.ts";
import { postTerms, type TermPostings } from "./text/termPostings.ts";

export interface PreparedReport {
  readonly columns: ReportColumns;
  readonly sets: RowSets;
  readonly firstRows: FirstRows;
  readonly terms: TermPostings;
}

/** O(tokens of all names), some rows per step. */
export function* prepareReport(columns: ReportColumns): Steps<PreparedReport> {
  const sets = initialSets(columns);
  yield;
  const firstRows = yield* findFirstRows(columns);
  const terms = yield* postTerms(columns.names);
  return { columns, sets, firstRows, terms };
}
