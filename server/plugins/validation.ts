/**
 * Checks requests against their schemas: strictly, with no value changed and no field dropped. Only what is text by
 * nature (path and query) is converted, by the type that its schema names.
 */
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import Format from "typebox/format";
import { ApiError, type FieldError } from "./errors.ts";

export type RequestPart = "params" | "query" | "body";

interface SchemaNode {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly required?: readonly string[];
}

/** Items of a list whose faults are told one by one; of a longer one the first is. */
const LONG_LIST = 1000;

/** Unknown fields of an object that are told one by one: the library looks at each of more, and remembers them all. */
const MAX_UNKNOWN = 100;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
Format.Set("uuid", (value) => UUID.test(value));

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The check of one part of a request. It returns the value as handlers get it.
 *
 * @throws ApiError EINVALID that names the failing fields.
 */
export function compileCheck(schema: TSchema, part: RequestPart): (value: unknown) => unknown {
  const node = schema as SchemaNode;
  const validator = Compile(closed(node) as TSchema);
  const ofItems = node.items ? Compile(closed(node.items) as TSchema) : null;

  /** The library looks at each item of a list to tell of eight, and remembers them all: not of a long one. */
  const errorsOf = (value: unknown): readonly SchemaError[] => {
    const isLong = Array.isArray(value) && value.length > LONG_LIST;
    const at = ofItems && isLong ? value.findIndex((item) => !ofItems.Check(item)) : -1;
    if (!ofItems || !isLong || at < 0) return validator.Errors(value);
    return ofItems
      .Errors(value[at])
      .map((error) => ({ ...error, instancePath: `/${at}${error.instancePath}` }));
  };

  return (raw) => {
    const value = part === "body" ? (raw ?? emptyBody(node)) : fromText(node, raw);
    if (validator.Check(value)) return value;
    const tooLong = findTooLong(node, value, `/${part}`);
    const fields = tooLong ? [tooLong] : toFields(part, errorsOf(value), value);
    throw new ApiError("EINVALID", "The request is invalid", fields);
  };
}

/** A list that has more items, or an object that has many more fields, than its schema: nothing else of it is worth a look. */
function findTooLong(node: SchemaNode, value: unknown, path: string): FieldError | null {
  const forms = [node, ...(node.anyOf ?? [])];
  if (Array.isArray(value)) {
    const lists = forms.filter(({ type }) => type === "array");
    const most = Math.max(...lists.map(({ maxItems = Infinity }) => maxItems));
    if (lists.length > 0 && value.length > most) {
      return { path, message: `must not have more than ${most} items` };
    }
    const [list] = lists;
    return list?.items?.properties ? findFirst(value.entries(), () => list.items, path) : null;
  }
  if (value === null || typeof value !== "object") return null;
  const properties = forms.find((form) => form.properties)?.properties;
  const most = Object.keys(properties ?? {}).length + MAX_UNKNOWN;
  if (properties && Object.keys(value).length > most) {
    return { path, message: `must not have more than ${most} fields` };
  }
  return properties ? findFirst(Object.entries(value), (key) => properties[key], path) : null;
}

function findFirst<Key extends string | number>(
  entries: Iterable<[Key, unknown]>,
  nodeOf: (key: Key) => SchemaNode | undefined,
  path: string,
): FieldError | null {
  for (const [key, value] of entries) {
    const node = nodeOf(key);
    const found = node ? findTooLong(node, value, `${path}/${key}`) : null;
    if (found) return found;
  }
  return null;
}

/** A body may be left out where an empty object would do. */
function emptyBody(schema: SchemaNode): unknown {
  return schema.type === "object" && !schema.required?.length ? {} : undefined;
}

/** The schema with every object closed: a field that it does not name is an error. */
function closed(node: SchemaNode): SchemaNode {
  return {
    ...node,
    ...(node.properties && {
      properties: Object.fromEntries(
        Object.entries(node.properties).map(([key, child]) => [key, closed(child)]),
      ),
      additionalProperties: false,
    }),
    ...(node.items && { items: closed(node.items) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(closed) }),
  };
}

/** Text becomes what the schema says; empty query parameters count as absent; ids are lower case. */
function fromText(schema: SchemaNode, raw: unknown): unknown {
  if (raw === null || typeof raw !== "object") return {};
  const value: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(raw)) {
    if (text !== "") value[key] = convert(schema.properties?.[key], text);
  }
  return value;
}

function convert(schema: SchemaNode | undefined, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if (schema?.type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (schema?.format === "uuid") return text.toLowerCase();
  return text;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

function toFields(part: RequestPart, errors: readonly SchemaError[], value: unknown): FieldError[] {
  const messages = new Map<string, string[]>();
  const add = (path: string, message: string) => {
    const known = messages.get(path) ?? [];
    if (!known.includes(message)) messages.set(path, [...known, message]);
  };
  for (const error of errors) {
    const path = `/${part}${error.instancePath}`;
    switch (error.keyword) {
      case "required":
        if (value === undefined) add(path, "is required");
        else
          for (const name of listOf(error.params, "requiredProperties"))
            add(`${path}/${name}`, "is required");
        break;
      case "boolean":
        add(path, "is not known");
        break;
      case "additionalProperties":
      case "anyOf":
        break;
      case "const":
        add(path, `must be ${JSON.stringify(paramOf(error.params, "allowedValue"))}`);
        break;
      case "format":
        add(path, `must be a ${String(paramOf(error.params, "format"))}`);
        break;
      default:
        add(path, value === undefined ? "is required" : error.message);
    }
  }
  return [...messages].map(([path, texts]) => ({ path, message: joinAlternatives(texts) }));
}

function paramOf(params: object, key: string): unknown {
  return Object.entries(params).find(([name]) => name === key)?.[1];
}

function listOf(params: object, key: string): string[] {
  const list = paramOf(params, key);
  return Array.isArray(list) ? list.map(String) : [];
}

/** "must be a, must be b" reads "must be a or b". */
function joinAlternatives(messages: readonly string[]): string {
  if (!messages.every((message) => message.startsWith("must be "))) return messages.join(", ");
  return `must be ${messages.map((message) => message.slice("must be ".length)).join(" or ")}`;
}
