/**
 * The predicted effect of pending selection steps on the shown rows, so that a checkbox responds to a press immediately, like a
 * native one. The worker computes the effect on other rows, counts and the list to apply a moment later.
 */
import type {
  BuilderView,
  EntitlementTableRow,
  ResourceRow,
  SelectionOp,
  TableRow,
} from "#workers/analytics/contract.ts";
import type { BuilderState } from "../rules.ts";
import { entitlementsBetween } from "../table/rules.ts";
import { commonSteps } from "./selectionSteps.ts";

interface Shown {
  /** The steps that the worker has received. */
  readonly builder: BuilderState;
  readonly view: BuilderView;
  readonly rows: readonly TableRow[];
  readonly leadingResource: ResourceRow | null;
}

/** @returns `shown` itself if nothing is pending */
export function withOptimisticTicks<Part extends Shown>(shown: Part, builder: BuilderState): Part {
  const pending = pendingOps(shown.builder, builder);
  if (pending.length === 0) return shown;
  const { view, rows, leadingResource } = shown;
  const last = pending.findLast(({ kind }) => kind === "matching");
  return {
    ...shown,
    view: last ? { ...view, shownState: stateOf(last.ticked) } : view,
    rows: pending.reduce(tickRows, rows),
    leadingResource: leadingResource && pending.reduce(tickResourceRow, leadingResource),
  };
}

/** Unknown during an undo, because only the worker knows the previous state of its rows. */
function pendingOps(known: BuilderState, wanted: BuilderState): readonly SelectionOp[] {
  const goesOn =
    known.opsEpoch === wanted.opsEpoch && commonSteps(known.ops, wanted.ops) === known.ops.length;
  return goesOn ? wanted.ops.slice(known.ops.length) : [];
}

function tickRows(rows: readonly TableRow[], op: SelectionOp): readonly TableRow[] {
  const concerns = concernsIn(rows, op);
  return rows.map((row) => {
    if (row.kind === "resource") return tickResourceRow(row, op);
    return concerns(row) ? { ...row, ticked: op.ticked } : row;
  });
}

/** Of a range from a row that is not known only its end is sure, because its direction is not known either. */
function concernsIn(
  rows: readonly TableRow[],
  op: SelectionOp,
): (row: EntitlementTableRow) => boolean {
  switch (op.kind) {
    case "matching":
      return () => true;
    case "resource":
      return ({ resource }) => resource === op.resource;
    case "entitlement":
      return ({ row }) => row === op.row;
    case "entitlements":
      return ({ row }) => op.rows.includes(row);
    case "range": {
      const between = new Set(entitlementsBetween(rows, op.from, op.to) ?? [op.to]);
      return ({ row }) => between.has(row);
    }
  }
}

function tickResourceRow(row: ResourceRow, op: SelectionOp): ResourceRow {
  const concerns =
    op.kind === "matching" || (op.kind === "resource" && op.resource === row.resource);
  return concerns ? { ...row, state: stateOf(op.ticked) } : row;
}

function stateOf(ticked: boolean): "checked" | "unchecked" {
  return ticked ? "checked" : "unchecked";
}
