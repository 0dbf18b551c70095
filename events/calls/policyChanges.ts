/** Changes of many policies and their previews, the history of policies, and undo. */
import { Type } from "typebox";
import { ClientParams, HalList, PageQuery, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { OrgTypeSchema } from "../entities/org.ts";
import {
  AffectedPeople,
  AffectedPerson,
  ChangedPeople,
  ChangeLine,
  Grant,
  PeopleOfChange,
  PolicyChange,
  PolicyChangePreview,
  PolicyChangeRequest,
  PolicyFileCheck,
  PolicyLine,
  PolicyLines,
  PolicyUndoPreview,
  RoleGrant,
} from "../entities/policyChange.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";
import { FILE_BODY_LIMIT, FileContent } from "./bulkChanges.ts";

const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
/** Only orgs below this one can be chosen. */
const RootQuery = Type.Object({ rootOid: Type.Optional(Uuid) });

/** Fits a change that names the maximum of orgs and of roles, in bytes. */
const CHANGE_BODY_LIMIT = 1024 * 1024;

/** A change with the id and the fingerprint of its preview. A request that is sent twice changes policies once. */
const ConfirmedChange = Type.Object({
  ...PolicyChangeRequest.properties,
  id: Uuid,
  fingerprint: Type.String({ maxLength: 64 }),
});

/** Returns the effect that a change would have on policies and people. */
export const previewBulkUpdate = defineCall({
  name: "policyChanges/previewBulkUpdate",
  summary: "Preview a change of many policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/bulk-update/preview",
  permission: "RoleMapping",
  bodyLimit: CHANGE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    query: RootQuery,
    body: PolicyChangeRequest,
    responses: { 200: PolicyChangePreview },
  },
});

/** Makes a previewed change in one transaction. ECONFLICT if its effect differs from that of the preview. */
export const bulkUpdate = defineCall({
  name: "policyChanges/bulkUpdate",
  summary: "Change many policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/bulk-update",
  permission: "RoleMapping",
  bodyLimit: CHANGE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    query: RootQuery,
    body: ConfirmedChange,
    responses: { 200: PolicyChange },
  },
});

/** Like `previewBulkUpdate`, for the entitlements of one resource. */
export const previewResourceBulkUpdate = defineCall({
  name: "policyChanges/previewResourceBulkUpdate",
  summary: "Preview a change of many policies for one resource",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/mp-orgs/bulk-update/preview",
  permission: "ManageOwnResources",
  resourceScoped: true,
  bodyLimit: CHANGE_BODY_LIMIT,
  schema: {
    params: ResourceParams,
    query: RootQuery,
    body: PolicyChangeRequest,
    responses: { 200: PolicyChangePreview },
  },
});

/** Like `bulkUpdate`, for the entitlements of one resource. Policies keep the entitlements of other resources. */
export const resourceBulkUpdate = defineCall({
  name: "policyChanges/resourceBulkUpdate",
  summary: "Change many policies for one resource",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/mp-orgs/bulk-update",
  permission: "ManageOwnResources",
  resourceScoped: true,
  bodyLimit: CHANGE_BODY_LIMIT,
  schema: {
    params: ResourceParams,
    query: RootQuery,
    body: ConfirmedChange,
    responses: { 200: PolicyChange },
  },
});

const PreviewParams = Type.Object({ clientId: Uuid, previewId: Uuid });

/**
 * Lists the people who gain or lose access by a previewed change, exactly those that the preview counts. `previewId` is the
 * `changeId` of the preview. ECONFLICT if the effect is different by now.
 */
export const listAffectedPeople = defineCall({
  name: "policyChanges/listAffectedPeople",
  summary: "List the people whom a previewed change affects",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-previews/:previewId/people",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: PreviewParams,
    query: Type.Object({
      show: Type.Optional(AffectedPeople),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("people", AffectedPerson) },
  },
});

