/** Adapts the number of entries of a part, so that its transaction takes about the same time on every machine. */
import type { Milliseconds } from "#events/entities/common.ts";

const TARGET: Milliseconds = 100;
const FIRST = 100;
const MAX = 5000;
/** From one part to the next, because one measurement can be an outlier. */
const MAX_GROWTH = 2;
const MAX_SHRINKAGE = 4;

export class PartSize {
  #limit: number;

  /** @param first of the first part. */
  constructor(first = FIRST) {
    this.#limit = first;
  }

  /** @param work calls `begin` when it has the connection. */
  async measure<T>(work: (limit: number, begin: () => void) => Promise<T>): Promise<T> {
    let start = performance.now();
    const result = await work(this.#limit, () => {
      start = performance.now();
    });
    const factor = TARGET / Math.max(1, performance.now() - start);
    const bounded = Math.min(MAX_GROWTH, Math.max(1 / MAX_SHRINKAGE, factor));
    this.#limit = Math.round(Math.min(MAX, Math.max(1, this.#limit * bounded)));
    return result;
  }
}
