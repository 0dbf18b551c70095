/** The name of a person in statements, as `#events/rules/personName.ts` has it. */
import { sql, type RawBuilder } from "kysely";

const textOf = (alias: string, column: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.${column}`)}), '')`;

/** @returns "Family, Given" of an identity or user with this table alias; null without both. */
export function fullName(alias: "i" | "person" | "u"): RawBuilder<string | null> {
  return sql`nullif(concat_ws(', ', ${textOf(alias, "family_name")}, ${textOf(alias, "given_name")}), '')`;
}

/** @returns the name of an identity with this table alias; null without an identity. */
export function personName(alias: "i" | "person"): RawBuilder<string | null> {
  return sql`coalesce(
    ${fullName(alias)}, ${textOf(alias, "username")}, ${sql.ref(`${alias}.external_id`)})`;
}
