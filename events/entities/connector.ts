/** Connectors: the kinds of systems that Provision can connect, and the fields that configure them. */
import { Type, type Static } from "typebox";
import { Count, Nullable, OneOf, Text } from "./common.ts";

/** export: reads and writes; api: through an API of a service; manual: a person attests the work; hr: a source of people. */
export const CONNECTOR_KINDS = ["export", "api", "manual", "hr"] as const;
export const ConnectorKindSchema = OneOf(CONNECTOR_KINDS);
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number];

export const CONNECTOR_TAGS = ["api", "database", "directory", "file", "hr", "manual"] as const;
export const ConnectorTagSchema = OneOf(CONNECTOR_TAGS);
export type ConnectorTag = (typeof CONNECTOR_TAGS)[number];

/** The selected connector before a choice. */
export const NO_CONNECTOR = -1;

export const FIELD_TYPES = ["TEXT", "SECRET", "FILE", "SELECT", "BOOL", "INT", "LONG"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FieldValueSchema = Type.Union([
  Type.String({ maxLength: 100_000 }),
  Type.Integer(),
  Type.Boolean(),
]);
export type FieldValue = Static<typeof FieldValueSchema>;

/** A field of a connector's configuration. Its texts are found by connector and id. */
export const ConnectorFieldSchema = Type.Object({
  id: Text,
  /** The heading under which the form shows it. */
  group: Text,
  type: OneOf(FIELD_TYPES),
  required: Type.Boolean(),
  /** Of a SECRET: it is required while this other field has a value. */
  requiredWith: Type.Optional(Text),
  initial: Nullable(FieldValueSchema),
  /** The choices of a SELECT, in order; empty otherwise. */
  options: Type.Array(Text),
  /** Bounds of an INT. */
  minimum: Nullable(Type.Integer()),
  maximum: Nullable(Type.Integer()),
  /** A TEXT or SECRET of several lines, such as a certificate. */
  multiline: Type.Boolean(),
  /** Of a TEXT: it names a column of the table file that the configuration reads. */
  namesColumn: Type.Optional(Type.Boolean()),
  /** The field applies only while another field has one of these values. Null: always. */
  when: Nullable(Type.Object({ field: Text, isOneOf: Type.Array(FieldValueSchema) })),
});
export type ConnectorField = Static<typeof ConnectorFieldSchema>;

export const CapabilitiesSchema = Type.Object({
  paging: Type.Boolean(),
  sync: Type.Boolean(),
  write: Type.Boolean(),
  activation: Type.Boolean(),
  associations: Type.Boolean(),
});
export type Capabilities = Static<typeof CapabilitiesSchema>;

export const ConnectorSummary = Type.Object({
  id: Type.Integer(),
  key: Text,
  kinds: Type.Array(ConnectorKindSchema),
  tags: Type.Array(ConnectorTagSchema),
  available: Type.Boolean(),
  supportsActivation: Type.Boolean(),
  capabilities: CapabilitiesSchema,
  /** Whether an administrator grants access in the browser (OAuth 2). */
  authorizes: Type.Boolean(),
});
export type ConnectorSummary = Static<typeof ConnectorSummary>;

export const FileText = Type.Object({
  charset: OneOf(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  /** Whether the file begins with a byte order mark. */
  isMarked: Type.Boolean(),
  delimiter: OneOf([",", ";", "\t", "|"]),
  isCompressed: Type.Boolean(),
});
export type FileText = Static<typeof FileText>;

/** The detected format of a table file. */
export const FileFormat = Type.Object({
  /** The names in its header. */
  columns: Type.Array(Type.String()),
  /** Null for a workbook, whose texts have no encoding. */
  text: Nullable(FileText),
});
export type FileFormat = Static<typeof FileFormat>;

/** The steps of a connection, in order. */
export const TEST_STEPS = ["resolve", "connect", "secure", "signIn", "find", "read"] as const;
export type TestStep = (typeof TEST_STEPS)[number];

/** Problems of a system. Each has a text that says what to do. */
export const REMEDIES = [
  "addressForbidden",
  "baseMissing",
  "certificateRefused",
  "changedMeanwhile",
  "connectionRefused",
  "contentDamaged",
  "credentialsRefused",
  "diskFull",
  "fileChanging",
  "fileMissing",
  "fileTooLarge",
  "hostUnknown",
  "ignored",
  "limitReached",
  "missingColumn",
  "notAllowed",
  "notFound",
  "objectExists",
  "rateLimited",
  "redirected",
  "schemaUnknown",
  "severalFiles",
  "statementRefused",
  "systemFailed",
  "timedOut",
  "unreadable",
  "valueRefused",
] as const;
export type Remedy = (typeof REMEDIES)[number];

/** The outcome of an integration test. */
export const TestOutcome = Type.Object({
  passed: Type.Array(OneOf(TEST_STEPS)),
  /** The step that failed, with its remedy and what the system said; null if all passed. */
  failure: Nullable(
    Type.Object({ step: OneOf(TEST_STEPS), remedy: OneOf(REMEDIES), detail: Type.String() }),
  ),
});
export type TestOutcome = Static<typeof TestOutcome>;

export const ConnectorCounts = Type.Object({ hr: Count, export: Count, api: Count, manual: Count });
