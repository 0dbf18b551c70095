/** Whatever a body or a query may hold has an end: a list that has none costs its sender nothing, and everybody else time. */
import { expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { SchemaNode } from "../../support/values.ts";

/** Where a schema allows a list or a text of any length. */
function unbounded(node: SchemaNode, path: string): string[] {
  const { type, format, maxItems, maxLength, properties = {}, items, anyOf = [] } = node;
  const inner = [
    ...Object.entries(properties).map(([name, field]) => [field, `${path}/${name}`] as const),
    ...anyOf.map((form) => [form, path] as const),
    ...(items ? [[items, `${path}/*`] as const] : []),
  ].flatMap(([field, at]) => unbounded(field, at));
  const isFixed = format !== undefined || node.const !== undefined;
  const isEndless =
    (type === "array" && maxItems === undefined) ||
    (type === "string" && maxLength === undefined && !isFixed);
  return isEndless ? [path, ...inner] : inner;
}

test("no call takes a list or a text without an end", () => {
  const endless = ALL_CALLS.flatMap(({ name, schema }) =>
    [schema.query, schema.body].flatMap((part) =>
      part ? unbounded(part as SchemaNode, name) : [],
    ),
  );
  expect(endless).toEqual([]);
});

test("one that has none is found", () => {
  const list: SchemaNode = { type: "array", items: { type: "string" } };
  const body: SchemaNode = {
    type: "object",
    properties: { a: { anyOf: [{ type: "integer" }, list] }, b: { type: "string", maxLength: 1 } },
  };
  expect(unbounded(body, "x")).toEqual(["x/a", "x/a/*"]);
});
