/** Work in steps of a few milliseconds, between which other work runs. */
import type { EntitlementRow } from "../columns/units.ts";

export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Rows of a step. */
const BLOCK = 1 << 14;

/** All rows in ranges, start included and end excluded. */
export function* blocksOf(rowCount: number): Generator<readonly [EntitlementRow, EntitlementRow]> {
  for (let start = 0; start < rowCount; start += BLOCK) {
    yield [start, Math.min(start + BLOCK, rowCount)];
  }
}

/** Runs all steps synchronously. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
