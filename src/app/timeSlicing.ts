/** Time slicing: long work in short slices, so that the page stays responsive. */
import { wait } from "../kernel/sleep.ts";
import { nextIdle } from "./idle.ts";

/** Milliseconds of a slice, which fits into a frame. */
const PIECE = 8;

/** Runs steps to their end; resolves to null if the signal is aborted first. */
export async function runInSlices<Progress, Result>(
  steps: Iterator<Progress, Result>,
  signal: AbortSignal,
  progressed: (progress: Progress) => void = () => undefined,
  pause: () => Promise<unknown> = nextIdle,
): Promise<Result | null> {
  for (;;) {
    const end = performance.now() + PIECE;
    let last: { readonly progress: Progress } | null = null;
    do {
      const step = steps.next();
      if (step.done) return step.value;
      last = { progress: step.value };
    } while (performance.now() < end);
    progressed(last.progress);
    await pause();
    if (signal.aborted) return null;
  }
}

/** Yields to pending tasks, without waiting for an idle moment. */
export function giveWay(): Promise<void> {
  return wait(0);
}

/** @returns a function to await between steps: it yields at the end of a slice and returns null before. */
export function createGivingWay(): () => Promise<void> | null {
  let end = performance.now() + PIECE;
  const givenWay = async () => {
    await giveWay();
    end = performance.now() + PIECE;
  };
  return () => (performance.now() < end ? null : givenWay());
}
