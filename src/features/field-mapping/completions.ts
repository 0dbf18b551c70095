/** What the code editor offers: the names of fields or attributes. */
import { attributeOf } from "#events/rules/mappings/fields.ts";
import type { CodeCompletion } from "../../ui/code-editor/types.ts";
import type { FieldMapping } from "./place.ts";

/** Only such names can stand after a dot. */
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

export function codeCompletions({
  direction,
  fields,
  resourceSchema: { items },
}: Pick<FieldMapping, "direction" | "fields" | "resourceSchema">): readonly CodeCompletion[] {
  const owner = direction === "inbound" ? "account" : "identity";
  const names =
    direction === "inbound"
      ? items.map(({ id }) => ({ id: attributeOf(id).name, name: attributeOf(id).name }))
      : fields;
  const known = new Map(names.map((one) => [one.id, one.name]));
  return [
    { label: owner, kind: "variable" },
    ...[...known].map(([id, name]) =>
      PLAIN_NAME.test(id)
        ? { label: id, kind: "property" as const, of: owner, detail: name }
        : {
            label: `${owner}[${JSON.stringify(id)}]`,
            kind: "variable" as const,
            detail: name,
          },
    ),
  ];
}
