/** Pieces of SQL that lists share. */
import { sql, type RawBuilder } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Filter } from "./list.ts";

/** Pattern of LIKE for a stored filter form that contains `text`. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** Pattern of LIKE for a stored filter form that starts with `text`. */
export function startingWith(text: string): string {
  return `${literal(text)}%`;
}

/** The filter of rows whose stored filter form contains `text`; none where that is empty. */
export function matchesText(column: RawBuilder<unknown>, text: string | undefined): Filter[] {
  const wanted = normalizeForFilter(text ?? "");
  if (wanted === "") return [];
  return [
    {
      estimated: sql`${column} like ${containing(wanted)}`,
      scanned: sql`strpos(${column}, ${wanted}) > 0`,
    },
  ];
}

function literal(text: string): string {
  return normalizeForFilter(text).replaceAll(/[\\%_]/g, "\\$&");
}

/** A uuid[] as one parameter: quicker than the driver's own for very long lists. */
export function toUuids(ids: readonly string[]): RawBuilder<unknown> {
  return sql`${`{${ids.join(",")}}`}::uuid[]`;
}
