/** The fields of identities and the attributes of accounts that mappings connect. */
import type { ConnectorKind, ConnectorTag } from "../../entities/connector.ts";
import {
  MAPPING_TARGETS,
  type Mapping,
  type MappingDirection,
  type MappingTarget,
  type MidpointUserField,
  type ResourceSchemaItem,
  type SourceKind,
  type WrittenDirection,
} from "../../entities/mapping.ts";
import type { ObjectClass } from "../../entities/objectClass.ts";

const field = (id: string, name: string, options: Partial<MidpointUserField> = {}) => ({
  id,
  name,
  required: false,
  unique: false,
  ...options,
});

/** The field that says whom an account of an HR system describes. */
export const PERSON_ID = "externalId";

export const MIDPOINT_USER_FIELDS: readonly MidpointUserField[] = [
  field(PERSON_ID, "Person ID", { required: true, unique: true }),
  field("username", "Username", { unique: true }),
  field("givenName", "Given name"),
  field("familyName", "Family name"),
  field("email", "Email address", { unique: true }),
  field("jobTitle", "Job title"),
  field("department", "Department"),
  field("location", "Location"),
  field("manager", "Manager"),
];

/** Begins the id of a field that is an additional attribute of identities. */
export const EXTENSION = "extension/";

export function isMidpointUserField(id: string): boolean {
  if (id.startsWith(EXTENSION)) return id.length > EXTENSION.length;
  return MIDPOINT_USER_FIELDS.some((one) => one.id === id);
}

/** English: the name of a field of people, or of an additional attribute. */
export function fieldName(id: string): string {
  if (id.startsWith(EXTENSION)) return id.slice(EXTENSION.length);
  return MIDPOINT_USER_FIELDS.find((one) => one.id === id)?.name ?? id;
}

/** All fields, with the additional attributes that mappings set. */
export function fieldsWith(mappings: readonly Mapping[]): MidpointUserField[] {
  const named = mappings.flatMap(({ midpointUserFieldId: id }) =>
    id !== null && id.startsWith(EXTENSION) ? [id] : [],
  );
  return [
    ...MIDPOINT_USER_FIELDS,
    ...[...new Set(named)].toSorted().map((id) => field(id, fieldName(id))),
  ];
}

export function directionOf(written: WrittenDirection): MappingDirection {
  if (written === "in") return "inbound";
  return written === "out" ? "outbound" : written;
}

export function sourceKindOf(kind: ConnectorKind, tags: readonly ConnectorTag[]): SourceKind {
  if (kind === "hr") return "HR";
  if (kind === "manual") return "Manual";
  return tags.includes("directory") ? "Directory" : "Target System";
}

export function schemaIdOf(objectClass: string, name: string): string {
  return `${objectClass}/${name}`;
}

/** @returns the object class and the name of an attribute; the class is empty if the id has none. */
export function attributeOf(schemaId: string): {
  readonly objectClass: string;
  readonly name: string;
} {
  const at = schemaId.indexOf("/");
  return { objectClass: schemaId.slice(0, Math.max(at, 0)), name: schemaId.slice(at + 1) };
}

/** The attributes of accounts. */
export function schemaItems(classes: readonly ObjectClass[] | null): ResourceSchemaItem[] {
  return (classes ?? [])
    .filter(({ role }) => role === "account")
    .flatMap(({ name: objectClass, attributes }) =>
      attributes.map(({ name, multiple, required, writable }) => ({
        id: schemaIdOf(objectClass, name),
        objectClass,
        name,
        multiple,
        required,
        writable,
      })),
    );
}

/** The attributes that a mapping names. */
export function namedAttributes({
  resourceSchemaId,
  attributes,
  direction,
  config: { dn },
}: Pick<Mapping, "resourceSchemaId" | "attributes" | "direction" | "config">): string[] {
  const sources = attributes.flatMap(({ type, resourceSchemaId: id }) =>
    type === "FIELD" && direction === "inbound" && id !== null ? [id] : [],
  );
  const unit = direction === "inbound" && dn?.unitSource ? [dn.unitSource] : [];
  return [...(resourceSchemaId === null ? [] : [resourceSchemaId]), ...sources, ...unit];
}

/** The mappings that name attributes which the system lacks. */
export function missingAttributes(
  mappings: readonly Mapping[],
  items: readonly ResourceSchemaItem[],
): { mappingId: string; resourceSchemaId: string }[] {
  const known = new Set(items.map(({ id }) => id));
  return mappings.flatMap((mapping) =>
    [...new Set(namedAttributes(mapping))]
      .filter((id) => !known.has(id))
      .map((resourceSchemaId) => ({ mappingId: mapping.id, resourceSchemaId })),
  );
}

export const EXISTENCE = "existence";
export const ADMINISTRATIVE_STATUS = "administrativeStatus";

/** What mappings of a direction can set. The import of people decides whether an identity exists and is active. */
export function mappingTargets(direction: MappingDirection): readonly MappingTarget[] {
  return direction === "inbound" ? ["attribute"] : MAPPING_TARGETS;
}

/** The mappings of a direction that set something. */
export function mappingsOf(mappings: readonly Mapping[], direction: MappingDirection): Mapping[] {
  const targets = mappingTargets(direction);
  return mappings.filter(
    (one) => one.direction === direction && targets.includes(one.config.target),
  );
}

/** The id of what a mapping sets. */
export function targetOf({
  config,
  direction,
  resourceSchemaId,
  midpointUserFieldId,
}: Pick<Mapping, "config" | "resourceSchemaId" | "midpointUserFieldId"> & {
  readonly direction: WrittenDirection;
}): string {
  if (config.target !== "attribute") return config.target;
  return (directionOf(direction) === "inbound" ? midpointUserFieldId : resourceSchemaId) ?? "";
}

/** Whether the mapping sets the ID of the person whom an account of an HR system describes. */
export function identifies(mapping: Mapping): boolean {
  return mapping.direction === "inbound" && targetOf(mapping) === PERSON_ID;
}
