/** Work cut into steps of a few milliseconds, between which others are served. */
import type { EntitlementRow } from "../columns/units.ts";

export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Rows of a step. */
const BLOCK = 1 << 14;

/** All rows in ranges, the start included and the end not. */
export function* blocksOf(rowCount: number): Generator<readonly [EntitlementRow, EntitlementRow]> {
  for (let start = 0; start < rowCount; start += BLOCK) {
    yield [start, Math.min(start + BLOCK, rowCount)];
  }
}

/** Does all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
