/**
 * The query of a list: its search text, filters and order. Each property has a `default`, which the address omits.
 * Properties are strings, literals, integers, booleans, or arrays of strings.
 */
import { Type, type Static, type TObject, type TSchema } from "typebox";
import { OneOf } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import { Typed } from "./redaction.ts";

/** The order of a list: `field,asc` or `field,desc`; the first field in ascending order is the default. */
export function SortBy<const Field extends string>(
  [first, ...others]: readonly [Field, ...Field[]],
  direction: "asc" | "desc" = "asc",
) {
  const orders = [first, ...others].flatMap(
    (field) => [`${field},asc`, `${field},desc`] as const satisfies readonly string[],
  );
  return Type.Unsafe<`${Field},asc` | `${Field},desc`>(
    Type.Union(
      orders.map((order) => Type.Literal(order)),
      { default: `${first},${direction}` },
    ),
  );
}

/** The id of a thing to filter by or to show; empty for none. */
export const OptionalId = Type.String({ maxLength: 36, default: "" });

/** The search text of a list. */
export const SearchText = Typed(Type.String({ maxLength: TEXT_MAX_LENGTH, default: "" }));

/** The query of a list of choices, which has a search only. */
export const SearchQuery = Type.Object({ contains: SearchText });

/** A single choice; the first is the default. */
export function Choice<const Value extends string>(values: readonly [Value, ...Value[]]) {
  return OneOf(values, { default: values[0] });
}

interface PropertySchema {
  readonly type?: string;
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly anyOf?: readonly { readonly const?: unknown }[];
}

const propertiesOf = (schema: TObject) =>
  Object.entries(schema.properties as Readonly<Record<string, TSchema & PropertySchema>>);

/** The query of an address without parameters. */
export function defaultQuery<Query extends TObject>(schema: Query): Static<Query> {
  return Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => [name, property.default]),
  ) as Static<Query>;
}

/**
 * Reads the query of an address. A missing or invalid parameter gets its default.
 *
 * @param search with or without its question mark.
 */
export function readQuery<Query extends TObject>(schema: Query, search: string): Static<Query> {
  const parameters = new URLSearchParams(search);
  return Object.fromEntries(
    propertiesOf(schema).map(([name, property]) => [
      name,
      parameters.has(name)
        ? (readValue(property, parameters.getAll(name)) ?? property.default)
        : property.default,
    ]),
  ) as Static<Query>;
}

function readValue(property: PropertySchema, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (property.anyOf) return property.anyOf.find((one) => one.const === text)?.const;
  switch (property.type) {
    case "string":
      return text.slice(0, property.maxLength);
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "integer":
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "array":
      return texts.filter((one) => one !== "");
    default:
      return undefined;
  }
}

/** Writes a query in address form: with its question mark, or empty if every value is the default. */
export function writeQuery<Query extends TObject>(schema: Query, query: Static<Query>): string {
  const parameters = new URLSearchParams();
  const values = query as Readonly<Record<string, unknown>>;
  for (const [name, property] of propertiesOf(schema)) {
    const value = values[name];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(property.default)) continue;
    for (const one of Array.isArray(value) ? value : [value]) parameters.append(name, String(one));
  }
  const search = parameters.toString();
  return search === "" ? "" : `?${search}`;
}
