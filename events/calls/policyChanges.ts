/** Changes of many policies at once, with their effect first; the history of policies, and undo. */
import { Type } from "typebox";
import { ClientParams, HalList, PageQuery, Text, Uuid } from "../entities/common.ts";
import { OrgTypeSchema } from "../entities/org.ts";
import {
  Grant,
  PolicyChange,
  PolicyChangeDetail,
  PolicyChangePreview,
  PolicyChangeRequest,
  PolicyFileCheck,
  PolicyUndoPreview,
} from "../entities/policyChange.ts";
import { defineCall } from "../kernel/call.ts";
import { Secret, Typed } from "../kernel/redaction.ts";
import { CONTENT_MAX_LENGTH } from "./bulkChanges.ts";

const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
/** Only orgs below this one are changed. */
const RootQuery = Type.Object({ rootOid: Type.Optional(Uuid) });

/** A change with the id of its preview: sent twice, it changes nothing twice. */
const ConfirmedChange = Type.Object({
  ...PolicyChangeRequest.properties,
  id: Uuid,
  fingerprint: Type.String({ maxLength: 64 }),
});

/** What a change would do to policies and people, to the last of them. */
export const previewBulkUpdate = defineCall({
  name: "policyChanges/previewBulkUpdate",
  summary: "Preview a change of many policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/bulk-update/preview",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: RootQuery,
    body: PolicyChangeRequest,
    responses: { 200: PolicyChangePreview },
  },
});

/** Makes the change that was previewed, in one transaction. */
export const bulkUpdate = defineCall({
  name: "policyChanges/bulkUpdate",
  summary: "Change many policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/mp-orgs/bulk-update",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: RootQuery,
    body: ConfirmedChange,
    responses: { 200: PolicyChange },
  },
});

/** As `previewBulkUpdate`, of the entitlements of one resource. */
export const previewResourceBulkUpdate = defineCall({
  name: "policyChanges/previewResourceBulkUpdate",
  summary: "Preview a change of many policies for one resource",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/mp-orgs/bulk-update/preview",
  permission: "ManageOwnResources",
  resourceScoped: true,
  schema: {
    params: ResourceParams,
    query: RootQuery,
    body: PolicyChangeRequest,
    responses: { 200: PolicyChangePreview },
  },
});

/** As `bulkUpdate`, of the entitlements of one resource; those of others stay in each policy. */
export const resourceBulkUpdate = defineCall({
  name: "policyChanges/resourceBulkUpdate",
  summary: "Change many policies for one resource",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/mp-orgs/bulk-update",
  permission: "ManageOwnResources",
  resourceScoped: true,
  schema: {
    params: ResourceParams,
    query: RootQuery,
    body: ConfirmedChange,
    responses: { 200: PolicyChange },
  },
});

/** The changes of policies, newest first: of all, or of one org. */
export const listPolicyChanges = defineCall({
  name: "policyChanges/listPolicyChanges",
  summary: "List changes of policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ orgOid: Type.Optional(Uuid), ...PageQuery.properties }),
    responses: { 200: HalList("changes", PolicyChange) },
  },
});

/** What a change did to the orgs, a page of them at a time. */
export const getPolicyChange = defineCall({
  name: "policyChanges/getPolicyChange",
  summary: "Get what a change did to each policy",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId",
  permission: "RoleMapping",
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    query: Type.Object({ orgOid: Type.Optional(Uuid), ...PageQuery.properties }),
    responses: { 200: HalList("details", PolicyChangeDetail) },
  },
});

/**
 * Undoes a change: what it added goes where it still is, what it removed comes back where it is still missing. What was
 * changed since stays.
 */
export const undoPolicyChange = defineCall({
  name: "policyChanges/undoPolicyChange",
  summary: "Undo a change of policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/undo",
  permission: "RoleMapping",
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: PolicyChange },
  },
});

/** What undoing a change would do now; ECONFLICT where it is undone already. */
export const previewUndo = defineCall({
  name: "policyChanges/previewUndo",
  summary: "Preview the undo of a change of policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policy-changes/:changeId/undo",
  permission: "RoleMapping",
  schema: {
    params: Type.Object({ clientId: Uuid, changeId: Uuid }),
    responses: { 200: PolicyUndoPreview },
  },
});

/** The entitlements in policies, org by org: what a file of policies contains. */
export const listGrants = defineCall({
  name: "policyChanges/listGrants",
  summary: "List the entitlements of all policies",
  method: "GET",
  endpoint: "/api/clients/:clientId/policies",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgType: Type.Optional(OrgTypeSchema),
      /** Part of the name of an org. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("grants", Grant) },
  },
});

/** The bytes of a CSV file in Base64. */
const FileContent = Secret(Type.String({ maxLength: CONTENT_MAX_LENGTH }));
// The file, and the JSON around it.
const FILE_BODY_LIMIT = CONTENT_MAX_LENGTH + 4096;

/** Says what a file would do, and writes nothing. EINVALID for a file that cannot be read as a whole. */
export const checkPolicyFile = defineCall({
  name: "policyChanges/checkPolicyFile",
  summary: "Check a file of policies",
  method: "POST",
  endpoint: "/api/clients/:clientId/policies/check",
  permission: "RoleMapping",
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object({ content: FileContent }),
    responses: { 200: PolicyFileCheck },
  },
});

/** Makes the change that the check of the file showed, in one transaction. */
export const applyPolicyFile = defineCall({
  name: "policyChanges/applyPolicyFile",
  summary: "Apply a file of policies",
  method: "PUT",
  endpoint: "/api/clients/:clientId/policies",
  permission: "RoleMapping",
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: ClientParams,
    body: Type.Object({
      content: FileContent,
      id: Uuid,
      fingerprint: Type.String({ maxLength: 64 }),
    }),
    responses: { 200: PolicyChange },
  },
});
