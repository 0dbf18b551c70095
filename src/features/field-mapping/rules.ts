/** How mappings are written, read and edited. Pure. */
import type { DnValues, MappingValues } from "#events/actions/mappings.ts";
import type { ConnectorKind } from "#events/entities/connector.ts";
import type {
  DnConfig,
  Mapping,
  MappingAttributeDraft,
  MappingDirection,
  MappingDraft,
  MidpointUserField,
  ResourceSchema,
  ResourceSchemaItem,
  SourceKind,
} from "#events/entities/mapping.ts";
import {
  ADMINISTRATIVE_STATUS,
  attributeOf,
  EXISTENCE,
  PERSON_ID,
  targetOf,
} from "#events/rules/mappings/fields.ts";
import { pipelineOf } from "#events/rules/mappings/transforms.ts";

interface OpenScreen {
  readonly params: Readonly<Record<string, string>>;
}

/** The direction that the address names; by default the one whose mappings have an effect. */
export function directionIn(
  screen: OpenScreen | null,
  kind: ConnectorKind | null,
): MappingDirection {
  const [written] = (screen?.params.direction ?? screen?.params["*"] ?? "").split("/");
  if (written === "in" || written === "inbound") return "inbound";
  if (written === "out" || written === "outbound") return "outbound";
  return kind === null || kind === "hr" ? "inbound" : "outbound";
}

/** The name of a field or attribute; empty for what is neither. */
export function targetName(target: string, fields: readonly MidpointUserField[]): string {
  return fields.find(({ id }) => id === target)?.name ?? attributeOf(target).name;
}

/** Attributes are named by their object class only if there are several. */
export function attributeName(id: string, items: readonly ResourceSchemaItem[]): string {
  const { objectClass, name } = attributeOf(id);
  const isUnique = items.filter((item) => item.name === name).length < 2;
  return objectClass === "" || isUnique ? name : `${name} (${objectClass})`;
}

export function newSource(position: number): MappingAttributeDraft {
  return {
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId: null,
    staticContent: "",
    position,
    formats: [],
  };
}

/** @param target what it sets; empty if it is not chosen yet */
export function newMapping(direction: MappingDirection, target: string): MappingValues {
  const isSpecial =
    direction === "outbound" && (target === EXISTENCE || target === ADMINISTRATIVE_STATUS);
  const attribute = isSpecial || target === "" ? null : target;
  return {
    strength: "normal",
    customCode: "",
    resourceSchemaId: direction === "outbound" ? attribute : null,
    midpointUserFieldId: direction === "inbound" ? attribute : null,
    authoritative: false,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config: {
      target: isSpecial ? target : "attribute",
      kind: "Basic",
      separator: "",
      template: "",
      dn: null,
    },
    locked: false,
    iterationToken: false,
    attributes: [newSource(0)],
  };
}

/** The sources in their order, without what only stored ones have. */
export function valuesOf(mapping: Mapping): MappingValues {
  const { id: _id, resourceId: _resourceId, direction: _direction, attributes, ...rest } = mapping;
  return {
    ...rest,
    attributes: attributes
      .toSorted((one, other) => one.position - other.position)
      .map(({ id: _sourceId, mappingId: _mappingId, ...source }) => source),
  };
}

/** What is sent: hidden fields have no value. */
export function draftOf(values: MappingValues, direction: MappingDirection): MappingDraft {
  const { mappingType, config, attributes } = values;
  const isAttribute = config.target === "attribute";
  const isInbound = direction === "inbound";
  return {
    ...values,
    direction,
    condition: values.condition.trim(),
    customCode: mappingType === "STANDARD" ? "" : values.customCode,
    resourceSchemaId: isAttribute && !isInbound ? values.resourceSchemaId : null,
    midpointUserFieldId: isAttribute && isInbound ? values.midpointUserFieldId : null,
    config: {
      ...config,
      separator: config.kind === "Basic" ? config.separator : "",
      template: config.kind === "Template" ? config.template : "",
      dn: isAttribute && !isInbound ? config.dn : null,
    },
    attributes:
      mappingType === "CUSTOM"
        ? []
        : attributes.map((source, position) => ({ ...sourceOf(source, isInbound), position })),
  };
}

