/** The differences between two JSON values. */

export interface Difference {
  /** `.items[3].name`; empty for the whole value. */
  readonly path: string;
  /** Undefined for a missing value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The smallest differing parts, in field order; the first `atMost` of them. */
export function differencesOf(before: unknown, after: unknown, atMost = 20): readonly Difference[] {
  const found: Difference[] = [];
  const compare = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= atMost || Object.is(one, other)) return;
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, before: one, after: other });
      return;
    }
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const step = Array.isArray(one) ? `[${key}]` : `.${key}`;
      compare(path + step, one[key], other[key]);
    }
  };
  compare("", before, after);
  return found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object";
}
