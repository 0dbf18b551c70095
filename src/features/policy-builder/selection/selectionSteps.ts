/** The steps of the selection: what was ticked one after the other, what was taken back, and what each is called. */
import type { EntitlementTableRow, SelectionOp, TableRow } from "#workers/analytics/contract.ts";
import type { BuilderMessages } from "../messages.ts";

export interface Steps {
  readonly ops: readonly SelectionOp[];
  /** Taken back, the last one last. */
  readonly undone: readonly SelectionOp[];
}

/** A new step; what was taken back before it is gone. */
export function addStep<State extends Steps>(state: State, op: SelectionOp): State {
  return { ...state, ops: [...state.ops, op], undone: [] };
}

/** @returns `state` itself where there is nothing to take back */
export function undoStep<State extends Steps>(state: State): State {
  const last = state.ops.at(-1);
  if (last === undefined) return state;
  return { ...state, ops: state.ops.slice(0, -1), undone: [...state.undone, last] };
}

/** @returns `state` itself where nothing was taken back */
export function redoStep<State extends Steps>(state: State): State {
  const last = state.undone.at(-1);
  if (last === undefined) return state;
  return { ...state, ops: [...state.ops, last], undone: state.undone.slice(0, -1) };
}

/** How many steps both begin with. Steps are compared by identity: an undo and a new tick make another list. */
export function commonSteps(one: readonly SelectionOp[], other: readonly SelectionOp[]): number {
  const length = Math.min(one.length, other.length);
  let same = 0;
  while (same < length && one[same] === other[same]) same++;
  return same;
}

/** What names are taken from: the table as it was when the step was made. */
export interface StepSurroundings {
  readonly rows: readonly TableRow[];
  readonly resourceNames: readonly string[];
  /** Entitlements shown; null while the table lags behind the filters. */
  readonly shown: number | null;
}

/** What a step did, and to what: its name where the table knew it, or how many were shown. */
export type NamedStep =
  | { readonly kind: "matching"; readonly ticked: boolean; readonly shown: number | null }
  | {
      readonly kind: "resource" | "entitlement";
      readonly ticked: boolean;
      readonly name: string | null;
    };

export function nameStep(
  op: SelectionOp,
  { rows, resourceNames, shown }: StepSurroundings,
): NamedStep {
  const { ticked } = op;
  switch (op.kind) {
    case "matching":
      return { kind: "matching", ticked, shown };
    case "resource":
      return { kind: "resource", ticked, name: resourceNames[op.resource] ?? null };
    case "entitlement": {
      const row = rows.find(
        (one): one is EntitlementTableRow => one.kind === "entitlement" && one.row === op.row,
      );
      return { kind: "entitlement", ticked, name: row?.name ?? null };
    }
  }
}

/** "select 12,345 shown", "clear HR Portal". */
export function describeStep(step: NamedStep, t: BuilderMessages): string {
  const what =
    step.kind === "matching"
      ? t.allShown(step.shown)
      : (step.name ?? (step.kind === "resource" ? t.someResource : t.someEntitlement));
  return step.ticked ? t.selectStep(what) : t.clearStep(what);
}

/** What a key press asks for: Ctrl or Cmd with Z, with Shift and Z, or with Y. */
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
