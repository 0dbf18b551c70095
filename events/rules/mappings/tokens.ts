/** Numbers that make values unique: jdoe, jdoe2, jdoe3. Stable: an object keeps its value while it can be given. */

import { CodeFailure } from "./values.ts";

/** The last number that is tried. */
const MAX_TOKEN = 10_000;

export class TokenRegistry {
  /** Keys of the objects that have a value, by the value in lower case. */
  readonly #holders = new Map<string, string>();
  /** The first number that may be free, by the value without a number. */
  readonly #next = new Map<string, number>();
  /** The last key, and its numbers by the value without a number. */
  #key: string | null = null;
  readonly #own = new Map<string, number>();

  /** @param held the values that objects have now. Of equal ones, the first stays. */
  constructor(held: Iterable<readonly [value: string, key: string]>) {
    for (const [value, key] of held) this.#hold(value, key);
  }

  #hold(value: string, key: string): void {
    const folded = value.toLowerCase();
    if (!this.#holders.has(folded)) this.#holders.set(folded, key);
  }

  #isFree(value: string, key: string): boolean {
    const holder = this.#holders.get(value.toLowerCase());
    return holder === undefined || holder === key;
  }

  /**
   * @param key Calls with the same key must be consecutive. They get the same number for the same value.
   * @param give the value with a number; undefined if there is none.
   * @returns undefined if there is no value; null if no number is free.
   */
  choose(
    key: string,
    current: string | undefined,
    give: (token: string) => string | undefined,
  ): string | null | undefined {
    const plain = give("");
    if (plain === undefined) return undefined;
    if (current !== undefined && this.#isFree(current, key)) {
      // The number that the current value has, if it has one.
      const tokens = ["", ...(current.match(/\d+/g) ?? [])];
      // Values are unique without regard to case, so that another case is the same number.
      const folded = current.toLowerCase();
      const kept = tokens.find(
        (token) => isToken(token) && valueOrNone(give, token)?.toLowerCase() === folded,
      );
      if (kept !== undefined) {
        this.#hold(current, key);
        return kept;
      }
    }
    const folded = plain.toLowerCase();
    if (key !== this.#key) this.#own.clear();
    this.#key = key;
    const start = this.#own.get(folded) ?? this.#next.get(folded) ?? 1;
    for (let number = start; number <= MAX_TOKEN; number++) {
      const token = number === 1 ? "" : String(number);
      const value = give(token);
      if (value === undefined) return undefined;
      if (!this.#isFree(value, key)) continue;
      this.#hold(value, key);
      this.#next.set(folded, number + 1);
      this.#own.set(folded, number);
      return token;
    }
    return null;
  }
}

/** Mappings that fail with a number do not give the current value with it. */
function valueOrNone(
  give: (token: string) => string | undefined,
  token: string,
): string | undefined {
  try {
    return give(token);
  } catch (error) {
    if (error instanceof CodeFailure) return undefined;
    throw error;
  }
}

function isToken(token: string): boolean {
  return (
    token === "" || (/^[1-9]\d*$/.test(token) && Number(token) >= 2 && Number(token) <= MAX_TOKEN)
  );
}
