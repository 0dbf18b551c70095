/**
 * Redaction is part of a schema: each field declares whether it is secret or personal, and fields outside the schema
 * are dropped. `Secret` values never enter the log. An export replaces `Personal` values by pseudonyms, including those
 * that a `Sentence` mentions or an `Address` contains. It replaces `Typed` values at their own place.
 */
import type { TSchema } from "typebox";

export type Sensitivity = "secret" | "personal" | "typed" | "sentence" | "address";

const KEY = "x-sensitivity";

/** Marks a schema whose values must never be recorded (passwords, tokens). */
export function Secret<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [KEY]: "secret" };
}

/**
 * Marks a schema whose values identify a person: they are recorded, and an export replaces them by stable pseudonyms.
 */
export function Personal<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [KEY]: "personal" };
}

/**
 * Marks a schema of text that a user types key by key or searches for. An export replaces it at its own place, because
 * it may be a name. Sentences are not searched for it, because it is usually part of a word.
 */
export function Typed<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [KEY]: "typed" };
}

/** Marks a schema of texts for users that may mention people. An export replaces the personal texts in them. */
export function Sentence<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [KEY]: "sentence" };
}

/** Marks a schema of addresses within the app. An export replaces the typed texts in them. */
export function Address<Schema extends TSchema>(schema: Schema): Schema {
  return { ...schema, [KEY]: "address" };
}

/** The replacements of texts. */
export interface Replacement {
  /** Replaces a personal text. Equal texts get equal replacements. */
  readonly personal: (text: string) => string;
  /** Replaces a typed text, as the same personal text would be. */
  readonly typed: (text: string) => string;
  /** Replaces within a sentence. */
  readonly sentence: (text: string) => string;
  /** Replaces within an address. */
  readonly address: (text: string) => string;
}

interface SchemaNode {
  readonly [KEY]?: Sensitivity;
  readonly type?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

/** The logged copy of a value under its schema, without secrets and unknown fields. */
export function recordable(schema: TSchema, value: unknown): unknown {
  return keep(schema, value);
}

function keep(schema: SchemaNode, value: unknown): unknown {
  if (schema[KEY] === "secret") return undefined;
  if (schema.anyOf) {
    const branch = branchOf(schema.anyOf, value);
    return branch ? keep(branch, value) : undefined;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => keep(items, item) ?? null) : [];
  }
  if (value !== null && typeof value === "object") {
    const kept: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(value)) {
      const fieldSchema = propertyFor(schema, key) ?? patternFor(schema, key);
      const keptField = fieldSchema && keep(fieldSchema, field);
      if (keptField !== undefined) kept[key] = keptField;
    }
    return kept;
  }
  return value;
}

/**
 * The schema of recorded values: without secrets, and with texts and numbers of any size and format. Users also request
 * values that the original schema forbids, and pseudonyms have their own format.
 */
export function recordedSchema(schema: TSchema): TSchema {
  return asRecorded(schema);
}

function asRecorded(schema: SchemaNode): SchemaNode {
  const { type, properties, patternProperties, items, anyOf } = schema;
  if (anyOf) return { anyOf: anyOf.map(asRecorded) };
  if ("const" in schema) return { type, const: schema.const };
  const isKept = (key: string) => properties?.[key]?.[KEY] !== "secret";
  return {
    ...(type !== undefined && { type: type === "integer" ? "number" : type }),
    ...(properties && {
      properties: mapFields(properties, isKept),
      required: schema.required?.filter(isKept) ?? [],
    }),
    ...(patternProperties && { patternProperties: mapFields(patternProperties, () => true) }),
    ...(items && { items: asRecorded(items) }),
  };
}

function mapFields(
  fields: Readonly<Record<string, SchemaNode>>,
  isKept: (key: string) => boolean,
): Readonly<Record<string, SchemaNode>> {
  const kept = Object.entries(fields).filter(([key]) => isKept(key));
  return Object.fromEntries(kept.map(([key, node]) => [key, asRecorded(node)]));
}

