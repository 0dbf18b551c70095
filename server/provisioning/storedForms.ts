/**
 * Values that a system stores in another form than they were written, such as a name in lower case, or replaces by others, such as a
 * text that it cuts. They are remembered with the object, so that later previews do not propose the same change again.
 */
import type { Attributes } from "../connectors/contract.ts";
import type { SameValues } from "../connectors/equality.ts";
import type { StoredForms } from "../db/systemTables.ts";

/** @returns a form for each written attribute, or null if the system stores it as written or does not report it. */
export function storedForms(
  stored: Attributes,
  written: Attributes,
  sameValues: SameValues,
): StoredForms {
  return Object.fromEntries(
    Object.entries(written).map(([name, values]) => {
      const now = stored[name];
      if (now === undefined || isEqual(now, values)) return [name, null] as const;
      const form = { written: values, stored: now };
      return [name, sameValues(name, now, values) ? form : { ...form, replaced: true }] as const;
    }),
  );
}

/** By attribute: the values that the system stored instead of the written ones; null if there are none. */
export function replacedValues(forms: StoredForms): Record<string, string[]> | null {
  const replaced = Object.entries(forms).flatMap(([name, form]) =>
    form?.replaced ? [[name, [...form.stored]] satisfies [string, string[]]] : [],
  );
  return replaced.length === 0 ? null : Object.fromEntries(replaced);
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

export function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
