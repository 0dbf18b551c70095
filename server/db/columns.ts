/** Types of columns that hold JSON. */
import type { ColumnType } from "kysely";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** jsonb of a known shape: read as a value, written as JSON text, because `pg` would write an array as a PostgreSQL array. */
export type Shaped<Value> = ColumnType<Value, string, string>;
export type ShapedOrNull<Value> = ColumnType<
  Value | null,
  string | null | undefined,
  string | null
>;

export type Jsonb = Shaped<JsonValue>;

/** jsonb that is written once: periods by role oid. */
export type PeriodsJsonb = ColumnType<
  Record<string, [from: string | null, until: string | null]>,
  string | undefined,
  never
>;

type Bound = string | null;
export type ChangedPeriodsJsonb = ColumnType<
  Record<string, [from: Bound, until: Bound, newFrom: Bound, newUntil: Bound]>,
  string | undefined,
  never
>;

export type NullableJsonb = ShapedOrNull<JsonValue>;

export type StringAttributesJsonb = ColumnType<Record<string, string>, string | undefined, string>;
