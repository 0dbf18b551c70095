/** The name of a person in statements. */
import { sql, type RawBuilder } from "kysely";

/** @returns the name of an identity with this table alias, as screens show it; null without an identity. */
export function personName(alias: "i" | "person"): RawBuilder<string | null> {
  const of = (column: string) => sql`nullif(${sql.ref(`${alias}.${column}`)}, '')`;
  return sql`coalesce(
    nullif(concat_ws(' ', ${of("given_name")}, ${of("family_name")}), ''), ${of("username")},
    ${sql.ref(`${alias}.external_id`)})`;
}
