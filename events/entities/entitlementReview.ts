/** The review of a resource's entitlements. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

/** Maximum position of an entitlement. */
export const POSITION_MAX = 100_000;

export const Position = Nullable(Type.Integer({ minimum: 1, maximum: POSITION_MAX }));

export const ReviewedEntitlement = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  /** By which policies and access roles grant it. */
  roleOid: Uuid,
  /** Its name in the system. */
  name: Type.String(),
  /** Its name for people; null: the name in the system. */
  displayName: Nullable(Text),
  description: Type.String(),
  ownerId: Nullable(Uuid),
  /** Username. */
  owner: Nullable(Personal(Text)),
  /** Its place in the list, from 1; null: after those with a place, by name. */
  position: Position,
  /** Whether imports leave it out. */
  excluded: Type.Boolean(),
  /** The first pattern of the import settings that leaves it out; null: none. */
  excludedBy: Nullable(Text),
  /** False if the import settings list the entitlements to import, and no pattern matches it. Missing in logs of earlier builds. */
  included: Type.Optional(Type.Boolean()),
  /** An administrator added it, and no import has named it yet. */
  interim: Type.Boolean(),
  /** Whether the system named it at the last refresh; null before, and where accounts come from files. */
  reported: Nullable(Type.Boolean()),
  /** Accounts that hold it. */
  holderCount: Count,
  /** Whether a run of the resource is open. */
  updatingImport: Type.Boolean(),
  version: Count,
});
export type ReviewedEntitlement = Static<typeof ReviewedEntitlement>;

export const REVIEW_FILTERS = ["all", "interim", "excluded", "duplicates", "missing"] as const;
export type ReviewFilter = (typeof REVIEW_FILTERS)[number];

/** Entitlements of the same name, with the one that was changed. */
export const SavedEntitlement = Type.Object({
  entitlement: ReviewedEntitlement,
  /** All entitlements with its name, including itself. */
  duplicates: Type.Array(ReviewedEntitlement),
});
export type SavedEntitlement = Static<typeof SavedEntitlement>;

/** Names that are equal without case, spaces, accents and punctuation. */
export const DuplicateGroup = Type.Object({
  /** The common form of the names. */
  key: Type.String(),
  entitlements: Type.Array(ReviewedEntitlement),
});
export type DuplicateGroup = Static<typeof DuplicateGroup>;

/** The import settings that decide which entitlements are imported. Each is a list of patterns. */
export const EntitlementRules = Type.Object({
  /** An entitlement that none of them matches is not imported; empty: all are imported. */
  included: Type.Array(Text, { maxItems: 1000 }),
  excluded: Type.Array(Text, { maxItems: 1000 }),
});
export type EntitlementRules = Static<typeof EntitlementRules>;

/** How new rules would treat the entitlements that Provision knows, compared with the saved rules. */
export const RulesPreview = Type.Object({
  entitlementCount: Count,
  /** Entitlements that the new rules do not leave out. */
  coveredCount: Count,
  /** Entitlements that only the new rules leave out. */
  droppedCount: Count,
  /** The names of the first of them, by name. */
  dropped: Type.Array(Type.String()),
  /** Entitlements that only the saved rules leave out. */
  returningCount: Count,
  /** The names of the first of them, by name. */
  returning: Type.Array(Type.String()),
});
export type RulesPreview = Static<typeof RulesPreview>;

export const EntitlementRefresh = Type.Object({
  entitlementCount: Count,
  /** Entitlements that the system does not name any more. */
  missingCount: Count,
  /** Interim entitlements that the system names now. */
  becameRealCount: Count,
  refreshedAt: Instant,
});
export type EntitlementRefresh = Static<typeof EntitlementRefresh>;

/** What refers to merged entitlements, and will refer to the kept one. */
export const EntitlementMerge = Type.Object({
  kept: Type.Object({ id: Uuid, name: Type.String() }),
  merged: Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
  accountCount: Count,
  policyCount: Count,
  accessRoleCount: Count,
  /** What a confirmation repeats: it changes with what refers to them. */
  fingerprint: Type.String({ maxLength: 64 }),
});
export type EntitlementMerge = Static<typeof EntitlementMerge>;
