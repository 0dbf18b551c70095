/** What the code editor offers: the documented functions and variables, and the names of fields or attributes. */
import type { MappingMode } from "#events/entities/mapping.ts";
import { attributeOf } from "#events/rules/mappings/fields.ts";
import { CODE_FUNCTIONS, codeVariables } from "#events/rules/mappings/functions.ts";
import type { CodeCompletion } from "../../ui/code-editor/types.ts";
import type { FieldMapping } from "./place.ts";

/** Only such names can stand after a dot. */
const PLAIN_NAME = /^[A-Za-z_]\w*$/;

export function codeCompletions(
  {
    direction,
    fields,
    resourceSchema: { items },
  }: Pick<FieldMapping, "direction" | "fields" | "resourceSchema">,
  mode: MappingMode,
): readonly CodeCompletion[] {
  const owner = direction === "inbound" ? "account" : "identity";
  const names =
    direction === "inbound"
      ? items.map(({ id }) => ({ id: attributeOf(id).name, name: attributeOf(id).name }))
      : fields;
  const known = new Map(names.map((one) => [one.id, one.name]));
  return [
    ...codeVariables(direction, mode).map(({ name, signature, summary }) => ({
      label: name,
      kind: "variable" as const,
      detail: signature.slice(name.length + 2),
      info: summary,
    })),
    ...[...known].map(([id, name]) =>
      PLAIN_NAME.test(id)
        ? {
            label: id,
            kind: "property" as const,
            of: owner,
            ...(name !== id && { detail: name }),
          }
        : {
            label: `${owner}[${JSON.stringify(id)}]`,
            kind: "variable" as const,
            detail: name,
          },
    ),
    ...CODE_FUNCTIONS.map(({ name, signature, summary }) => ({
      label: name,
      kind: signature.startsWith(`${name}(`) ? ("function" as const) : ("method" as const),
      detail: signature,
      info: summary,
      apply: `${name}(`,
    })),
  ];
}
