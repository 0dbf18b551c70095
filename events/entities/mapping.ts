/** Field mappings: how values of a system become fields of identities (inbound), and the reverse (outbound). */
import { Type, type Static } from "typebox";
import { PersonalMessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

export const MAPPING_DIRECTIONS = ["inbound", "outbound"] as const;
export type MappingDirection = (typeof MAPPING_DIRECTIONS)[number];
/** Calls also accept the short forms. */
export const WRITTEN_DIRECTIONS = [...MAPPING_DIRECTIONS, "in", "out"] as const;
export type WrittenDirection = (typeof WRITTEN_DIRECTIONS)[number];

/** weak: only if the target has no value; normal: if a source changed; strong: always. */
export const MAPPING_STRENGTHS = ["weak", "normal", "strong"] as const;
export type MappingStrength = (typeof MAPPING_STRENGTHS)[number];

/** STANDARD: sources with transforms; CUSTOM: code; ADVANCED: code that receives what STANDARD would give. */
export const MAPPING_MODES = ["STANDARD", "CUSTOM", "ADVANCED"] as const;
export type MappingMode = (typeof MAPPING_MODES)[number];

/** Basic joins the values of the sources; Template puts them into a text. */
export const MAPPING_KINDS = ["Basic", "Template"] as const;
export type MappingKind = (typeof MAPPING_KINDS)[number];

export const SOURCE_TYPES = ["FIELD", "STATIC"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

export const TRANSFORMS = [
  "UPPERCASE",
  "LOWERCASE",
  "SUBSTRING",
  "CAMEL_CASE",
  "TITLE_CASE",
  "TRIM_SPACES",
] as const;
export type Transform = (typeof TRANSFORMS)[number];

/** What kind of system the values come from. */
export const SOURCE_KINDS = ["HR", "Directory", "Manual", "Target System"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a mapping sets: a field or attribute, whether the account exists, or whether it is active. */
export const MAPPING_TARGETS = ["attribute", "existence", "administrativeStatus"] as const;
export type MappingTarget = (typeof MAPPING_TARGETS)[number];

/** Characters of a condition, of code and of a template. */
export const CODE_MAX_LENGTH = 10_000;
export const MAX_MAPPINGS = 200;
const MAX_SOURCES = 20;
const MAX_FORMATS = 10;
const MAX_UNITS = 500;

const Code = Type.String({ maxLength: CODE_MAX_LENGTH });

/** One step of the pipeline of a source. */
export const MappingFormat = Type.Object({
  transform: OneOf(TRANSFORMS),
  /** Of SUBSTRING: the first character, from 0; a negative one counts from the end. Default: 0. */
  start: Type.Optional(Type.Integer({ minimum: -10_000, maximum: 10_000 })),
  /** Of SUBSTRING: the number of characters. Default: all. */
  length: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
export type MappingFormat = Static<typeof MappingFormat>;

/** A source: a field of an identity (outbound), an attribute of an account (inbound), or a static text. */
const SourceFields = {
  type: OneOf(SOURCE_TYPES),
  midpointUserFieldId: Nullable(Text),
  resourceSchemaId: Nullable(Text),
  staticContent: Type.String({ maxLength: 4000 }),
  position: Count,
  /** Applied in this order. */
  formats: Type.Array(MappingFormat, { maxItems: MAX_FORMATS }),
};
export const MappingAttributeDraft = Type.Object(SourceFields);
export type MappingAttributeDraft = Static<typeof MappingAttributeDraft>;
export const MappingAttribute = Type.Object({ id: Uuid, mappingId: Uuid, ...SourceFields });
export type MappingAttribute = Static<typeof MappingAttribute>;

/** A distinguished name: the relative name from the sources, then the unit, then the base. */
export const DnConfig = Type.Object({
  /** Such as CN or uid. */
  rdnAttribute: Text,
  /** Such as DC=example,DC=com. */
  base: Type.String({ maxLength: 1000 }),
  /** The field or attribute that selects the unit; null: the fallback always. */
  unitSource: Nullable(Text),
  units: Type.Array(Type.Object({ value: Text, path: Type.String({ maxLength: 1000 }) }), {
    maxItems: MAX_UNITS,
  }),
  /** The unit for other values; empty: directly below the base; null: other values fail. */
  fallback: Nullable(Type.String({ maxLength: 1000 })),
});
export type DnConfig = Static<typeof DnConfig>;

export const MappingConfig = Type.Object({
  target: OneOf(MAPPING_TARGETS),
  kind: OneOf(MAPPING_KINDS),
  /** Of Basic: stands between the values of the sources. */
  separator: Type.String({ maxLength: 20 }),
  /** Of Template: {1} stands for the first source. It gives no value if a source that it names has none. */
  template: Code,
  dn: Nullable(DnConfig),
});
export type MappingConfig = Static<typeof MappingConfig>;

const MappingFields = {
  strength: OneOf(MAPPING_STRENGTHS),
  /** A CEL expression of the modes CUSTOM and ADVANCED; empty otherwise. */
  customCode: Code,
  /** The attribute that an outbound mapping sets. */
  resourceSchemaId: Nullable(Text),
  /** The field of an identity that an inbound mapping sets. */
  midpointUserFieldId: Nullable(Text),
  /** Removes the values that it gave before and no longer gives. */
  authoritative: Type.Boolean(),
  /** Keeps values in the target that no mapping gave. */
  tolerant: Type.Boolean(),
  mappingType: OneOf(MAPPING_MODES),
  /** A CEL expression; the mapping gives no value while it is false. Empty: always true. */
  condition: Code,
  config: MappingConfig,
  /** Cannot be changed or deleted before it is unlocked. */
  locked: Type.Boolean(),
  /** Makes the value unique with a number: jdoe, jdoe2. */
  iterationToken: Type.Boolean(),
};

/** What administrators enter. */
export const MappingDraft = Type.Object({
  direction: OneOf(WRITTEN_DIRECTIONS),
  ...MappingFields,
  attributes: Type.Array(MappingAttributeDraft, { maxItems: MAX_SOURCES }),
});
export type MappingDraft = Static<typeof MappingDraft>;

export const Mapping = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  direction: OneOf(MAPPING_DIRECTIONS),
  ...MappingFields,
  attributes: Type.Array(MappingAttribute),
});
export type Mapping = Static<typeof Mapping>;

/** The mappings of a system as they are edited; publication makes them effective. */
export const FieldMappings = Type.Object({
  resourceId: Uuid,
  systemDisplayName: Text,
  sourceKind: OneOf(SOURCE_KINDS),
  mappings: Type.Array(Mapping),
  /** Of the system. */
  version: Count,
});
export type FieldMappings = Static<typeof FieldMappings>;

export const SavedMapping = Type.Object({ mapping: Mapping, version: Count });

/** A field of identities. */
export const MidpointUserField = Type.Object({
  /** Such as givenName; that of an additional attribute begins with extension/. */
  id: Text,
  name: Text,
  required: Type.Boolean(),
  /** Whether two identities cannot have the same value. */
  unique: Type.Boolean(),
});
export type MidpointUserField = Static<typeof MidpointUserField>;

/** An attribute of the system's accounts. */
export const ResourceSchemaItem = Type.Object({
  /** The object class and the name: inetOrgPerson/mail. */
  id: Text,
  objectClass: Text,
  name: Text,
  multiple: Type.Boolean(),
  required: Type.Boolean(),
  writable: Type.Boolean(),
});
export type ResourceSchemaItem = Static<typeof ResourceSchemaItem>;

export const ResourceSchema = Type.Object({
  resourceId: Uuid,
  items: Type.Array(ResourceSchemaItem),
  /** Attributes that mappings name and that the system no longer has. */
  missing: Type.Array(Type.Object({ mappingId: Uuid, resourceSchemaId: Text })),
});
export type ResourceSchema = Static<typeof ResourceSchema>;

/** Why a mapping fails for an object. */
export const MAPPING_PROBLEMS = [
  "codeFailed",
  "codeTooSlow",
  "codeTooLarge",
  "wrongType",
  "valueTooLong",
  "severalValues",
  "conflictingValues",
  "noUnit",
  "noFreeToken",
  "attributeMissing",
] as const;
export const MappingProblem = Type.Object({
  code: OneOf(MAPPING_PROBLEMS),
  /** What the code said, or the missing attribute: its id, or its name if code reads it. Empty otherwise. */
  detail: Personal(Type.String()),
});
export type MappingProblem = Static<typeof MappingProblem>;

/** Values of a target before and after the mappings. */
export const PreviewValue = Type.Object({
  /** A field or attribute id, `existence` or `administrativeStatus`. */
  target: Text,
  mappingIds: Type.Array(Uuid),
  before: Personal(Type.Array(Type.String())),
  after: Personal(Type.Array(Type.String())),
  problem: Nullable(MappingProblem),
});
export type PreviewValue = Static<typeof PreviewValue>;

/** An account (inbound) or an identity (outbound) as it would be. */
export const PreviewObject = Type.Object({
  /** The object's id in the system, or the identity's external id. */
  id: Personal(Type.String()),
  name: Personal(Type.String()),
  values: Type.Array(PreviewValue),
  /** Of an immediate preview: what the mappings read, by field or by the attribute's name. */
  source: Type.Optional(MapOf(Personal(Type.Array(Type.String())))),
});
export type PreviewObject = Static<typeof PreviewObject>;

/** What the mappings do to one target over all evaluated objects. */
export const PreviewTarget = Type.Object({
  target: Text,
  mappingIds: Type.Array(Uuid),
  changed: Count,
  /** Objects that have no value afterwards. */
  empty: Count,
  failing: Count,
  /** Failing objects by problem. */
  problems: MapOf(Count),
  /** Objects whose value another object has as well. */
  notUnique: Count,
  /** Characters of the longest value, and the object that has it. */
  longest: Count,
  longestValue: Personal(Type.String()),
});
export type PreviewTarget = Static<typeof PreviewTarget>;

const PreviewFields = {
  /** By target. */
  resourcePreview: Type.Array(PreviewTarget),
  /** Evaluated objects. */
  previewCount: Count,
  previewObjects: Type.Array(PreviewObject),
  /** All objects. */
  totalCount: Count,
};

/** The mappings evaluated over one object or the first ones. */
export const MappingPreview = Type.Object(PreviewFields);
export type MappingPreview = Static<typeof MappingPreview>;

/** A mapping as it is being edited. */
export const EditedMapping = Type.Object({
  mapping: MappingDraft,
  /** The saved mapping that it replaces; null: it is new. */
  mappingId: Nullable(Uuid),
});
export type EditedMapping = Static<typeof EditedMapping>;

export const PREVIEW_STATUSES = ["waiting", "running", "done", "failed", "cancelled"] as const;
export type PreviewStatus = (typeof PREVIEW_STATUSES)[number];

/** A stored evaluation over all objects. Its objects are read page by page. */
export const StoredPreview = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  direction: OneOf(MAPPING_DIRECTIONS),
  status: OneOf(PREVIEW_STATUSES),
  createdAt: Instant,
  endedAt: Nullable(Instant),
  /** Username. */
  actor: Personal(Text),
  /** The mappings or the content of the system have changed since. */
  stale: Type.Boolean(),
  /** The unsaved mapping that it includes. Missing: only saved ones. */
  edited: Type.Optional(EditedMapping),
  ...PreviewFields,
});
export type StoredPreview = Static<typeof StoredPreview>;

/** Which objects of a stored preview a page lists. */
export const PREVIEW_FINDINGS = ["changed", "empty", "failing", "notUnique", "longest"] as const;
export type PreviewFinding = (typeof PREVIEW_FINDINGS)[number];

/** A mapping that the values themselves suggest. */
export const MappingSuggestion = Type.Object({
  mapping: MappingDraft,
  /** Objects whose values were compared, and those whose target the mapping would give exactly. */
  compared: Count,
  matched: Count,
});
export type MappingSuggestion = Static<typeof MappingSuggestion>;

/** A problem of code at a place in it. */
export const CodeProblem = Type.Object({
  /** It quotes the code. */
  reason: PersonalMessageSchema,
  /** Characters from the start of the code. */
  start: Count,
  end: Count,
});
export type CodeProblem = Static<typeof CodeProblem>;
