/**
 * A list of keys as an array whose length the planner cannot see. It then expects a few keys and looks each up by an index.
 * Otherwise it reads all rows of a client of a table without statistics, which the embedded database gets only when idle.
 */
import { sql, type RawBuilder } from "kysely";

export function listedKeys(
  type: "boolean" | "integer" | "text" | "uuid",
  keys: readonly unknown[],
): RawBuilder<unknown> {
  return sql`(select ${keys}::${sql.raw(type)}[])`;
}
