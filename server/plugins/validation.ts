/**
 * Strict request validation: no value is changed and no field dropped. Only text input (path and query) is converted to
 * its schema's type.
 */
import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import Format from "typebox/format";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { invalidRequest, type FieldError } from "./errors.ts";

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

/** Maximum list items whose errors are all reported; a longer list reports the first. */
const LONG_LIST = 1000;

/** Maximum unknown fields reported by name, because the library examines and stores each of more. */
const MAX_UNKNOWN = 100;

Format.Set("uuid", isUuid);

/**
 * Validates one part of a request and returns the handler's value.
 *
 * @throws ApiError EINVALID that names the invalid fields.
 */
export function compileCheck(schema: TSchema, part: RequestPart): (value: unknown) => unknown {
  const node = schema as SchemaNode;
  return (raw) => {
    const value = part === "body" ? (raw ?? emptyBody(node)) : fromText(node, raw);
    if (compiled(node).Check(value)) return value;
    const tooLong = findTooLong(node, value, `/${part}`);
    const fields = tooLong ? [tooLong] : toFields(part, errorsOf(node, value), value);
    throw invalidRequest(fields);
  };
}

/**
 * The errors of a value. Among several forms of a schema, the one of the value's kind is used. To report eight errors
 * the library examines and stores every list item, so only the first invalid item of a long list is read.
 */
function errorsOf(node: SchemaNode, value: unknown): readonly SchemaError[] {
  const kind = Array.isArray(value) ? "array" : typeof value;
  const forms = node.anyOf?.filter(({ type }) => type === kind) ?? [];
  const form = forms.length === 1 && forms[0] ? forms[0] : node;
  if (Array.isArray(value) && value.length > LONG_LIST && form.items) {
    const ofItems = compiled(form.items);
    const at = value.findIndex((item) => !ofItems.Check(item));
    if (at >= 0) return below(`/${at}`, ofItems.Errors(value[at]));
  }
  if (kind === "object" && value && form.properties) {
    for (const [name, field] of Object.entries(value)) {
      const ofField = form.properties[name];
      if (!Array.isArray(field) || field.length <= LONG_LIST || !ofField) continue;
      if (!compiled(ofField).Check(field)) return below(`/${name}`, errorsOf(ofField, field));
    }
  }
  return compiled(form).Errors(value);
}

function below(path: string, errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors.map((error) => ({ ...error, instancePath: `${path}${error.instancePath}` }));
}

const validators = new WeakMap<SchemaNode, Validator>();

/** Compiles a schema when it is first needed, because all schemas together would slow the start of the server. */
function compiled(node: SchemaNode): Validator {
  const validator = validators.get(node) ?? Compile(closed(node) as TSchema);
  validators.set(node, validator);
  return validator;
}

/**
 * A list with more items or an object with many more fields than its schema allows. Its content is not examined
 * further.
 */
function findTooLong(node: SchemaNode, value: unknown, path: string): FieldError | null {
  const forms = [node, ...(node.anyOf ?? [])];
  if (Array.isArray(value)) {
    const lists = forms.filter(({ type }) => type === "array");
    const most = Math.max(...lists.map(({ maxItems = Infinity }) => maxItems));
    if (lists.length > 0 && value.length > most) {
      return { path, reason: message("values.tooManyItems", { max: most }) };
    }
    const [list] = lists;
    return list?.items?.properties ? findFirst(value.entries(), () => list.items, path) : null;
  }
  if (value === null || typeof value !== "object") return null;
  const properties = forms.find((form) => form.properties)?.properties;
  const most = Object.keys(properties ?? {}).length + MAX_UNKNOWN;
  if (properties && Object.keys(value).length > most) {
    return { path, reason: message("values.tooManyFields", { max: most }) };
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

/** A body is optional if an empty object would be valid. */
function emptyBody(schema: SchemaNode): unknown {
  return schema.type === "object" && !schema.required?.length ? {} : undefined;
}

/** The schema with every object closed: an undeclared field is an error. */
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

/** Converts text by the schema; empty query parameters count as absent; ids become lower case. */
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
  if (schema?.type === "number" && /^-?\d{1,15}(?:\.\d{1,20})?$/.test(text)) return Number(text);
  if (schema?.format === "uuid") return text.toLowerCase();
  return text;
}

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** The errors of one value. Alternatives of its schema are collected: it must match one of them. */
interface Fault {
  readonly expected: Set<string>;
  reason: Message | null;
}

function toFields(part: RequestPart, errors: readonly SchemaError[], value: unknown): FieldError[] {
  const faults = new Map<string, Fault>();
  const faultAt = (path: string): Fault => {
    const fault = faults.get(path) ?? { expected: new Set(), reason: null };
    faults.set(path, fault);
    return fault;
  };
  for (const error of errors) {
    const path = `/${part}${error.instancePath}`;
    if (error.keyword === "required" && value !== undefined) {
      for (const name of listOf(error.params, "requiredProperties")) {
        faultAt(`${path}/${name}`).reason ??= message("values.required");
      }
    } else if (error.keyword !== "additionalProperties" && error.keyword !== "anyOf") {
      const expected = value === undefined ? null : expectedBy(error);
      if (expected !== null) faultAt(path).expected.add(expected);
      else
        faultAt(path).reason ??= value === undefined ? message("values.required") : reasonOf(error);
    }
  }
  return [...faults].map(([path, fault]) => ({ path, reason: fault.reason ?? expectation(fault) }));
}

function expectation({ expected }: Fault): Message {
  const names = [...expected].join(", ");
  return message(expected.size === 1 ? "values.wrong" : "values.oneOf", { expected: names });
}

/** The expected type of the value; null if the error is not only the type. */
function expectedBy({ keyword, params }: SchemaError): string | null {
  switch (keyword) {
    case "type":
      return String(paramOf(params, "type"));
    case "const":
      return JSON.stringify(paramOf(params, "allowedValue"));
    case "format":
      return `a ${String(paramOf(params, "format"))}`;
    default:
      return null;
  }
}

function reasonOf({ keyword, params, message: text }: SchemaError): Message {
  const limit = Number(paramOf(params, "limit"));
  switch (keyword) {
    case "boolean":
      return message("values.unknown");
    case "maxLength":
      return message("values.tooLong", { max: limit });
    case "minLength":
      return message("values.tooShort", { min: limit });
    case "maxItems":
      return message("values.tooManyItems", { max: limit });
    case "minItems":
      return message("values.tooFewItems", { min: limit });
    case "maximum":
      return message("values.tooHigh", { max: limit });
    case "minimum":
      return message("values.tooLow", { min: limit });
    case "pattern":
      return message("values.badPattern", { pattern: String(paramOf(params, "pattern")) });
    default:
      return message("common.text", { text });
  }
}

function paramOf(params: object, key: string): unknown {
  return Object.entries(params).find(([name]) => name === key)?.[1];
}

function listOf(params: object, key: string): string[] {
  const list = paramOf(params, key);
  return Array.isArray(list) ? list.map(String) : [];
}
