/** The sort order of names. */

/** A fixed locale, so that every machine sorts alike; "Permission 12" comes before "Permission 104". */
const COLLATOR = new Intl.Collator("en", { numeric: true });

export function compareNames(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/** By name, and equal names by id. */
export function compareNamed(
  one: { readonly name: string; readonly id: string },
  other: { readonly name: string; readonly id: string },
): number {
  return compareNames(one.name, other.name) || (one.id < other.id ? -1 : 1);
}
