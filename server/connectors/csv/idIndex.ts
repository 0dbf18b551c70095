/** Numbers ids from 0 in a few bytes each: an id is kept as two hashes, not as a text. */

/** At most this share of the slots is used. */
const MAX_LOAD = 0.6;

/**
 * Two of a million ids have the same 64 bits with a probability of about 1 in 40 million. They would count as one id,
 * which the reader reports as repeated.
 */
export class IdIndex {
  #size = 0;
  #slots = 1024;
  #first = new Int32Array(this.#slots);
  #second = new Int32Array(this.#slots);
  /** Numbers + 1; 0 is a free slot. */
  #numbers = new Int32Array(this.#slots);

  get size(): number {
    return this.#size;
  }

  /** The number of a known id; -1 for an unknown one. */
  get(id: string): number {
    return (this.#numbers[this.#slotOf(hash(id, SEEDS[0]), hash(id, SEEDS[1]))] ?? 0) - 1;
  }

  /** @returns the number of the id, which is `size - 1` for a new one. */
  add(id: string): number {
    const [first, second] = [hash(id, SEEDS[0]), hash(id, SEEDS[1])];
    const slot = this.#slotOf(first, second);
    const known = this.#numbers[slot] ?? 0;
    if (known !== 0) return known - 1;
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#numbers[slot] = ++this.#size;
    if (this.#size > this.#slots * MAX_LOAD) this.#grow();
    return this.#size - 1;
  }

  #slotOf(first: number, second: number): number {
    for (let slot = first & (this.#slots - 1); ; slot = (slot + 1) & (this.#slots - 1)) {
      if (this.#numbers[slot] === 0) return slot;
      if (this.#first[slot] === first && this.#second[slot] === second) return slot;
    }
  }

  #grow(): void {
    const [first, second, numbers] = [this.#first, this.#second, this.#numbers];
    this.#slots *= 2;
    this.#first = new Int32Array(this.#slots);
    this.#second = new Int32Array(this.#slots);
    this.#numbers = new Int32Array(this.#slots);
    numbers.forEach((number, at) => {
      if (number === 0) return;
      const slot = this.#slotOf(first[at] ?? 0, second[at] ?? 0);
      this.#first[slot] = first[at] ?? 0;
      this.#second[slot] = second[at] ?? 0;
      this.#numbers[slot] = number;
    });
  }
}

const SEEDS = [0x9747b28c, 0x3c6ef372] as const;

/** MurmurHash3 over UTF-16 code units. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) {
    let unit = Math.imul(text.charCodeAt(at), 0xcc9e2d51);
    unit = (unit << 15) | (unit >>> 17);
    value ^= Math.imul(unit, 0x1b873593);
    value = (value << 13) | (value >>> 19);
    value = (Math.imul(value, 5) + 0xe6546b64) | 0;
  }
  value ^= text.length;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}
