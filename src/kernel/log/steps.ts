/** Long work as steps, for both non-blocking and blocking callers. */

/** Yields after each step. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps synchronously. */
export function runSteps<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
