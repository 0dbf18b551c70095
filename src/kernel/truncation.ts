/** Long lists in requests: the log stores only their length. */
import type { TSchema } from "typebox";
import { PreparedList } from "./serializedBody.ts";

/** Maximum length of a logged list; a longer one, for example of a million oids, is logged as its length. */
export const LIST_KEPT = 1000;

/**
 * @param given the payload of which `recorded` is the loggable part.
 * @returns `recorded`, with its body replaced by `{ omitted }` if that is too long a list or serialized elsewhere.
 */
export function shorten(recorded: unknown, given: unknown): unknown {
  if (recorded === null || typeof recorded !== "object") return recorded;
  if (given === null || typeof given !== "object" || !("body" in given)) return recorded;
  const { body } = given;
  const isLong = body instanceof PreparedList || (Array.isArray(body) && body.length > LIST_KEPT);
  return isLong ? { ...recorded, body: { omitted: body.length } } : recorded;
}

const OMITTED = {
  type: "object",
  properties: { omitted: { type: "integer", minimum: LIST_KEPT } },
  required: ["omitted"],
};

interface ListSchema {
  readonly type?: string;
  readonly anyOf?: readonly ListSchema[];
}

/** The schema of a payload after `shorten`. */
export function shortenedSchema(schema: TSchema): TSchema {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, TSchema>> };
  const body: ListSchema | undefined = properties?.body;
  if (!body || ![body, ...(body.anyOf ?? [])].some(({ type }) => type === "array")) return schema;
  return { ...schema, properties: { ...properties, body: { anyOf: [body, OMITTED] } } };
}