/** Lists what a previewed change adds to and removes from each policy, by org. ECONFLICT if the effect is different by now. */
export const listPolicyLines = defineCall({
  name: "policyChanges/listPolicyLines",
  summary: "List what a previewed change does to each policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-previews/:previewId/lines",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: PreviewParams,
    query: Type.Object({
      show: Type.Optional(PolicyLines),
      /** Part of the name of an org. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("lines", PolicyLine) },
  },
});

/** Lists the changes of all policies, of one org's policy, or of one resource's entitlements only, newest first. */
export const listPolicyChanges = defineCall({
  name: "policyChanges/listPolicyChanges",
  summary: "List changes of policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgOid: Type.Optional(Uuid),
      resourceId: Type.Optional(Uuid),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("changes", PolicyChange) },
  },
});

/** Lists what a change added to and removed from each policy, by org. */
export const listChangeLines = defineCall({
  name: "policyChanges/listChangeLines",
  summary: "List what a change did to each policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/lines",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    query: Type.Object({
      orgOid: Type.Optional(Uuid),
      show: Type.Optional(PolicyLines),
      /** Part of the name of an org, an entitlement or an access role. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("lines", ChangeLine) },
  },
});

/** Counts the people who gained and lost access when a change was made. */
export const countChangedPeople = defineCall({
  name: "policyChanges/countChangedPeople",
  summary: "Count the people whom a change of policies affected",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/people-count",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: ChangedPeople },
  },
});

/**
 * Lists the people who gained or lost access when a change was made, as far as they are still in the directory, or with
 * `of=undo` those whom undoing the change would affect now. ECONFLICT if a change to undo is already undone.
 */
export const listChangedPeople = defineCall({
  name: "policyChanges/listChangedPeople",
  summary: "List the people whom a change of policies affected",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/people",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    query: Type.Object({
      of: Type.Optional(PeopleOfChange),
      show: Type.Optional(AffectedPeople),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("people", AffectedPerson) },
  },
});

/**
 * Undoes a change: removes what it added and restores what it removed. Later changes of the same entitlements are kept.
 * ECONFLICT if the change is already undone.
 */
export const undoPolicyChange = defineCall({
  name: "policyChanges/undoPolicyChange",
  summary: "Undo a change of policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/undo",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: PolicyChange },
  },
});

/** Returns the effect that undoing a change would have now. ECONFLICT if the change is already undone. */
export const previewUndo = defineCall({
  name: "policyChanges/previewUndo",
  summary: "Preview the undo of a change of policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/undo",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: PolicyUndoPreview },
  },
});

/** Lists the entitlements in all policies by org. Its CSV export is a file that `checkPolicyFile` accepts. */
export const listGrants = defineCall({
  name: "policyChanges/listGrants",
  summary: "List the entitlements of all policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policies",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgType: Type.Optional(OrgTypeSchema),
      resourceId: Type.Optional(Uuid),
      /** Part of the name of an org. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("grants", Grant) },
  },
});

/** Lists the active access roles in all policies by org. Its CSV export is a file that `checkPolicyFile` accepts with `accessRoles`. */
export const listRoleGrants = defineCall({
  name: "policyChanges/listRoleGrants",
  summary: "List the access roles of all policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/access-policies",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgType: Type.Optional(OrgTypeSchema),
      /** Part of the name of an org. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("grants", RoleGrant) },
  },
});

const PolicyFileBody = {
  content: FileContent,
  /** The file decides about the entitlements, or access roles, of this resource only, and may name no others. */
  resourceId: Type.Optional(Uuid),
  /** The file decides about active access roles, and not about entitlements. */
  accessRoles: Type.Optional(Type.Boolean()),
};

/** Returns the effect that a file would have, or its invalid lines. EINVALID if the file as a whole is invalid. */
export const checkPolicyFile = defineCall({
  name: "policyChanges/checkPolicyFile",
  summary: "Check a file of policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/policies/check",
  permission: "RoleMapping",
  orOwnResources: true,
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object(PolicyFileBody),
    responses: { 200: PolicyFileCheck },
  },
});

/** Applies a checked file in one transaction. ECONFLICT if its effect differs from that of the check. */
export const applyPolicyFile = defineCall({
  name: "policyChanges/applyPolicyFile",
  summary: "Apply a file of policies",
  method: "PUT",
  endpoint: "/api/clients/:clientId/policies",
  permission: "RoleMapping",
  orOwnResources: true,
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object({
      ...PolicyFileBody,
      id: Uuid,
      fingerprint: Type.String({ maxLength: 64 }),
    }),
    responses: { 200: PolicyChange },
  },
});
