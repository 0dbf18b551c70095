/** Values for a schema: valid ones, nearly valid ones, and hostile ones, as fast-check makes them. */
import fc from "fast-check";
import type { TSchema } from "typebox";

export interface SchemaNode {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
}

type Texts = readonly [string, ...string[]];

/** Texts that mean something to the server. */
export interface Vocabulary {
  /** Ids of things, of the own client and of another. */
  readonly ids: Texts;
  /** What fields and parameters of a name are likely to take. */
  readonly byName: Readonly<Record<string, Texts>>;
}

const MAX_TEXT = 300;
const MAX_ITEMS = 6;

const SCRIPTS = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "javascript:alert(1)",
  "{{constructor.constructor('alert(1)')()}}",
  "<svg/onload=alert(1)>",
] as const;

/** Texts that have broken other programs; all of them can stand in JSON. */
export const HOSTILE_TEXTS = [
  ...SCRIPTS,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\u202egnp.exe",
  "\ufeff",
  "\u2028\u2029",
  "İ",
  "ﷺ".repeat(50),
  "e\u0301".repeat(200),
  "'; drop table users; --",
  "' or '1'='1",
  "\\",
  "%",
  "%_%",
  "$1",
  "${7*7}",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "%2e%2e%2f",
  "%00",
  "/etc/passwd\u0000.png",
  "//evil.example",
  "\r\nset-cookie: a=b",
  "=1+1",
  "@SUM(1)",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "1e999",
  "__proto__",
  "constructor",
  "[object Object]",
  "00000000-0000-0000-0000-000000000000",
  "{00000000-0000-4000-8000-000000000000}",
  "9999-12-31T23:59:60Z",
  "-infinity",
  "(?:a+)+$",
] as const;

const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"];
/** Fields that some servers let a request set. */
const COVETED_KEYS = ["id", "clientId", "client_id", "isAdmin", "role", "permissions", "archived"];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom("x".repeat(255), "x".repeat(256), "é".repeat(5000)) },
);

/** Any JSON, much of it unpleasant: odd numbers, odd keys, deep and long things. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      0.1,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e308,
      5e-324,
      [],
      {},
      [[]],
      [null],
    ),
  },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.record({ key: fc.constantFrom(...PROTOTYPE_KEYS), text: hostileText }).map(
      // Parsed, so that `__proto__` is a field like any other.
      ({ key, text }) =>
        JSON.parse(
          JSON.stringify({ [`${key}!`]: { [`${key}!`]: text } }).replaceAll(`${key}!`, key),
        ) as unknown,
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 200 }).map(nested) },
);

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values that the schema takes. Ids and names are often those of things that exist. */
export function validValue(schema: TSchema, words: Vocabulary): fc.Arbitrary<unknown> {
  return fromNode(schema, words);
}

/** @param name of the field that the value is for, or of the list that it stands in. */
function fromNode(node: SchemaNode, words: Vocabulary, name = ""): fc.Arbitrary<unknown> {
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.anyOf) return fc.oneof(...node.anyOf.map((branch) => fromNode(branch, words, name)));
  switch (node.type) {
    case "object":
      return objects(node, words);
    case "array":
      return fc.array(node.items ? fromNode(node.items, words, name) : fc.jsonValue(), {
        minLength: node.minItems ?? 0,
        maxLength: Math.min(node.maxItems ?? MAX_ITEMS, MAX_ITEMS),
      });
    case "string":
      return texts(node, words, name);
    case "integer":
      return fc.oneof(
        fc.integer({ min: node.minimum ?? -1000, max: node.maximum ?? 1000 }),
        fc.constantFrom(node.minimum ?? 0, node.maximum ?? 2 ** 31 - 1),
      );
    case "number":
      return fc.double({ min: node.minimum ?? -1e6, max: node.maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function objects({ properties = {}, required = [] }: SchemaNode, words: Vocabulary) {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, child] of Object.entries(properties)) fields[key] = fromNode(child, words, key);
  return fc.record(fields, {
    requiredKeys: [...required],
    noNullPrototype: true,
  });
}

function texts(node: SchemaNode, words: Vocabulary, name: string): fc.Arbitrary<string> {
  const known = words.byName[name];
  const others = otherTexts(node, words);
  if (!known) return others;
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: others },
  );
}

function otherTexts(node: SchemaNode, words: Vocabulary): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = MAX_TEXT } = node;
  if (node.format === "uuid") return fc.oneof(fc.constantFrom(...words.ids), fc.uuid());
  if (node.format === "date-time") {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (node.pattern !== undefined) return fc.stringMatching(new RegExp(node.pattern));
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, MAX_TEXT) });
  const odd = hostileText.filter((text) => text.length >= minLength && text.length <= maxLength);
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 4, arbitrary: odd },
    { weight: 1, arbitrary: fc.constant("x".repeat(Math.min(maxLength, 4096))) },
  );
}

/** Valid values with one thing wrong, at any depth. */
export function nearlyValidValue(schema: TSchema, words: Vocabulary): fc.Arbitrary<unknown> {
  const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
  return fc
    .tuple(
      validValue(schema, words),
      steps,
      hostileValue,
      fc.constantFrom("replace", "drop", "add"),
    )
    .map(([value, path, thing, change]) => spoil(value, path, thing, change));
}

type Change = "replace" | "drop" | "add";

function spoil(value: unknown, path: readonly number[], thing: unknown, change: Change): unknown {
  const [step = 0, ...rest] = path;
  if (Array.isArray(value)) {
    if (value.length === 0 || change === "add") return [...(value as unknown[]), thing];
    const at = step % value.length;
    if (rest.length > 0) {
      return value.map((item: unknown, index) =>
        index === at ? spoil(item, rest, thing, change) : item,
      );
    }
    return change === "drop" ? value.toSpliced(at, 1) : value.with(at, thing);
  }
  if (value === null || typeof value !== "object") return thing;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined || change === "add") {
    return { ...value, [COVETED_KEYS[step % COVETED_KEYS.length] ?? "id"]: thing };
  }
  const entries = Object.entries(value);
  if (change === "drop") return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name,
      name === key && rest.length > 0
        ? spoil(inner, rest, thing, change)
        : name === key
          ? thing
          : inner,
    ]),
  );
}
