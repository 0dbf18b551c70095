/** Applies steps of the selection to the selected rows, a word of rows at a time and without lists. */
import { resourceCount, resourceOf, type ReportColumns } from "../../columns/reportColumns.ts";
import type { EntitlementRow, ResourceIndex } from "../../columns/units.ts";
import type { SelectionOp } from "../builderQuery.ts";
import { nextBit, setBit, setChosen, type Bitset } from "./bitset.ts";
import { forEachKeptRange, type FallingResources } from "./thresholdRanges.ts";
import { resourceMask } from "./resourceSets.ts";
import type { Sorting } from "./sorting.ts";

/** The rows whose names match a text. */
export type MatchesOf = (text: string) => Bitset;

/** The data of a report that steps refer to. */
export interface StepSources {
  readonly columns: ReportColumns;
  readonly falling: FallingResources;
  readonly matchesOf: MatchesOf;
  readonly sorting: Sorting;
}

type RangeOp = Extract<SelectionOp, { readonly kind: "range" }>;

/** Applies one step. Rows and resources that the report lacks are ignored. */
export function applySelectionOp(ticked: Bitset, sources: StepSources, op: SelectionOp): void {
  const { columns, falling, matchesOf } = sources;
  switch (op.kind) {
    case "entitlement":
      if (isRow(columns, op.row)) setBit(ticked, op.row, op.ticked);
      return;
    case "entitlements":
      for (const row of op.rows) if (isRow(columns, row)) setBit(ticked, row, op.ticked);
      return;
    case "range":
      if (isRow(columns, op.from) && isRow(columns, op.to)) applyRange(ticked, sources, op);
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

/** Compares the rows of the two resources at the ends, and selects the resources between by words. */
function applyRange(ticked: Bitset, sources: StepSources, op: RangeOp): void {
  const { columns, falling, matchesOf, sorting } = sources;
  const matches = matchesOf(op.text);
  const included = resourceMask(op.resources, resourceCount(columns));
  const collapsed = resourceMask(op.collapsed, resourceCount(columns));
  const compare = sorting.compare(op.sort);
  const order = sorting.resources(op.sort);
  const placeOf = (row: EntitlementRow): number => {
    const resource = resourceOf(columns, row);
    return order === null ? resource : order.indexOf(resource);
  };
  const isTurned = (placeOf(op.from) - placeOf(op.to) || compare(op.from, op.to)) > 0;
  const [first, last] = isTurned ? [op.to, op.from] : [op.from, op.to];
  const [firstPlace, lastPlace] = [placeOf(first), placeOf(last)];
  for (let place = firstPlace; place <= lastPlace; place++) {
    const resource = order === null ? place : (order[place] as ResourceIndex);
    if (included[resource] === 0 || collapsed[resource] === 1) continue;
    const isEnd = place === firstPlace || place === lastPlace;
    forEachKeptRange(columns, falling, resource, op.threshold, (start, end) => {
      if (!isEnd) return setChosen(ticked, matches, start, end, op.ticked);
      for (
        let row = nextBit(matches, start);
        row >= 0 && row < end;
        row = nextBit(matches, row + 1)
      ) {
        const isBefore = place === firstPlace && compare(row, first) < 0;
        const isAfter = place === lastPlace && compare(row, last) > 0;
        if (!isBefore && !isAfter) setBit(ticked, row, op.ticked);
      }
    });
  }
}

/** The only resource that a step concerns; null if it can be several, -1 if none. */
export function concernedResource(columns: ReportColumns, op: SelectionOp): ResourceIndex | null {
  if (op.kind === "entitlement") return isRow(columns, op.row) ? resourceOf(columns, op.row) : -1;
  if (op.kind !== "resource") return null;
  return columns.resourceNames[op.resource] === undefined ? -1 : op.resource;
}

/** Whether the effect of a step depends on the policy. */
export function dependsOnPolicy(op: SelectionOp): boolean {
  return op.kind === "range" && op.sort?.column === "inPolicy";
}

function isRow(columns: ReportColumns, row: EntitlementRow): boolean {
  return Number.isInteger(row) && row >= 0 && row < columns.rowCount;
}
