/**
 * Whether a system stored what was written to an attribute. A system may store another form of a value: in another case, without
 * spaces or cut, and the only value of an attribute replaced by one of its own. It has not stored a value if it has nothing in its
 * place, or the former value.
 */
import type { NormalForm } from "./equality.ts";

export interface WrittenAttribute {
  /** What the system had before the write. */
  readonly before: readonly string[];
  /** All values that it should have. */
  readonly written: readonly string[];
  /** What it has after the write. */
  readonly stored: readonly string[];
}

/** @param form in which values that are the same for the system are equal texts */
export function isStored({ before, written, stored }: WrittenAttribute, form: NormalForm): boolean {
  const loose = (values: readonly string[]) =>
    new Set(values.map((value) => looseForm(form(value))));
  const [wanted, former, left] = [loose(written), loose(before), loose(stored)];
  const missing = [...wanted].filter((value) => !left.has(value));
  const others = new Set([...left].filter((value) => !wanted.has(value)));
  const lacking = missing.filter((whole) => {
    const cut = [...others].find((value) => value !== "" && whole.startsWith(value));
    if (cut !== undefined) others.delete(cut);
    return cut === undefined;
  });
  const kept = [...others].filter((value) => former.has(value));
  if (kept.length > 0) return false;
  // Among several values, one that nobody wrote may be of another writer. Only the value of a single one stands for it.
  return lacking.length === 0 || (wanted.size === 1 && left.size === 1);
}

/** Systems that do not distinguish case or spaces do not always say so. */
function looseForm(value: string): string {
  return value.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}
