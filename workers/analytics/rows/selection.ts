/** Applies steps of the selection to the ticks, a word of rows at a time and without lists. */
import { resourceCount, resourceOf, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../../columns/units.ts";
import type { SelectionOp } from "../builderQuery.ts";
import { setBit, setChosen, type Bitset } from "./bitset.ts";
import { forEachKeptRange, type FallingResources } from "./thresholdRanges.ts";
import { resourceMask } from "./resourceSets.ts";

/** The rows whose names match a text. */
export type MatchesOf = (text: string) => Bitset;

/** Applies one step. Rows and resources that the report lacks are ignored. */
export function applySelectionOp(
  ticked: Bitset,
  columns: ReportColumns,
  falling: FallingResources,
  op: SelectionOp,
  matchesOf: MatchesOf,
): void {
  switch (op.kind) {
    case "entitlement":
      if (isRow(columns, op.row)) setBit(ticked, op.row, op.ticked);
      return;
    case "entitlements":
      for (const row of op.rows) if (isRow(columns, row)) setBit(ticked, row, op.ticked);
      return;
    case "resource": {
      const start = columns.resourceStarts[op.resource];
      const end = columns.resourceStarts[op.resource + 1];
      if (start === undefined || end === undefined) return;
      setChosen(ticked, matchesOf(op.text), start, end, op.ticked);
      return;
    }
    case "matching": {
      const matches = matchesOf(op.text);
      const included = resourceMask(op.resources, resourceCount(columns));
      const tick = (start: EntitlementRow, end: EntitlementRow): void => {
        setChosen(ticked, matches, start, end, op.ticked);
      };
      for (let resource = 0; resource < included.length; resource++) {
        if (included[resource] === 0) continue;
        forEachKeptRange(columns, falling, resource, op.threshold, tick);
      }
      return;
    }
    default:
      op satisfies never;
  }
}

/** The only resource that a step concerns; null if it can be several, -1 if none. */
export function concernedResource(columns: ReportColumns, op: SelectionOp): ResourceIndex | null {
  if (op.kind === "matching" || op.kind === "entitlements") return null;
  if (op.kind === "entitlement") return isRow(columns, op.row) ? resourceOf(columns, op.row) : -1;
  return columns.resourceNames[op.resource] === undefined ? -1 : op.resource;
}

function isRow(columns: ReportColumns, row: EntitlementRow): boolean {
  return Number.isInteger(row) && row >= 0 && row < columns.rowCount;
}
