/** Long work in steps, for those who may not block and for those who wait for all of it. */

/** Yields after each piece of work. */
export type Steps<Result> = Generator<void, Result>;

/** All of it at once. */
export function runSteps<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
