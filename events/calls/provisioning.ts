/** Previews of what provisioning changes in a system, and their approval. */
import { Type } from "typebox";
import { Count, HalList, Nullable, OneOf, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { JsonPatch } from "../entities/jsonPatch.ts";
import {
  OBJECT_STATES,
  PROVISION_GATES,
  PROVISION_KINDS,
  ProvisionObject,
  ProvisionPreview,
} from "../entities/provisioning.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const ENDPOINT = "/api/clients/:clientId/resources/:resourceId/previews";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const PreviewParams = Type.Object({ clientId: Uuid, resourceId: Uuid, previewId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/** Compares what policies, mappings and settings require with the accounts. ECONFLICT while a preview is computed. */
export const generateProvisionPreview = defineCall({
  name: "provisioning/generatePreview",
  summary: "Preview what provisioning changes in a system",
  method: "POST",
  endpoint: ENDPOINT,
  ...own,
  schema: { params: ResourceParams, responses: { 201: ProvisionPreview } },
});

export const getLatestProvisionPreview = defineCall({
  name: "provisioning/getLatestPreview",
  summary: "Get the latest preview of provisioning",
  method: "GET",
  endpoint: `${ENDPOINT}/latest`,
  ...own,
  schema: {
    params: ResourceParams,
    responses: { 200: Type.Object({ preview: Nullable(ProvisionPreview) }) },
  },
});

export const listProvisionObjects = defineCall({
  name: "provisioning/listObjects",
  summary: "List the changes of a preview of provisioning",
  method: "GET",
  endpoint: `${ENDPOINT}/:previewId/objects`,
  ...own,
  schema: {
    params: PreviewParams,
    query: Type.Object({
      kind: Type.Optional(OneOf(PROVISION_KINDS)),
      state: Type.Optional(OneOf(OBJECT_STATES)),
      contains: Type.Optional(Typed(Text)),
      page: PagingQuery.page,
      size: PagingQuery.size,
    }),
    responses: { 200: HalList("objects", ProvisionObject) },
  },
});

/**
 * Changes a preview. Replace `/objects/{no}/leftOut` or `/kinds/{kind}/leftOut` to leave changes out of the approval, or
 * `/status` with "cancelled" while it is computed or applied. With a `test` of `/version`, the call fails if the preview has another version.
 */
export const patchProvisionPreview = defineCall({
  name: "provisioning/patchPreview",
  summary: "Leave changes out of a preview of provisioning, or cancel it",
  method: "PATCH",
  endpoint: `${ENDPOINT}/:previewId`,
  ...own,
  schema: { params: PreviewParams, body: JsonPatch, responses: { 200: ProvisionPreview } },
});

/**
 * Approves the changes that are neither blocked nor left out. A worker writes them to the system; the owner of a self-certified
 * system gets them as tasks. ECONFLICT for another version, for a preview that is stale or waits for no decision, while an
 * import of the system is open, if `gates` lacks one that needs consent, and for a user who prepared the preview, or if nobody
 * did, if the client requires a second person.
 */
export const approveProvisionPreview = defineCall({
  name: "provisioning/approvePreview",
  summary: "Approve a preview of provisioning",
  method: "POST",
  endpoint: `${ENDPOINT}/:previewId/approve`,
  ...own,
  schema: {
    params: PreviewParams,
    body: Type.Object({
      version: Count,
      /** What the user has checked. */
      gates: Type.Optional(
        Type.Array(OneOf(PROVISION_GATES), { maxItems: PROVISION_GATES.length }),
      ),
    }),
    responses: { 200: ProvisionPreview },
  },
});

/**
 * Writes the failed changes again, with the values that were approved. ECONFLICT if none failed, if the preview is not the latest
 * or stale, and while an import is open. If the client requires a second person and none approved the preview, another must retry.
 */
export const retryProvisionPreview = defineCall({
  name: "provisioning/retryPreview",
  summary: "Write the failed changes of a preview again",
  method: "POST",
  endpoint: `${ENDPOINT}/:previewId/retry`,
  ...own,
  schema: { params: PreviewParams, responses: { 200: ProvisionPreview } },
});

/** Discards the plan. Nothing was written then. ECONFLICT if the preview waits for no decision. */
export const rejectProvisionPreview = defineCall({
  name: "provisioning/rejectPreview",
  summary: "Reject a preview of provisioning",
  method: "POST",
  endpoint: `${ENDPOINT}/:previewId/reject`,
  ...own,
  schema: { params: PreviewParams, responses: { 200: ProvisionPreview } },
});
