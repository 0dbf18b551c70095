/** Mappings of attributes that a system lost after they were published. */
import type { ConnectorKind } from "#events/entities/connector.ts";
import type { Mapping, MappingProblem } from "#events/entities/mapping.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { missingAttributes, schemaItems } from "#events/rules/mappings/fields.ts";
import { attributesInCode } from "./code/cel.ts";

export type MissingAttributes = ReadonlyMap<string, MappingProblem>;

/**
 * The mappings that use attributes which accounts no longer have: they fail for every object.
 *
 * @param classes of the system. Without any attribute of accounts, its attributes are not known.
 */
export function mappingsWithMissingAttributes(
  mappings: readonly Mapping[],
  classes: readonly ObjectClass[] | null,
): MissingAttributes {
  const items = schemaItems(classes);
  const found = new Map<string, MappingProblem>();
  if (items.length === 0) return found;
  const add = (mappingId: string, detail: string) => {
    if (!found.has(mappingId)) found.set(mappingId, { code: "attributeMissing", detail });
  };
  for (const { mappingId, resourceSchemaId } of missingAttributes(mappings, items)) {
    add(mappingId, resourceSchemaId);
  }
  const names = new Set(items.map(({ name }) => name));
  for (const mapping of mappings) {
    if (mapping.direction !== "inbound") continue;
    const lost = attributesInCode(mapping).find((name) => !names.has(name));
    if (lost !== undefined) add(mapping.id, lost);
  }
  return found;
}

/** Like `mappingsWithMissingAttributes`. The accounts of a manual system can have any attributes. */
export function missingInSystem(
  kind: ConnectorKind,
  mappings: readonly Mapping[],
  classes: readonly ObjectClass[] | null,
): MissingAttributes {
  return kind === "manual" ? new Map() : mappingsWithMissingAttributes(mappings, classes);
}
