/** Long work between messages: whoever asks meanwhile waits for a slice at most. */
import type { Steps } from "../steps.ts";
import { indexInSteps, type IndexNames } from "./indexNames.ts";

/** Milliseconds of a slice, but for what its last step takes. */
const SLICE = 8;

/** Runs the steps in slices, each a message of its own; what it returns ends that. Failures go to `fail`. */
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

/** What the steps come to, done in slices. */
export function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    runInSlices(pass(steps, resolve), reject);
  });
}

function* pass<Result>(steps: Steps<Result>, take: (result: Result) => void): Steps<void> {
  take(yield* steps);
}

/** Makes the index in this thread. Where there is no memory for it, queries go on without. */
export const indexInSlices: IndexNames = (report, take) =>
  runInSlices(indexInSteps(report, take), (error) => {
    if (!(error instanceof RangeError)) throw error;
  });
