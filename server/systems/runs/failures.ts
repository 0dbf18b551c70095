/** Values that a run could not set. There may be as many as accounts and fields, of which the run's problem names a few. */
import type { Rejection } from "../../import/types.ts";

/** How many reasons a run names. */
export const REASONS_KEPT = 3;

export class Failures {
  readonly #first: Rejection[] = [];
  #count = 0;

  add(rejection: Rejection): void {
    this.#count += 1;
    if (this.#first.length < REASONS_KEPT) this.#first.push(rejection);
  }

  /** Those that can be named. */
  get first(): readonly Rejection[] {
    return this.#first;
  }

  get count(): number {
    return this.#count;
  }
}
