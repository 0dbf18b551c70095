/** Mappings for tests. */
import type { MappingAttributeDraft, MappingDraft } from "#events/entities/mapping.ts";

/** A strong inbound mapping of an attribute of the CSV connector's accounts to a field. */
export function inboundDraft(
  attribute: string,
  field: string,
  more: Partial<MappingDraft> = {},
): MappingDraft {
  return {
    direction: "inbound",
    strength: "strong",
    customCode: "",
    resourceSchemaId: null,
    midpointUserFieldId: field,
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config: { target: "attribute", kind: "Basic", separator: "", template: "", dn: null },
    locked: false,
    iterationToken: false,
    attributes: [attributeSource(attribute)],
    ...more,
  };
}

export function attributeSource(
  resourceSchemaId: string,
  more: Partial<MappingAttributeDraft> = {},
): MappingAttributeDraft {
  return {
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId,
    staticContent: "",
    position: 0,
    formats: [],
    ...more,
  };
}

export function fieldSource(
  midpointUserFieldId: string,
  more: Partial<MappingAttributeDraft> = {},
): MappingAttributeDraft {
  return { ...attributeSource("", more), resourceSchemaId: null, midpointUserFieldId };
}

/** A strong outbound mapping of a field to an attribute. */
export function outboundDraft(
  field: string,
  attribute: string,
  more: Partial<MappingDraft> = {},
): MappingDraft {
  return {
    ...inboundDraft("", "", more),
    direction: "outbound",
    midpointUserFieldId: null,
    resourceSchemaId: attribute,
    attributes: [fieldSource(field)],
    ...more,
  };
}

export function textSource(staticContent: string, position = 0): MappingAttributeDraft {
  return attributeSource("", { type: "STATIC", staticContent, resourceSchemaId: null, position });
}

/** A strong outbound mapping of a text to an attribute. */
export function staticDraft(staticContent: string, attribute: string): MappingDraft {
  return outboundDraft("", attribute, { attributes: [textSource(staticContent)] });
}

/** A person whom a user enters by hand. */
export const PERSON = {
  givenName: "Eve",
  familyName: "Lee",
  username: "eve",
  email: "eve@example.org",
  jobTitle: "",
  department: "",
  location: "",
  manager: "",
};
