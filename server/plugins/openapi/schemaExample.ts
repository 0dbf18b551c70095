/** An example value of a JSON schema, for readers of the API description. */

export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "3f0c2c3e-6a1d-4c53-9d0b-5f2f6c1f8a10",
  "date-time": "2026-11-24T09:30:00.000Z",
  date: "2026-11-24",
};
const NAMED: Readonly<Record<string, string>> = {
  email: "ada.byron@example.com",
  username: "ada",
  givenName: "Ada",
  familyName: "Byron",
  phoneNumber: "555-0100",
};
/** Examples of strings with a pattern: a JSON pointer, an id and a query. */
const PATTERNED = ["/jobTitle", FORMATS["uuid"] ?? "", "?sort=name"];
const TEXT = "text";

/** @param name of the field with the schema. @returns undefined if none is known. */
export function exampleOf(schema: JsonSchema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return schema.anyOf[0] && exampleOf(schema.anyOf[0], name);
  switch (schema.type) {
    case "string":
      return exampleText(schema, name);
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 0, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array": {
      const item = schema.items && exampleOf(schema.items);
      return item === undefined ? [] : [item];
    }
    case "object": {
      const fields = Object.entries(schema.properties ?? {});
      return Object.fromEntries(
        fields
          .map(([field, inner]) => [field, exampleOf(inner, field)] as const)
          .filter(([, value]) => value !== undefined),
      );
    }
    default:
      return undefined;
  }
}

function exampleText(
  { format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema,
  name: string,
): string | undefined {
  if (format !== undefined) return FORMATS[format];
  const candidates = pattern === undefined ? [NAMED[name] ?? TEXT] : PATTERNED;
  return candidates
    .map((text) => text.padEnd(minLength, "x").slice(0, maxLength))
    .find((text) => pattern === undefined || new RegExp(pattern).test(text));
}
