/** Mappings as one line of text, in the words of the mapping screens. Different mappings have different texts. */
import type {
  DnConfig,
  MappingAttributeDraft,
  MappingDirection,
  MappingDraft,
  MappingFormat,
  MidpointUserField,
} from "#events/entities/mapping.ts";
import {
  ADMINISTRATIVE_STATUS,
  EXISTENCE,
  MIDPOINT_USER_FIELDS,
} from "#events/rules/mappings/fields.ts";
import type { MappingMessages } from "./messages.ts";
import { targetName } from "./rules.ts";

/** The name of what a mapping can set besides fields and attributes; null for these. */
export function specialName(target: string, t: MappingMessages): string | null {
  if (target === EXISTENCE) return t.targets.existence;
  return target === ADMINISTRATIVE_STATUS ? t.targets.administrativeStatus : null;
}

/** A field, an attribute or something special, such as in "Inbound / Given name". */
export function targetText(
  direction: MappingDirection,
  target: string,
  t: MappingMessages,
): string {
  return `${t.directions[direction]} / ${specialName(target, t) ?? partName(target, t)}`;
}

/** Fields with their names in a language. Additional attributes keep the names that they have. */
export function namedFields(
  fields: readonly MidpointUserField[],
  { fieldNames }: MappingMessages,
): readonly MidpointUserField[] {
  return fields.map((field) => ({ ...field, name: fieldNames[field.id] ?? field.name }));
}

function partName(id: string, t: MappingMessages): string {
  return targetName(id, namedFields(MIDPOINT_USER_FIELDS, t));
}

export function formatText(
  { transform, start = 0, length }: MappingFormat,
  t: MappingMessages,
): string {
  return transform === "SUBSTRING" ? t.substring(start, length ?? null) : t.transforms[transform];
}

function sourceText(source: MappingAttributeDraft, t: MappingMessages): string {
  const { type, staticContent, midpointUserFieldId, resourceSchemaId, formats } = source;
  const value =
    type === "STATIC"
      ? quoted(staticContent)
      : partName(midpointUserFieldId ?? resourceSchemaId ?? "", t);
  return [value, ...formats.map((format) => formatText(format, t))].join(" › ");
}

/** What a mapping does, without what it sets. */
export function mappingText(mapping: Omit<MappingDraft, "direction">, t: MappingMessages): string {
  const { strength, mappingType, config, attributes, customCode, condition } = mapping;
  const { kind, template, separator, dn } = config;
  const flags = (["authoritative", "tolerant", "iterationToken", "locked"] as const).filter(
    (flag) => mapping[flag],
  );
  return [
    ...(mappingType === "CUSTOM"
      ? []
      : [attributes.map((source) => sourceText(source, t)).join(" + ")]),
    `${t.strength}: ${t.strengths[strength]}`,
    ...(mappingType === "STANDARD"
      ? []
      : [`${t.mode}: ${t.modes[mappingType]}`, `${t.code}: ${customCode}`]),
    ...(kind === "Template" ? [`${t.template}: ${quoted(template)}`] : []),
    ...(kind === "Basic" && separator !== "" ? [`${t.separator}: ${quoted(separator)}`] : []),
    ...(condition === "" ? [] : [`${t.condition}: ${condition}`]),
    ...(dn ? [`${t.buildDn}: ${dnText(dn, t)}`] : []),
    ...flags.map((flag) => t.flags[flag]),
  ].join("; ");
}

function dnText({ rdnAttribute, base, unitSource, units, fallback }: DnConfig, t: MappingMessages) {
  const others =
    fallback === null ? t.others.fail : fallback === "" ? t.others.base : quoted(fallback);
  return [
    `${rdnAttribute}, ${base}`,
    ...(unitSource === null ? [] : [`${t.unitSource}: ${partName(unitSource, t)}`]),
    ...units.map(({ value, path }) => `${quoted(value)} → ${quoted(path)}`),
    `${t.otherValues}: ${others}`,
  ].join(", ");
}

const quoted = (text: string) => `"${text}"`;
