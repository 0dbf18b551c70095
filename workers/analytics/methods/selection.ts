/** Applies steps of the selection to the ticks. */
import { resourceCount, resourceOf, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, SelectionOp } from "../contract.ts";
import { matchRange, matchText, type TextMatches } from "./filterByText.ts";
import { resourceMask } from "./resourceSets.ts";
import { retally, retallyAll, setFlag, TICKED, type RowFlags } from "./rowFlags.ts";

/** Ticks everything, as when a report loads. */
export function tickAll(state: RowFlags, columns: ReportColumns): void {
  const { flags } = state;
  const { rowCount } = columns;
  for (let row = 0; row < rowCount; row++) flags[row] = (flags[row] as number) | TICKED;
  retallyAll(state, columns);
}

/**
 * Applies one step. Rows and resources that the report does not have are ignored.
 * @param matchesOf the matches of a text, which the caller may know already
 */
export function applySelectionOp(
  state: RowFlags,
  columns: ReportColumns,
  op: SelectionOp,
  matchesOf: (text: string) => TextMatches = (text) => matchText(columns, text),
): void {
  switch (op.kind) {
    case "entitlement":
      if (Number.isInteger(op.row) && op.row >= 0 && op.row < columns.rowCount) {
        setFlag(state, resourceOf(columns, op.row), op.row, TICKED, op.ticked);
      }
      return;
    case "resource":
      tickResource(state, columns, op);
      return;
    case "matching":
      tickMatching(state, columns, op, matchesOf(op.text));
      return;
    default:
      op satisfies never;
  }
}

function tickResource(
  state: RowFlags,
  columns: ReportColumns,
  op: Extract<SelectionOp, { kind: "resource" }>,
): void {
  const { flags } = state;
  const start = columns.resourceStarts[op.resource];
  const end = columns.resourceStarts[op.resource + 1];
  if (start === undefined || end === undefined) return;
  const matches = matchRange(columns, op.text, start, end);
  for (let row = start; row < end; row++) {
    if (matches === null || matches[row - start] === 1) tick(flags, row, op.ticked);
  }
  retally(state, columns, op.resource);
}

function tickMatching(
  state: RowFlags,
  columns: ReportColumns,
  op: Extract<SelectionOp, { kind: "matching" }>,
  matches: TextMatches,
): void {
  const { flags } = state;
  const { percents, resourceStarts } = columns;
  const included = resourceMask(op.resources, resourceCount(columns));
  for (let resource = 0; resource < included.length; resource++) {
    if (included[resource] === 0) continue;
    const end = resourceStarts[resource + 1] as number;
    for (let row = resourceStarts[resource] as number; row < end; row++) {
      if ((percents[row] as number) < op.threshold) continue;
      if (matches !== null && matches[row] === 0) continue;
      tick(flags, row, op.ticked);
    }
    retally(state, columns, resource);
  }
}

function tick(flags: Uint8Array, row: EntitlementRow, ticked: boolean): void {
  const before = flags[row] as number;
  flags[row] = ticked ? before | TICKED : before & ~TICKED;
}
