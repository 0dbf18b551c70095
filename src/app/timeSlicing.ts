/** Long work in short pieces, so that the page stays quick. */
import { wait } from "../kernel/sleep.ts";
import { nextIdle } from "./idle.ts";

/** Milliseconds of a piece: one that a frame has room for. */
const PIECE = 8;

/** Runs steps to their end, unless the signal is aborted first: then it resolves to null. */
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

/** Lets the page do what waits, whether it is idle or not. */
export function giveWay(): Promise<void> {
  return wait(0);
}

/** @returns what to await between steps: it gives way once a piece is over, and is null until then. */
export function createGivingWay(): () => Promise<void> | null {
  let end = performance.now() + PIECE;
  const givenWay = async () => {
    await giveWay();
    end = performance.now() + PIECE;
  };
  return () => (performance.now() < end ? null : givenWay());
}
