/** The selection steps in order, the undone ones, and their names. */
import type { EntitlementTableRow, SelectionOp, TableRow } from "#workers/analytics/contract.ts";
import type { BuilderMessages } from "../messages.ts";

export interface Steps {
  readonly ops: readonly SelectionOp[];
  /** Undone, latest last. */
  readonly undone: readonly SelectionOp[];
}

/** Adds a step and clears the undone ones. */
export function addStep<State extends Steps>(state: State, op: SelectionOp): State {
  return { ...state, ops: [...state.ops, op], undone: [] };
}

/** @returns `state` itself if there is nothing to undo */
export function undoStep<State extends Steps>(state: State): State {
  const last = state.ops.at(-1);
  if (last === undefined) return state;
  return { ...state, ops: state.ops.slice(0, -1), undone: [...state.undone, last] };
}

/** @returns `state` itself if nothing was undone */
export function redoStep<State extends Steps>(state: State): State {
  const last = state.undone.at(-1);
  if (last === undefined) return state;
  return { ...state, ops: [...state.ops, last], undone: state.undone.slice(0, -1) };
}

/** The entitlement that was selected or cleared last, at which a range begins; null if none was. */
export function lastTicked(ops: readonly SelectionOp[]): number | null {
  const last = ops.findLast(({ kind }) => kind === "entitlement" || kind === "range");
  if (last?.kind === "entitlement") return last.row;
  return last?.kind === "range" ? last.to : null;
}

/**
 * The number of common first steps. Steps are compared by identity, because an undo and a new step create another list.
 */
export function commonSteps(one: readonly SelectionOp[], other: readonly SelectionOp[]): number {
  const length = Math.min(one.length, other.length);
  let same = 0;
  while (same < length && one[same] === other[same]) same++;
  return same;
}

/** The source of names: the table when the step was made. */
export interface StepSurroundings {
  readonly rows: readonly TableRow[];
  readonly resourceNames: readonly string[];
  /** Number of shown entitlements; null while the table lags behind the filters. */
  readonly shown: number | null;
}

/** The step's action and target: its name if the table had it, of a range that of its end, or the number of rows. */
export type NamedStep =
  | { readonly kind: "matching"; readonly ticked: boolean; readonly shown: number | null }
  | { readonly kind: "entitlements"; readonly ticked: boolean; readonly count: number }
  | {
      readonly kind: "resource" | "entitlement" | "range";
      readonly ticked: boolean;
      readonly name: string | null;
    };

export function nameStep(
  op: SelectionOp,
  { rows, resourceNames, shown }: StepSurroundings,
): NamedStep {
  const { ticked } = op;
  const nameOf = (wanted: number): string | null =>
    rows.find((one): one is EntitlementTableRow => one.kind === "entitlement" && one.row === wanted)
      ?.name ?? null;
  switch (op.kind) {
    case "matching":
      return { kind: "matching", ticked, shown };
    case "entitlements":
      return { kind: "entitlements", ticked, count: op.rows.length };
    case "resource":
      return { kind: "resource", ticked, name: resourceNames[op.resource] ?? null };
    case "range":
      return { kind: "range", ticked, name: nameOf(op.to) };
    case "entitlement":
      return { kind: "entitlement", ticked, name: nameOf(op.row) };
  }
}

/** "select 12,345 shown", "clear HR Portal". */
export function describeStep(step: NamedStep, t: BuilderMessages): string {
  const what = describeSubject(step, t);
  return step.ticked ? t.selectStep(what) : t.clearStep(what);
}

function describeSubject(step: NamedStep, t: BuilderMessages): string {
  switch (step.kind) {
    case "matching":
      return t.allShown(step.shown);
    case "entitlements":
      return t.someEntitlements(step.count);
    case "range":
      return t.rangeTo(step.name);
    case "resource":
      return step.name ?? t.someResource;
    case "entitlement":
      return step.name ?? t.someEntitlement;
  }
}

/** The action of a key press: Ctrl or Cmd with Z, with Shift and Z, or with Y. */
export function undoKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">):
  | "undo"
  | "redo"
  | null {
  if (altKey || ctrlKey === metaKey) return null;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && ctrlKey && !shiftKey ? "redo" : null;
}
