/**
 * The steps of the selection and the selected rows that result. Checkpoints of these rows let undo reapply only the steps after
 * the nearest one. A checkpoint costs a bit per row; there are at most MAX_CHECKPOINTS.
 */
import type { ResourceIndex } from "../../columns/units.ts";
import type { SelectionOp } from "../builderQuery.ts";
import { setRange, type Bitset } from "./bitset.ts";
import {
  applySelectionOp,
  concernedResource,
  dependsOnPolicy,
  type StepSources,
} from "./selection.ts";

const MAX_CHECKPOINTS = 16;
/** Number of single steps that are cheaper to reapply than to store a checkpoint for. */
const STEPS_BETWEEN = 64;

interface Checkpoint {
  /** Steps applied before it. */
  readonly steps: number;
  readonly ticked: Bitset;
}

export interface SelectionLog {
  /** Number of steps held. */
  count(): number;
  /**
   * Keeps the first `from` steps and applies `added` after them.
   * @returns the resources whose selection may have changed; null if it can be any
   */
  replace(from: number, added: readonly SelectionOp[]): ReadonlySet<ResourceIndex> | null;
  /** Applies the steps again that follow the policy, and those after them. */
  policyChanged(): void;
}

/** @param ticked one bit for each row, set while the row is selected; the log updates it. */
export function createSelectionLog(ticked: Bitset, sources: StepSources): SelectionLog {
  const { columns } = sources;
  const steps: SelectionOp[] = [];
  const checkpoints: Checkpoint[] = [];
  return { count: () => steps.length, replace, policyChanged };

  function policyChanged(): void {
    const first = steps.findIndex(dependsOnPolicy);
    if (first < 0) return;
    const again = steps.slice(first);
    goBack(first);
    for (const step of again) append(step);
  }

  function replace(from: number, added: readonly SelectionOp[]): Set<ResourceIndex> | null {
    const undone = from < steps.length;
    if (undone) goBack(from);
    const touched = new Set<ResourceIndex>();
    let anywhere = undone;
    for (const step of added) {
      append(step);
      const resource = concernedResource(columns, step);
      if (resource === null) anywhere = true;
      else if (resource >= 0) touched.add(resource);
    }
    return anywhere ? null : touched;
  }

  function goBack(from: number): void {
    while ((checkpoints.at(-1)?.steps ?? 0) > from) checkpoints.pop();
    const nearest = checkpoints.at(-1);
    if (nearest === undefined) setRange(ticked, 0, columns.rowCount, true);
    else ticked.set(nearest.ticked);
    const again = steps.slice(nearest?.steps ?? 0, from);
    steps.length = from - again.length;
    for (const step of again) append(step);
  }

  function append(step: SelectionOp): void {
    const since = steps.length - (checkpoints.at(-1)?.steps ?? 0);
    if (since > 0 && (step.kind !== "entitlement" || since >= STEPS_BETWEEN)) {
      checkpoints.push({ steps: steps.length, ticked: ticked.slice() });
      if (checkpoints.length > MAX_CHECKPOINTS) checkpoints.shift();
    }
    applySelectionOp(ticked, sources, step);
    steps.push(step);
  }
}
