/** What is found out of a report once, before it is the current one: from then on each answer is quick. */
import type { ReportColumns } from "../columns/reportColumns.ts";
import * as methods from "./methods/index.ts";
import type { FirstRows } from "./methods/roles.ts";
import type { RowSets } from "./methods/rowSets.ts";
import type { Steps } from "./methods/steps.ts";
import type { TermPostings } from "./methods/termPostings.ts";

export interface PreparedReport {
  readonly columns: ReportColumns;
  readonly sets: RowSets;
  readonly firstRows: FirstRows;
  readonly terms: TermPostings;
}

/** O(tokens of all names), some rows a step. */
export function* prepareReport(columns: ReportColumns): Steps<PreparedReport> {
  const sets = methods.initialSets(columns);
  yield;
  const firstRows = yield* methods.findFirstRows(columns);
  const terms = yield* methods.postTerms(columns.names);
  return { columns, sets, firstRows, terms };
}