/**
 * Whether the logged copy of the value matches `recordedSchema`. Works without copying, because every answer is
 * checked.
 */
export function isRecordable(schema: TSchema, value: unknown): boolean {
  return fits(schema, value);
}

function fits(schema: SchemaNode, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => fits(branch, value));
  if ("const" in schema && schema.const !== value) return false;
  if (!looksLike(schema, value)) return false;
  const { items } = schema;
  if (Array.isArray(value)) return !items || value.every((item) => fits(items, item));
  if (value === null || typeof value !== "object") return true;
  const fieldFits = ([key, field]: readonly [string, unknown]) => {
    const known = propertyFor(schema, key) ?? patternFor(schema, key);
    return !known || known[KEY] === "secret" || fits(known, field);
  };
  return hasRequired(schema, value) && Object.entries(value).every(fieldFits);
}

/** A copy of a recorded value with replaced personal and typed texts, sentences and addresses. Empty texts stay. */
export function pseudonymized(schema: TSchema, value: unknown, replacement: Replacement): unknown {
  return replaceIn(schema, value, false, replacement);
}

function replaceIn(
  schema: SchemaNode,
  value: unknown,
  isWithin: boolean,
  replacement: Replacement,
): unknown {
  const isPersonal = isWithin || schema[KEY] === "personal";
  const branch = schema.anyOf && branchOf(schema.anyOf, value);
  if (branch) return replaceIn(branch, value, isPersonal, replacement);
  if (value === "") return value;
  if (typeof value === "string" && isPersonal) return replacement.personal(value);
  if (typeof value === "string") {
    const own = schema[KEY];
    return own === "typed" || own === "sentence" || own === "address"
      ? replacement[own](value)
      : value;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    return value.map((item) => replaceIn(schema.items ?? {}, item, isPersonal, replacement));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const fieldSchema = propertyFor(schema, key) ?? patternFor(schema, key) ?? {};
      return [key, replaceIn(fieldSchema, field, isPersonal, replacement)];
    }),
  );
}

/** Own properties only: a field named `constructor` is unknown like any other. */
function propertyFor({ properties }: SchemaNode, key: string): SchemaNode | undefined {
  return properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function patternFor(schema: SchemaNode, key: string): SchemaNode | undefined {
  for (const [pattern, node] of Object.entries(schema.patternProperties ?? {})) {
    if (new RegExp(pattern, "u").test(key)) return node;
  }
  return undefined;
}

function looksLike(schema: SchemaNode, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((candidate) => looksLike(candidate, value));
  switch (schema.type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return (
        value !== null &&
        typeof value === "object" &&
        !Array.isArray(value) &&
        tagsFit(schema, value)
      );
    case "integer":
      return typeof value === "number";
    case undefined:
      return true;
    default:
      return typeof value === schema.type;
  }
}

/** The branch of a union that the value belongs to; of objects, one whose required fields it has, if there is one. */
function branchOf(branches: readonly SchemaNode[], value: unknown): SchemaNode | undefined {
  let first: SchemaNode | undefined;
  for (const branch of branches) {
    if (!looksLike(branch, value)) continue;
    if (value === null || typeof value !== "object" || hasRequired(branch, value)) return branch;
    first ??= branch;
  }
  return first;
}

function hasRequired(schema: SchemaNode, value: object): boolean {
  return (schema.required ?? []).every(
    (key) => Object.hasOwn(value, key) || propertyFor(schema, key)?.[KEY] === "secret",
  );
}

/** A union of objects is discriminated by its literal fields. */
function tagsFit(schema: SchemaNode, value: object): boolean {
  const fields = new Map(Object.entries(value));
  return Object.entries(schema.properties ?? {}).every(
    ([key, node]) => node.const === undefined || node.const === fields.get(key),
  );
}
