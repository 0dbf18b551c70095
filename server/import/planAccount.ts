/** Computes an account's new entitlement numbers. Pure. */
import type { ImportMode } from "./types.ts";

export interface AccountPlan {
  /** The numbers to store, ascending and distinct. */
  readonly numbers: ArrayLike<number> & Iterable<number>;
  readonly added: number;
  readonly unchanged: number;
  readonly removed: number;
}

/**
 * @param existing ascending and distinct, from the database.
 * @param desired ascending and distinct, from the file.
 */
export function planAccount(
  existing: ArrayLike<number>,
  desired: Int32Array,
  mode: ImportMode,
): AccountPlan {
  const union: number[] = [];
  let unchanged = 0;
  let e = 0;
  let d = 0;
  while (e < existing.length || d < desired.length) {
    const one = existing[e] ?? Infinity;
    const other = desired[d] ?? Infinity;
    if (one === other) unchanged++;
    if (one <= other) e++;
    if (other <= one) d++;
    union.push(Math.min(one, other));
  }
  return {
    numbers: mode === "merge" ? union : desired,
    added: desired.length - unchanged,
    unchanged,
    removed: mode === "merge" ? 0 : existing.length - unchanged,
  };
}

/** Sorts in place. @returns the distinct values, as a view of the same memory. */
export function sortDistinct(values: Int32Array): Int32Array {
  values.sort();
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (at === 0 || value !== values[length - 1]) values[length++] = value;
  }
  return values.subarray(0, length);
}

/** The array in PostgreSQL's integer[] format. */
export function arrayLiteral(numbers: ArrayLike<number> & Iterable<number>): string {
  return `{${Array.prototype.join.call(numbers, ",")}}`;
}

/** The inverse of `arrayLiteral`. */
export function parseArrayLiteral(literal: string): number[] {
  return literal === "{}" ? [] : literal.slice(1, -1).split(",").map(Number);
}
