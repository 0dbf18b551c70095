/** The review of a resource's entitlements: names, owners, positions, exclusion, interim entitlements, duplicates. */
import { Type } from "typebox";
import {
  Count,
  HalList,
  Nullable,
  OneOf,
  PagingQuery,
  Text,
  Uuid,
  UuidList,
} from "../entities/common.ts";
import {
  DuplicateGroup,
  EntitlementMerge,
  EntitlementRefresh,
  EntitlementRules,
  Position,
  REVIEW_FILTERS,
  ReviewedEntitlement,
  RulesPreview,
  SavedEntitlement,
} from "../entities/entitlementReview.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";
import { DESCRIPTION_MAX_LENGTH } from "../rules/systems.ts";

const ENDPOINT = "/api/clients/:clientId/resources/:resourceId/entitlements";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const EntitlementParams = Type.Object({ clientId: Uuid, resourceId: Uuid, entitlementId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/** Maximum entitlements of one merge. */
const MERGED_MAX = 50;

const listPage = {
  page: PagingQuery.page,
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

const Review = {
  /** Null: the name in the system. */
  displayName: Nullable(Text),
  description: Type.String({ maxLength: DESCRIPTION_MAX_LENGTH }),
  ownerId: Nullable(Uuid),
  position: Position,
};

/** Ordered by `position` (the default) or `name`. */
export const getEntitlements = defineCall({
  name: "entitlements/getEntitlements",
  summary: "List the entitlements of a resource with their reviews",
  method: "GET",
  endpoint: ENDPOINT,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({
      /** Part of a name. */
      contains: Type.Optional(Typed(Text)),
      show: Type.Optional(OneOf(REVIEW_FILTERS)),
      ...listPage,
      sort: PagingQuery.sort,
    }),
    responses: { 200: HalList("entitlements", ReviewedEntitlement) },
  },
});

/** Compares all entitlements with the last known state of the system. */
export const refreshEntitlements = defineCall({
  name: "entitlements/refreshEntitlements",
  summary: "Compare entitlements with what the system last contained",
  method: "POST",
  endpoint: `${ENDPOINT}/refresh`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: EntitlementRefresh } },
});

/** Changes nothing: the rules are part of the import settings. */
export const previewRules = defineCall({
  name: "entitlements/previewRules",
  summary: "Preview which entitlements rules leave out of imports",
  method: "POST",
  endpoint: `${ENDPOINT}/rules-preview`,
  ...own,
  schema: {
    params: ResourceParams,
    body: EntitlementRules,
    responses: { 200: RulesPreview },
  },
});

/** Adds an interim entitlement, before the system names it. EINVALID for a name that the resource has. */
export const createEntitlement = defineCall({
  name: "entitlements/createEntitlement",
  summary: "Add an interim entitlement",
  method: "POST",
  endpoint: ENDPOINT,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ name: Text, ...Review }),
    responses: { 201: SavedEntitlement },
  },
});

/** ECONFLICT for another version. */
export const updateEntitlement = defineCall({
  name: "entitlements/updateEntitlement",
  summary: "Review an entitlement",
  method: "PUT",
  endpoint: `${ENDPOINT}/:entitlementId`,
  ...own,
  schema: {
    params: EntitlementParams,
    body: Type.Object({ ...Review, excluded: Type.Boolean(), version: Count }),
    responses: { 200: SavedEntitlement },
  },
});

/** ECONFLICT unless the entitlement is interim, and while policies or access roles grant it. */
export const deleteEntitlement = defineCall({
  name: "entitlements/deleteEntitlement",
  summary: "Delete an interim entitlement",
  method: "DELETE",
  endpoint: `${ENDPOINT}/:entitlementId`,
  ...own,
  schema: {
    params: EntitlementParams,
    responses: { 200: Type.Object({ id: Uuid, name: Type.String() }) },
  },
});

/** Groups of names that are equal without case, spaces, accents and punctuation. */
export const listDuplicates = defineCall({
  name: "entitlements/listDuplicates",
  summary: "List entitlements with the same name",
  method: "GET",
  endpoint: `${ENDPOINT}/duplicates`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object(listPage),
    responses: { 200: HalList("groups", DuplicateGroup) },
  },
});

export const previewMerge = defineCall({
  name: "entitlements/previewMerge",
  summary: "Preview what merging entitlements changes",
  method: "GET",
  endpoint: `${ENDPOINT}/:entitlementId/merge`,
  ...own,
  schema: {
    params: EntitlementParams,
    query: Type.Object({
      mergedIds: UuidList(MERGED_MAX),
    }),
    responses: { 200: EntitlementMerge },
  },
});

/**
 * Accounts, policies, access roles and later imports that refer to the merged entitlements refer to the kept one.
 * ECONFLICT if more or less refers to them than the preview says, and while a run reads or writes the system.
 */
export const mergeEntitlements = defineCall({
  name: "entitlements/mergeEntitlements",
  summary: "Merge entitlements into one",
  method: "POST",
  endpoint: `${ENDPOINT}/:entitlementId/merge`,
  ...own,
  schema: {
    params: EntitlementParams,
    body: Type.Object({
      mergedIds: Type.Array(Uuid, { minItems: 1, maxItems: MERGED_MAX }),
      fingerprint: Type.String({ maxLength: 64 }),
    }),
    responses: { 200: EntitlementMerge },
  },
});
