/** SQL fragments that lists share. */
import { sql, type RawBuilder } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Filter } from "./list.ts";

/** LIKE pattern for a normalized column that contains `text`. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** LIKE pattern for a normalized column that starts with `text`. */
export function startingWith(text: string): string {
  return `${literal(text)}%`;
}

/** The filter of rows one of whose normalized columns contains `text`; none for an empty text. */
export function matchesText(
  columns: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  text: string | undefined,
): Filter[] {
  const wanted = normalizeForFilter(text ?? "");
  if (wanted === "") return [];
  const inAny = (condition: (column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`(${sql.join([columns].flat().map(condition), sql` or `)})`;
  return [
    {
      estimated: inAny((column) => sql`${column} like ${containing(wanted)}`),
      scanned: inAny((column) => sql`strpos(${column}, ${wanted}) > 0`),
    },
  ];
}

/**
 * As `matchesText`, for columns of names with the given name first: "Lovelace, Ad" also finds "Ada Lovelace", because
 * screens show the family name first.
 */
export function matchesName(
  columns: RawBuilder<unknown> | readonly RawBuilder<unknown>[],
  text: string | undefined,
): Filter[] {
  const pattern = turnedName(text ?? "");
  if (pattern === null) return matchesText(columns, text);
  const turned = isLike([columns].flat(), [pattern]);
  return matchesText(columns, text).map(({ estimated, scanned }) => ({
    estimated: sql`(${estimated} or ${turned})`,
    scanned: sql`(${scanned} or ${turned})`,
  }));
}

/** As `matchesName`, for columns with an index of trigrams, which answers LIKE. */
export function matchesIndexedName(
  columns: readonly RawBuilder<unknown>[],
  text: string | undefined,
): RawBuilder<unknown>[] {
  if (normalizeForFilter(text ?? "") === "") return [];
  const turned = turnedName(text ?? "");
  return [isLike(columns, [containing(text ?? ""), ...(turned === null ? [] : [turned])])];
}

/** The pattern that finds "Ada Lovelace" by "Lovelace, Ad"; null for a text without a name on both sides of a comma. */
function turnedName(text: string): string | null {
  const comma = text.indexOf(",");
  if (comma === -1) return null;
  const [family, given] = [text.slice(0, comma), text.slice(comma + 1)];
  if (normalizeForFilter(family) === "" || normalizeForFilter(given) === "") return null;
  return containing(given) + startingWith(family);
}

function isLike(
  columns: readonly RawBuilder<unknown>[],
  patterns: readonly string[],
): RawBuilder<unknown> {
  const tests = patterns.flatMap((pattern) =>
    columns.map((column) => sql`${column} like ${pattern}`),
  );
  return sql`(${sql.join(tests, sql` or `)})`;
}

function literal(text: string): string {
  return normalizeForFilter(text).replaceAll(/[\\%_]/g, "\\$&");
}

/** A uuid[] as one parameter, which is faster than the driver's own for very long lists. */
export function toUuids(ids: readonly string[]): RawBuilder<unknown> {
  return sql`${`{${ids.join(",")}}`}::uuid[]`;
}

/** A timestamptz[] as one parameter. */
export function toInstants(instants: readonly (string | null)[]): RawBuilder<unknown> {
  return sql`${`{${instants.map((instant) => instant ?? "null").join(",")}}`}::timestamptz[]`;
}

/** A time stamp as API messages have it. */
export const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
