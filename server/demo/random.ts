/** A small random number generator (mulberry32). The same seed gives the same numbers everywhere. */

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns at least 0 and below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** @returns a whole number from `from` to `to`, both inclusive. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @param list not empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.between(0, list.length - 1)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  /** @returns `count` distinct items in random order, or all if there are fewer. */
  sample<T>(list: readonly T[], count: number): T[] {
    const items = [...list];
    const taken = Math.min(count, items.length);
    for (let at = 0; at < taken; at++) {
      const other = this.between(at, items.length - 1);
      const item = items[at];
      const swapped = items[other];
      if (item === undefined || swapped === undefined) continue;
      items[at] = swapped;
      items[other] = item;
    }
    return items.slice(0, taken);
  }
}
