/**
 * Values that a system stores in another form than they were written, such as a name in lower case. They are remembered with the
 * object, so that later previews do not propose the same change again.
 */
import type { Attributes } from "../connectors/contract.ts";
import type { SameValues } from "../connectors/equality.ts";
import type { StoredForms } from "../db/systemTables.ts";

/** @returns a form for each written attribute, or null if the system stores it as written. */
export function storedForms(
  stored: Attributes,
  written: Attributes,
  sameValues: SameValues,
): StoredForms {
  return Object.fromEntries(
    Object.entries(written).map(([name, values]) => {
      const now = stored[name] ?? [];
      const isOther = !isEqual(now, values) && sameValues(name, now, values);
      return [name, isOther ? { written: values, stored: now } : null] as const;
    }),
  );
}

/** The attributes as they were written, as long as the system still has what it stored then. */
export function asWritten(
  attributes: Readonly<Record<string, string[]>>,
  forms: StoredForms,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => {
      const form = Object.hasOwn(forms, name) ? forms[name] : null;
      return [name, form && isEqual(form.stored, values) ? [...form.written] : values] as const;
    }),
  );
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
