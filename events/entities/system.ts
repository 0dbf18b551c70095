/** A connected system: a resource with the connector that reads and writes it. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { MapOf, PartialOf } from "../kernel/shapes.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import {
  CapabilitiesSchema,
  ConnectorKindSchema,
  FieldValueSchema,
  TestOutcome,
} from "./connector.ts";
import { Mapping, MAX_MAPPINGS } from "./mapping.ts";
import { ReplacedValues } from "./replacedValue.ts";

/** The fields of an identity that a system can name. */
export const IDENTITY_FIELDS = [
  "externalId",
  "username",
  "givenName",
  "familyName",
  "email",
  "jobTitle",
  "department",
  "location",
  "manager",
] as const;
export type IdentityField = (typeof IDENTITY_FIELDS)[number];

/** By which identity field the owner of an account is found. */
export const OWNER_FIELDS = ["externalId", "username", "email"] as const;

export const DEFAULT_WRITES_PER_MINUTE = 600;
export const MAX_WRITES_PER_MINUTE = 6000;

export const MAX_ACCOUNT_EXCLUSIONS = 100;

/** Leaves out accounts, such as those of services and tests. */
export const AccountExclusion = Type.Object({
  /** The attribute that is compared, of which one value has to match; null: the name of the account. */
  attribute: Nullable(Text),
  /** `*` stands for any text; case does not matter. */
  pattern: Text,
});
export type AccountExclusion = Static<typeof AccountExclusion>;

export const SystemSettings = Type.Object({
  /** By field id, without secrets. */
  configuration: MapOf(FieldValueSchema),
  /** The attribute of an account that names its owner, and what it contains. Null: accounts stay orphaned. */
  owner: Nullable(Type.Object({ attribute: Text, field: OneOf(OWNER_FIELDS) })),
  /**
   * Of an HR system without inbound mappings: the attribute for each identity field; `externalId` is required. Inbound
   * mappings take its place.
   */
  identity: PartialOf(
    Type.Object({
      externalId: Text,
      username: Text,
      givenName: Text,
      familyName: Text,
      email: Text,
      jobTitle: Text,
      department: Text,
      location: Text,
      manager: Text,
    }),
  ),
  /** In the order in which they apply. */
  mappings: Type.Array(Mapping, { maxItems: MAX_MAPPINGS }),
  /** Names of entitlements that are left out: `*` stands for any text. */
  excludedEntitlements: Type.Array(Text, { maxItems: 1000 }),
  /** Patterns: entitlements that none of them matches are left out; missing: none are. */
  includedEntitlements: Type.Optional(Type.Array(Text, { maxItems: 1000 })),
  /** Each of them leaves out accounts. Missing in logs of earlier builds. */
  excludedAccounts: Type.Optional(
    Type.Array(AccountExclusion, { maxItems: MAX_ACCOUNT_EXCLUSIONS }),
  ),
  /** Minutes between scheduled runs; null: none. */
  everyMinutes: Nullable(Type.Integer({ minimum: 5, maximum: 43_200 })),
  /** Percent of the objects that may disappear, or be renamed, without a decision. */
  maxGonePercent: Type.Integer({ minimum: 0, maximum: 100 }),
  maxRenamedPercent: Type.Integer({ minimum: 0, maximum: 100 }),
  /** Days after which the account of a missing object is removed. */
  graceDays: Type.Integer({ minimum: 0, maximum: 365 }),
  /** The most writes of provisioning; those that are made in one step count as one. Missing in logs of earlier builds. */
  writesPerMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_WRITES_PER_MINUTE })),
});
export type SystemSettings = Static<typeof SystemSettings>;

export const DEFAULT_SETTINGS: SystemSettings = {
  configuration: {},
  owner: null,
  identity: {},
  mappings: [],
  excludedEntitlements: [],
  excludedAccounts: [],
  everyMinutes: null,
  maxGonePercent: 10,
  maxRenamedPercent: 10,
  graceDays: 30,
  writesPerMinute: DEFAULT_WRITES_PER_MINUTE,
};

export const PUBLICATION_STATES = ["Live", "Unpublished Updates", "Onboarding"] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

export const DETECTION_STATUSES = ["Ready", "Pending", "Not Detected"] as const;
export type DetectionStatus = (typeof DETECTION_STATUSES)[number];

/** A resource as the screens of connected systems show it. */
export const ConnectedSystem = Type.Object({
  id: Uuid,
  /** The same id, by which related objects are grouped. */
  resourceId: Uuid,
  /** -1 if the resource was imported from files. */
  connectorId: Type.Integer(),
  name: Text,
  description: Type.String(),
  /** `hr` for the source of people; null otherwise. */
  type: Nullable(Type.Literal("hr")),
  kind: Nullable(ConnectorKindSchema),
  connector: Nullable(
    Type.Object({ name: Text, type: ConnectorKindSchema, supportsActivation: Type.Boolean() }),
  ),
  confirmed: Type.Boolean(),
  locked: Type.Boolean(),
  published: Type.Boolean(),
  unpublishedChanges: Type.Boolean(),
  progress: Type.Object({ initialImportComplete: Type.Boolean() }),
  /** Whether Provision reads it, and whether it can write it. */
  inbound: Type.Boolean(),
  outbound: Type.Boolean(),
  /** The running or waiting run. */
  importTaskOid: Nullable(Uuid),
  /** Whether that run has a plan that waits for a decision. Missing in logs of earlier builds. */
  planWaits: Type.Optional(Type.Boolean()),
  paused: Type.Boolean(),
  ownerId: Nullable(Uuid),
  owner: Nullable(Personal(Text)),
  nextRunAt: Nullable(Instant),
  /** When the last applied run ended. */
  lastRunAt: Nullable(Instant),
  testedAt: Nullable(Instant),
  test: Nullable(TestOutcome),
  /** Null for a resource that was imported from files. */
  capabilities: Nullable(CapabilitiesSchema),
  /** Tasks of a self-certified system that nobody attested yet. */
  openTaskCount: Count,
  /** Approved changes that the system does not have. Missing in logs of earlier builds. */
  failedChangeCount: Type.Optional(Count),
  /** Missing in lists, and if the system stored what was sent. */
  replaced: Type.Optional(ReplacedValues),
  accountCount: Count,
  entitlementCount: Count,
  version: Count,
});
export type ConnectedSystem = Static<typeof ConnectedSystem>;
