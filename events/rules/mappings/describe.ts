/** Mappings as one line of text, by which they are compared. Different mappings have different texts. */
import type { MappingAttributeDraft, MappingDraft, MappingFormat } from "../../entities/mapping.ts";

function formatText({ transform, start = 0, length }: MappingFormat): string {
  return transform === "SUBSTRING" ? `SUBSTRING(${start}, ${length ?? "end"})` : transform;
}

function sourceText(source: MappingAttributeDraft): string {
  const { type, midpointUserFieldId, resourceSchemaId, staticContent, formats } = source;
  const value =
    type === "STATIC"
      ? JSON.stringify(staticContent)
      : (midpointUserFieldId ?? resourceSchemaId ?? "?");
  return [value, ...formats.map(formatText)].join(" ");
}

export function describeMapping(mapping: MappingDraft): string {
  const { strength, mappingType, config, attributes, customCode, condition } = mapping;
  const { kind, template, separator, dn } = config;
  const sources = attributes.map(sourceText).join(" + ");
  const flags = (["authoritative", "tolerant", "iterationToken", "locked"] as const).filter(
    (flag) => mapping[flag],
  );
  return [
    `${strength} ${mappingType} ${kind}`,
    ...(mappingType === "CUSTOM" ? [] : [sources]),
    ...(kind === "Template" ? [`template ${JSON.stringify(template)}`] : []),
    ...(kind === "Basic" && separator !== "" ? [`separator ${JSON.stringify(separator)}`] : []),
    ...(mappingType === "STANDARD" ? [] : [`code ${customCode}`]),
    ...(condition === "" ? [] : [`condition ${condition}`]),
    ...(dn ? [`name ${JSON.stringify(dn)}`] : []),
    ...flags,
  ].join("; ");
}
