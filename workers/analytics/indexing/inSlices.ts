/** Long work in slices between messages: a query that arrives during a slice waits only until its end. */
import type { Steps } from "../steps.ts";
import { indexInSteps, type IndexNames } from "./indexNames.ts";

/** Milliseconds of a slice, exceeded only by its last step. */
const SLICE = 8;

/** Runs the steps in slices, each a separate message; returns a function that cancels them. Failures go to `fail`. */
export function runInSlices(steps: Steps<void>, fail: (error: unknown) => void): () => void {
  const { port1: waiting, port2: waking } = new MessageChannel();
  const end = (): void => waiting.close();
  waiting.onmessage = () => {
    const start = performance.now();
    try {
      do {
        if (steps.next().done === true) return end();
      } while (performance.now() - start < SLICE);
    } catch (error) {
      end();
      return fail(error);
    }
    waking.postMessage(null);
  };
  waking.postMessage(null);
  return end;
}

/** The result of the steps, run in slices. */
export function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    runInSlices(pass(steps, resolve), reject);
  });
}

function* pass<Result>(steps: Steps<Result>, take: (result: Result) => void): Steps<void> {
  take(yield* steps);
}

/** Builds the index in this thread. Without enough memory for it, queries work without it. */
export const indexInSlices: IndexNames = (report, take) =>
  runInSlices(indexInSteps(report, take), (error) => {
    if (!(error instanceof RangeError)) throw error;
  });
