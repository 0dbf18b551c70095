/** The parts of a connected system that its screens edit: configuration, files, activation, publication, deletion. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { CONNECTOR_KINDS, ConnectorFieldSchema, FieldValueSchema } from "./connector.ts";
import { TEXT_MAX_LENGTH } from "./limits.ts";
import { AccountExclusion, SystemSettings } from "./system.ts";

/** The value of a field of the configuration. That of a SECRET is never sent back. */
export const ConfigurationValue = Type.Object({
  /** Unique among the values of all systems. */
  id: Text,
  fieldId: Text,
  /** Null if it is not set, and for every SECRET. */
  value: Nullable(FieldValueSchema),
  isSet: Type.Boolean(),
});
export type ConfigurationValue = Static<typeof ConfigurationValue>;

/** A file that an administrator uploaded for a field of the type FILE. */
export const SystemFile = Type.Object({
  id: Uuid,
  name: Personal(Text),
  /** Bytes. */
  size: Count,
  /** All of its parts are stored. */
  complete: Type.Boolean(),
  createdAt: Instant,
});
export type SystemFile = Static<typeof SystemFile>;

export const SystemConfiguration = Type.Object({
  resourceId: Uuid,
  connectorId: Type.Integer(),
  /** The connector's folder, which selects the texts of the fields. */
  connectorKey: Text,
  fields: Type.Array(ConnectorFieldSchema),
  /** One for each field. */
  values: Type.Array(ConfigurationValue),
  files: Type.Array(SystemFile),
  /** Null unless an administrator grants access at a provider (OAuth 2) with the saved values. */
  authorization: Nullable(
    Type.Object({
      /** The SECRET that is set once access is granted. */
      fieldId: Text,
      /** The address to register at the provider. */
      redirectUri: Type.String(),
    }),
  ),
  /** The maximum size of a file in bytes. */
  maxFileBytes: Count,
  version: Count,
});
export type SystemConfiguration = Static<typeof SystemConfiguration>;

/** How a system is read: its settings without the configuration and the mappings. */
const {
  configuration: _configuration,
  mappings: _mappings,
  ...importFields
} = SystemSettings.properties;
export const ImportSettings = Type.Object(importFields);
export type ImportSettings = Static<typeof ImportSettings>;

/** An account that the last import left out. */
export const ExcludedAccount = Type.Object({
  objectClass: Text,
  objectId: Personal(Text),
  name: Personal(Text),
  /** The rule of the settings that leaves it out; null: none does, and the next import brings it back. */
  excludedBy: Nullable(AccountExclusion),
});
export type ExcludedAccount = Static<typeof ExcludedAccount>;

/** Which of the accounts that the last import found a rule matches. */
export const ExclusionPreview = Type.Object({
  /** Accounts that the system has. */
  accountCount: Count,
  matchCount: Count,
  /** Of the matches: those that have an owner. */
  ownedCount: Count,
  /** The first matches, by name. */
  sample: Type.Array(Personal(Text)),
});
export type ExclusionPreview = Static<typeof ExclusionPreview>;

export const DORMANT_DAYS_MAX = 3650;

/** What happens to the accounts of people who leave and return, when an account counts as dormant, and who generates previews. */
export const ActivationSettings = Type.Object({
  /** disable and remove need a connector that can write; disable also one with the capability activation. */
  onLeave: OneOf(["keep", "disable", "remove"]),
  /** Days after which that happens. */
  afterDays: Type.Integer({ minimum: 0, maximum: 365 }),
  /** Whether the disabled account of a person who returns is enabled. */
  enableOnReturn: Type.Boolean(),
  /** The account attribute with the time of the last activity; empty or missing: the system has none. */
  activityAttribute: Type.Optional(Type.String({ maxLength: TEXT_MAX_LENGTH })),
  /** Days without activity after which an account is dormant. */
  dormantAfterDays: Type.Optional(Type.Integer({ minimum: 1, maximum: DORMANT_DAYS_MAX })),
  /** Provision generates a preview when something that it depends on has changed. Missing: it does. */
  automaticPreviews: Type.Optional(Type.Boolean()),
});
export type ActivationSettings = Static<typeof ActivationSettings>;

export const DEFAULT_DORMANT_AFTER_DAYS = 90;

export const DEFAULT_ACTIVATION: ActivationSettings = {
  onLeave: "keep",
  afterDays: 0,
  enableOnReturn: false,
  activityAttribute: "",
  dormantAfterDays: DEFAULT_DORMANT_AFTER_DAYS,
  automaticPreviews: true,
};

/** A setting that differs from the published one. */
export const SettingChange = Type.Object({
  /** Such as `configuration/host`, `owner` or `secrets`. */
  path: Text,
  /** As JSON; null if it was not set. Of mappings: the list of those that set the target. Always null for `secrets`, whose values are not shown. */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});
export type SettingChange = Static<typeof SettingChange>;

export const Publication = Type.Object({
  publishedAt: Nullable(Instant),
  changes: Type.Array(SettingChange),
  version: Count,
});
export type Publication = Static<typeof Publication>;

/** What is lost when a system is deleted. */
export const SystemDeletion = Type.Object({
  name: Text,
  accountCount: Count,
  entitlementCount: Count,
  runCount: Count,
  /** Policies that grant its entitlements, and how many grants they lose. */
  policyCount: Count,
  grantCount: Count,
  /** The first of these policies by the name of their org. */
  policies: Type.Array(Type.Object({ orgOid: Uuid, orgName: Text, grantCount: Count })),
  /** Access roles that contain its entitlements. */
  accessRoleCount: Count,
  /** Users who administer it. */
  userCount: Count,
  /** What people set up and decided. Missing in logs of earlier builds. */
  setup: Type.Optional(
    Type.Object({
      mappingCount: Count,
      /** Of correlation. */
      ruleCount: Count,
      simulationCount: Count,
      decisionCount: Count,
      /** Of a self-certified system, with those that nobody settled yet. */
      taskCount: Count,
      openTaskCount: Count,
      /** Of provisioning and of mappings. */
      previewCount: Count,
      fileCount: Count,
      /** Entitlements with another name, an owner or a description. */
      reviewCount: Count,
    }),
  ),
  /** What a confirmation repeats: it changes with what is lost. */
  fingerprint: Type.String({ maxLength: 64 }),
});
export type SystemDeletion = Static<typeof SystemDeletion>;

const Limit = Type.Object({ limit: Nullable(Count), used: Count, isReached: Type.Boolean() });

/** Which kinds of systems can be added. */
export const SystemLimits = Type.Object({
  manual: Limit,
  export: Limit,
  api: Limit,
  /** Only one is possible. */
  hr: Limit,
});
export type SystemLimits = Static<typeof SystemLimits>;

export const SYSTEM_KINDS = [...CONNECTOR_KINDS, "files"] as const;
/** files: the resource was imported from files. */
export const SystemKind = OneOf(SYSTEM_KINDS);
export type SystemKind = Static<typeof SystemKind>;
