/** Types of columns that hold JSON. */
import type { ColumnType } from "kysely";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** jsonb: read as a value, written as JSON text, because `pg` would write an array as a PostgreSQL array. */
export type Jsonb = ColumnType<JsonValue, string, string>;

/** jsonb that is written once: periods by role oid. */
export type PeriodsJsonb = ColumnType<
  Record<string, [from: string | null, until: string | null]>,
  string | undefined,
  never
>;

export type NullableJsonb = ColumnType<JsonValue | null, string | null | undefined, string | null>;

export type StringAttributesJsonb = ColumnType<Record<string, string>, string | undefined, string>;
