/** Texts about mappings. */
import type { Mapping, MappingAttributeDraft } from "#events/entities/mapping.ts";
import { formatText, specialName } from "./mappingText.ts";
import type { MappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { attributeName, targetName } from "./rules.ts";

export function nameOf(target: string, all: FieldMapping, t: MappingMessages): string {
  const special = specialName(target, t);
  if (special !== null) return special;
  return all.direction === "inbound"
    ? targetName(target, all.fields)
    : attributeName(target, all.resourceSchema.items);
}

function sourceText(source: MappingAttributeDraft, all: FieldMapping, t: MappingMessages): string {
  const { type, staticContent, midpointUserFieldId, resourceSchemaId, formats } = source;
  const value =
    type === "STATIC"
      ? `"${staticContent}"`
      : all.direction === "inbound"
        ? attributeName(resourceSchemaId ?? "", all.resourceSchema.items)
        : targetName(midpointUserFieldId ?? "", all.fields);
  return [value, ...formats.map((format) => formatText(format, t))].join(" › ");
}

/** Where the values of a mapping come from, in one line. */
export function originText(
  mapping: Pick<Mapping, "mappingType" | "customCode" | "config"> & {
    readonly attributes: readonly MappingAttributeDraft[];
  },
  all: FieldMapping,
  t: MappingMessages,
): string {
  const { mappingType, customCode, config, attributes } = mapping;
  if (mappingType === "CUSTOM") return customCode;
  const sources = attributes.map((source) => sourceText(source, all, t)).join(" + ");
  const text = config.kind === "Template" ? `${config.template} (${sources})` : sources;
  return mappingType === "ADVANCED" ? `${customCode} (${text})` : text;
}
