/** Filters of lists, from the query of an address to that of a call. Pure. */
import { DAY_MS } from "#events/rules/time.ts";

type Filled<Query extends object> = {
  readonly [Name in keyof Query]?: Exclude<Query[Name], "all" | "" | null>;
};

/** Filters that are set: without null, empty texts and choices of `all`, and without spaces around texts. */
export function filled<Query extends Readonly<Record<string, string | null>>>(
  query: Query,
): Filled<Query> {
  const trimmed = Object.entries(query).map(([name, value]) => [name, value?.trim()] as const);
  // The entries have the names of the query.
  return Object.fromEntries(
    trimmed.filter(([, value]) => value && value !== "all"),
  ) as Filled<Query>;
}

/**
 * The bounds of a period from the start of a day to the end of another in UTC, as instants (ISO 8601).
 *
 * @param from a day such as 2026-11-23; an empty or invalid one is no bound (null)
 */
export function boundsOfDays(
  from: string,
  until: string,
): { readonly from: string | null; readonly until: string | null } {
  return { from: instantOf(from, 0), until: instantOf(until, DAY_MS) };
}

function instantOf(day: string, offset: number): string | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? null : new Date(start + offset).toISOString();
}
