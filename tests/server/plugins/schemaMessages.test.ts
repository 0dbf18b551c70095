/** Every schema keyword of calls has its own message in each language. */
import { Type, type TSchema } from "typebox";
import { expect, it } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { Message } from "#events/kernel/message.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { compileCheck } from "#server/plugins/validation.ts";
import { english } from "../../support/english.ts";

const WRONG: Readonly<Record<string, readonly [TSchema, unknown, string]>> = {
  type: [Type.String(), 7, "must be string"],
  maxLength: [Type.String({ maxLength: 2 }), "abc", "must not have more than 2 characters"],
  minLength: [Type.String({ minLength: 2 }), "a", "must not have fewer than 2 characters"],
  maximum: [Type.Integer({ maximum: 2 }), 3, "must be at most 2"],
  minimum: [Type.Integer({ minimum: 2 }), 1, "must be at least 2"],
  maxItems: [
    Type.Array(Type.String(), { maxItems: 1 }),
    ["a", "b"],
    "must not have more than 1 items",
  ],
  minItems: [Type.Array(Type.String(), { minItems: 1 }), [], "must not have fewer than 1 items"],
  pattern: [Type.String({ pattern: "^a$" }), "b", "must match the pattern ^a$"],
  format: [Type.String({ format: "uuid" }), "b", "must be a uuid"],
  const: [Type.Literal("a"), "b", 'must be "a"'],
  anyOf: [Type.Union([Type.Literal("a"), Type.Null()]), 7, 'must be one of string, "a", null'],
  additionalProperties: [Type.Object({}), { a: 1 }, "is not known"],
  required: [Type.Object({ a: Type.Null() }), {}, "is required"],
};

function reasonsOf(schema: TSchema, value: unknown): readonly Message[] {
  try {
    compileCheck(Type.Object({ field: schema }), "body")({ field: value });
    return [];
  } catch (error) {
    return error instanceof ApiError ? (error.fields ?? []).map(({ reason }) => reason) : [];
  }
}

it.each(Object.entries(WRONG))("%s", (_keyword, [schema, value, text]) => {
  const reasons = reasonsOf(schema, value);
  expect(reasons.map((reason) => english(reason))).toEqual([text]);
  expect(reasons.map(({ code }) => code)).not.toContain("common.text");
});

it("no call uses another keyword", () => {
  const shape = new Set([...Object.keys(WRONG), "properties", "items", "patternProperties"]);
  const used = ALL_CALLS.flatMap(({ schema: { params, query, body } }) =>
    [params, query, body].flatMap((part) => (part ? keywordsOf(part) : [])),
  );
  expect([...new Set(used)].filter((keyword) => !shape.has(keyword))).toEqual([]);
});

/** The validating keywords of a schema, at any depth. */
function keywordsOf(node: TSchema): readonly string[] {
  const { properties, items, anyOf } = node as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly anyOf?: readonly TSchema[];
  };
  const below = [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
  const own = Object.keys(node).filter((key) => !key.startsWith("~") && !key.startsWith("x-"));
  return [...own, ...below.flatMap(keywordsOf)];
}
