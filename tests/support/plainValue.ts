/** The simplest value of a schema: only required fields, null if allowed, the minimum of each number. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { TSchema } from "typebox";
import type { SchemaNode } from "./values.ts";

let texts = 0;

/**
 * Texts differ from one value to the next, because some must be unique.
 *
 * @param ids for fields with the id of a thing, by field name
 */
export function plainValue(schema: TSchema, ids: Readonly<Record<string, string>> = {}): unknown {
  return fromNode(schema, ids, "");
}

/** The names of the required id fields, at any depth. */
export function requiredIds(schema: TSchema, name = ""): readonly string[] {
  const node: SchemaNode = schema;
  if (node.format === "uuid") return [name];
  return (node.required ?? []).flatMap((key) => {
    const child = node.properties?.[key];
    return child ? requiredIds(child, key) : [];
  });
}

function fromNode(node: SchemaNode, ids: Readonly<Record<string, string>>, name: string): unknown {
  if (node.const !== undefined) return node.const;
  if (node.enum) return node.enum[0];
  if (node.anyOf) {
    if (node.anyOf.some(({ type }) => type === "null")) return null;
    return fromNode(node.anyOf[0] ?? {}, ids, name);
  }
  switch (node.type) {
    case "object": {
      const { properties = {}, required = [] } = node;
      return Object.fromEntries(
        required.map((key) => [key, fromNode(properties[key] ?? {}, ids, key)]),
      );
    }
    case "array":
      return Array.from({ length: node.minItems ?? 0 }, () =>
        fromNode(node.items ?? {}, ids, name),
      );
    case "string":
      return text(node, ids[name]);
    case "integer":
    case "number":
      return node.minimum ?? 0;
    case "boolean":
      return false;
    default:
      return null;
  }
}

function text(
  { format, pattern, minLength = 0, maxLength = 300 }: SchemaNode,
  id = randomUUID() as string,
): string {
  if (format === "uuid") return id;
  if (format === "date-time") return "2026-01-05T08:00:00.000Z";
  if (pattern !== undefined) {
    const [match = ""] = fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 });
    return match;
  }
  texts += 1;
  return `text${texts}`.padEnd(minLength, "x").slice(0, maxLength);
}
