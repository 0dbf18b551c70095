/** Compact columns: millions of rows as integers, with each distinct text stored once. */

/** Assigns each distinct text a dense number from 0. */
export class Interner {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.texts.length;
  }

  get(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** The text must be new. */
  add(text: string): number {
    const number = this.texts.length;
    this.texts.push(text);
    this.#numbers.set(text, number);
    return number;
  }
}

/** A growing column of 32-bit integers. */
export class IntColumn {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  /** @returns a view of the values so far. */
  view(): Int32Array {
    return this.#values.subarray(0, this.#length);
  }
}
