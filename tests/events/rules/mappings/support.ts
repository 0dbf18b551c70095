/** Outbound mappings for tests of the pure rules. */
import type {
  DnConfig,
  Mapping,
  MappingAttribute,
  MappingConfig,
  ResourceSchemaItem,
} from "#events/entities/mapping.ts";

let last = 0;
const nextId = () => `00000000-0000-4000-8000-${String(++last).padStart(12, "0")}`;

export const RESOURCE_ID = "00000000-0000-4000-9000-000000000000";

export function sourceOf(more: Partial<MappingAttribute> = {}): MappingAttribute {
  return {
    id: nextId(),
    mappingId: RESOURCE_ID,
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId: null,
    staticContent: "",
    position: 0,
    formats: [],
    ...more,
  };
}

/** A strong, authoritative and tolerant mapping of a field of people to an attribute of accounts. */
export function mappingOf({
  config,
  ...more
}: Omit<Partial<Mapping>, "config"> & { readonly config?: Partial<MappingConfig> }): Mapping {
  return {
    id: nextId(),
    resourceId: RESOURCE_ID,
    direction: "outbound",
    strength: "strong",
    customCode: "",
    resourceSchemaId: "user/mail",
    midpointUserFieldId: null,
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    locked: false,
    iterationToken: false,
    attributes: [sourceOf({ midpointUserFieldId: "email" })],
    ...more,
    config: {
      target: "attribute",
      kind: "Basic",
      separator: "",
      template: "",
      dn: null,
      ...config,
    },
  };
}

export function dnOf(more: Partial<DnConfig> = {}): DnConfig {
  return {
    rdnAttribute: "CN",
    base: "DC=example,DC=com",
    unitSource: null,
    units: [],
    fallback: "",
    ...more,
  };
}

/** An attribute of accounts. */
export function itemOf(
  objectClass: string,
  name: string,
  more: Partial<ResourceSchemaItem> = {},
): ResourceSchemaItem {
  return {
    id: `${objectClass}/${name}`,
    objectClass,
    name,
    multiple: false,
    required: false,
    writable: true,
    ...more,
  };
}
