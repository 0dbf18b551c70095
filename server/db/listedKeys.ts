/** Lists as arrays whose length the planner cannot see. */
import { sql, type RawBuilder } from "kysely";

type KeyType = "boolean" | "bytea" | "integer" | "text" | "timestamptz" | "uuid";

/**
 * The planner expects a few keys and looks each up by an index. With a list whose length it sees, it reads all rows of a client of
 * a table without statistics, which the embedded database gets only when idle.
 */
export function listedKeys(type: KeyType, keys: readonly unknown[]): RawBuilder<unknown> {
  return sql`(select ${keys}::${sql.raw(type)}[])`;
}

/**
 * The table expression `item`, with a row for each of the rows.
 *
 * @param columns by name: the type, and the value of a row.
 */
export function listedRows<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, readonly [type: KeyType, valueOf: (row: Row) => unknown]>>,
): RawBuilder<unknown> {
  const lists = Object.values(columns).map(([type, valueOf]) =>
    listedKeys(
      type,
      rows.map((row) => valueOf(row)),
    ),
  );
  const names = Object.keys(columns).map((name) => sql.ref(name));
  return sql`unnest(${sql.join(lists)}) as item (${sql.join(names)})`;
}