function sourceOf(source: MappingAttributeDraft, isInbound: boolean): MappingAttributeDraft {
  const isField = source.type === "FIELD";
  return {
    ...source,
    midpointUserFieldId: isField && !isInbound ? source.midpointUserFieldId : null,
    resourceSchemaId: isField && isInbound ? source.resourceSchemaId : null,
    staticContent: isField ? "" : source.staticContent,
  };
}

/** The list with the item at one place at another. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.filter((_item, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

export function replaced<Item>(items: readonly Item[], at: number, item: Item): Item[] {
  return items.map((one, index) => (index === at ? item : one));
}

/** What a direction can set, each with the mappings that set it: mapped first, each in the order of the schema. */
export interface MappedTarget {
  readonly id: string;
  readonly mappings: readonly Mapping[];
}

export function mappedTargets(
  mappings: readonly Mapping[],
  possible: readonly string[],
): readonly MappedTarget[] {
  const all = [...new Set([...possible, ...mappings.map(targetOf)])];
  const targets = all.map((id) => ({
    id,
    mappings: mappings.filter((one) => targetOf(one) === id),
  }));
  return [
    ...targets.filter((one) => one.mappings.length > 0),
    ...targets.filter((one) => one.mappings.length === 0),
  ];
}

/** The fields that inbound mappings of a kind of system can set: only the HR system says who a person is. */
export function inboundFields(
  sourceKind: SourceKind,
  fields: readonly MidpointUserField[],
): readonly MidpointUserField[] {
  return sourceKind === "HR" ? fields : fields.filter(({ id }) => id !== PERSON_ID);
}

/** The fields or attributes that a direction can set, and what else it can. */
export function possibleTargets({
  direction,
  sourceKind,
  fields,
  resourceSchema: { items },
}: {
  readonly direction: MappingDirection;
  readonly sourceKind: SourceKind;
  readonly fields: readonly MidpointUserField[];
  readonly resourceSchema: Pick<ResourceSchema, "items">;
}): readonly string[] {
  if (direction === "inbound") return inboundFields(sourceKind, fields).map(({ id }) => id);
  const named = items.filter(({ writable }) => writable).map(({ id }) => id);
  return [...named, EXISTENCE, ADMINISTRATIVE_STATUS];
}

const NEW_DN: DnConfig = {
  rdnAttribute: "CN",
  base: "",
  unitSource: null,
  units: [],
  fallback: "",
};

export function dnValuesOf(dn: DnConfig | null): DnValues {
  const { rdnAttribute, base, unitSource, units, fallback } = dn ?? NEW_DN;
  return {
    enabled: dn !== null,
    rdnAttribute,
    base,
    unitSource: unitSource ?? "",
    units,
    other: fallback === null ? "fail" : fallback === "" ? "base" : "unit",
    fallback: fallback ?? "",
  };
}

export function dnOf({
  enabled,
  rdnAttribute,
  base,
  unitSource,
  units,
  other,
  fallback,
}: DnValues): DnConfig | null {
  if (!enabled) return null;
  return {
    rdnAttribute: rdnAttribute.trim(),
    base: base.trim(),
    unitSource: unitSource === "" ? null : unitSource,
    units: unitSource === "" ? [] : units.map(({ value, path }) => ({ value, path: path.trim() })),
    fallback: { fail: null, base: "", unit: fallback.trim() }[other],
  };
}

/** The first value of a source of an object before each transform and after the last; empty while no object is known. */
export function stepsOf(
  { type, staticContent, midpointUserFieldId, resourceSchemaId, formats }: MappingAttributeDraft,
  direction: MappingDirection,
  values: Readonly<Record<string, readonly string[]>> | null,
): readonly string[] {
  const name =
    direction === "inbound" ? attributeOf(resourceSchemaId ?? "").name : midpointUserFieldId;
  const [first = ""] = type === "STATIC" ? [staticContent] : (values?.[name ?? ""] ?? []);
  if (values === null || (type === "FIELD" && (name === null || name === ""))) return [];
  return [first, ...formats.map((_format, at) => pipelineOf(formats.slice(0, at + 1))(first))];
}
