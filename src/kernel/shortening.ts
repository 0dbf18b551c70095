/** Long lists in requests: the log keeps their length alone. */
import type { TSchema } from "typebox";

/** Longest list that a payload keeps: a list of a million oids is kept as its length. */
const LIST_KEPT = 1000;

/** @returns the payload, its body replaced by `{ omitted }` where that is too long a list. */
export function shorten(payload: unknown): unknown {
  if (payload === null || typeof payload !== "object" || !("body" in payload)) return payload;
  const { body } = payload;
  return Array.isArray(body) && body.length > LIST_KEPT
    ? { ...payload, body: { omitted: body.length } }
    : payload;
}

const OMITTED = {
  type: "object",
  properties: { omitted: { type: "integer", minimum: LIST_KEPT } },
  required: ["omitted"],
};

/** What a payload of that schema may look like after `shorten`. */
export function shortenedSchema(schema: TSchema): TSchema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, TSchema>> };
  const body: { readonly type?: string } | undefined = properties?.body;
  if (body?.type !== "array") return schema;
  return { ...schema, properties: { ...properties, body: { anyOf: [body, OMITTED] } } };
}
