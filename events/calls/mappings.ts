/** Field mappings of a system, the fields and attributes that they connect, and previews of what they do. */
import { Type } from "typebox";
import {
  ClientParams,
  Count,
  HalList,
  Nullable,
  OneOf,
  PagingQuery,
  Text,
  Uuid,
} from "../entities/common.ts";
import { JsonPatch } from "../entities/jsonPatch.ts";
import {
  CODE_MAX_LENGTH,
  CodeProblem,
  FieldMappings,
  MAPPING_MODES,
  MAX_MAPPINGS,
  MappingDraft,
  MappingPreview,
  MappingSuggestion,
  MidpointUserField,
  PREVIEW_FINDINGS,
  PreviewObject,
  ResourceSchema,
  SavedMapping,
  StoredPreview,
  WRITTEN_DIRECTIONS,
} from "../entities/mapping.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const RESOURCE = "/api/clients/:clientId/resources/:resourceId";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const MappingParams = Type.Object({ clientId: Uuid, resourceId: Uuid, mappingId: Uuid });
const PreviewParams = Type.Object({ clientId: Uuid, resourceId: Uuid, previewId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;
const Direction = OneOf(WRITTEN_DIRECTIONS);
/** A mapping as entered, with the version of the system that the user saw. Another version is an ECONFLICT. */
const MappingBody = Type.Object({ mapping: MappingDraft, version: Count });

/** Mappings of a direction, or all, in the order in which they apply. */
export const listMappings = defineCall({
  name: "mappings/listMappings",
  summary: "List the field mappings of a system",
  method: "GET",
  endpoint: `${RESOURCE}/mappings`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ direction: Type.Optional(Direction) }),
    responses: { 200: FieldMappings },
  },
});

/** EINVALID names invalid fields as `/body/mapping/…`; every failure has its text as `errors`. */
export const createMapping = defineCall({
  name: "mappings/createMapping",
  summary: "Add a field mapping",
  method: "POST",
  endpoint: `${RESOURCE}/mappings`,
  ...own,
  schema: { params: ResourceParams, body: MappingBody, responses: { 201: SavedMapping } },
});

/** A locked mapping is changed only by a change that unlocks it. */
export const updateMapping = defineCall({
  name: "mappings/updateMapping",
  summary: "Save a field mapping",
  method: "PUT",
  endpoint: `${RESOURCE}/mappings/:mappingId`,
  ...own,
  schema: { params: MappingParams, body: MappingBody, responses: { 200: SavedMapping } },
});

export const deleteMapping = defineCall({
  name: "mappings/deleteMapping",
  summary: "Delete a field mapping",
  method: "DELETE",
  endpoint: `${RESOURCE}/mappings/:mappingId`,
  ...own,
  schema: {
    params: MappingParams,
    body: Type.Object({ version: Count }),
    responses: { 200: FieldMappings },
  },
});

/** The mappings of a manual system, for which a person does the work. ECONFLICT for another system. */
export const listSelfCertifiedMappings = defineCall({
  name: "mappings/listSelfCertifiedMappings",
  summary: "List the mappings of a manual system",
  method: "GET",
  endpoint: `${RESOURCE}/self-certified-mappings`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: FieldMappings } },
});

/** Replaces all mappings of a manual system. */
export const saveSelfCertifiedMappings = defineCall({
  name: "mappings/saveSelfCertifiedMappings",
  summary: "Replace the mappings of a manual system",
  method: "PUT",
  endpoint: `${RESOURCE}/self-certified-mappings`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      mappings: Type.Array(MappingDraft, { maxItems: MAX_MAPPINGS }),
      version: Count,
    }),
    responses: { 200: FieldMappings },
  },
});

/** The fields of identities that mappings read and set. */
export const listMidpointUserFields = defineCall({
  name: "mappings/listMidpointUserFields",
  summary: "List the fields of identities",
  method: "GET",
  endpoint: "/api/clients/:clientId/midpoint-user-fields",
  permission: "ManageAllResources",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    responses: { 200: Type.Object({ fields: Type.Array(MidpointUserField) }) },
  },
});

/** The attributes of the system's accounts as last discovered. */
export const getResourceSchema = defineCall({
  name: "mappings/getResourceSchema",
  summary: "Get the attributes of a system's accounts",
  method: "GET",
  endpoint: `${RESOURCE}/schema`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: ResourceSchema } },
});

/** What is previewed: the saved mappings of a direction, with one of them as it is being edited. */
const PreviewInput = {
  direction: Direction,
  /** The mapping as entered; null: only the saved mappings. */
  mapping: Nullable(MappingDraft),
  /** The saved mapping that it replaces; null: it is new. */
  mappingId: Nullable(Uuid),
};

/** Evaluates the mappings over the first 100 objects that match. Stores nothing. */
export const previewMappings = defineCall({
  name: "mappings/previewMappings",
  summary: "Preview what mappings do to the first objects",
  method: "POST",
  endpoint: `${RESOURCE}/mapping-preview`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      ...PreviewInput,
      /** Part of the object's name or id; empty: all objects. */
      contains: Typed(Text),
    }),
    responses: { 200: MappingPreview },
  },
});

/** Evaluates the mappings over all objects in the background. ECONFLICT while another preview of the system runs. */
export const generatePreview = defineCall({
  name: "mappings/generatePreview",
  summary: "Preview what mappings do to all objects",
  method: "POST",
  endpoint: `${RESOURCE}/mapping-previews`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object(PreviewInput),
    responses: { 201: StoredPreview },
  },
});

export const getLatestPreview = defineCall({
  name: "mappings/getLatestPreview",
  summary: "Get the latest preview of all objects",
  method: "GET",
  endpoint: `${RESOURCE}/mapping-previews/latest`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ direction: Direction }),
    responses: { 200: Type.Object({ preview: Nullable(StoredPreview) }) },
  },
});

/** Objects of a preview in the order of their ids: at most the first 1,000 of each finding and target. */
export const listPreviewObjects = defineCall({
  name: "mappings/listPreviewObjects",
  summary: "List the objects of a preview",
  method: "GET",
  endpoint: `${RESOURCE}/mapping-previews/:previewId/objects`,
  ...own,
  schema: {
    params: PreviewParams,
    query: Type.Object({
      finding: Type.Optional(OneOf(PREVIEW_FINDINGS)),
      target: Type.Optional(Text),
      ...PagingQuery,
    }),
    responses: { 200: HalList("objects", PreviewObject) },
  },
});

/** Cancels a waiting or running preview: replace /status by cancelled. */
export const patchPreview = defineCall({
  name: "mappings/patchPreview",
  summary: "Cancel a preview of all objects",
  method: "PATCH",
  endpoint: `${RESOURCE}/mapping-previews/:previewId`,
  ...own,
  schema: { params: PreviewParams, body: JsonPatch, responses: { 200: StoredPreview } },
});

/** Mappings that the values of accounts and their identities suggest, the best first. */
export const suggestMappings = defineCall({
  name: "mappings/suggestMappings",
  summary: "Suggest field mappings from the values",
  method: "GET",
  endpoint: `${RESOURCE}/mapping-suggestions`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({ direction: Direction }),
    responses: {
      200: Type.Object({ suggestions: Type.Array(MappingSuggestion), sampled: Count }),
    },
  },
});

/** Checks code while it is typed. Stores nothing and does not run it. */
export const checkCode = defineCall({
  name: "mappings/checkCode",
  summary: "Check the code of a mapping",
  method: "POST",
  endpoint: `${RESOURCE}/mapping-code/check`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      direction: Direction,
      mappingType: OneOf(MAPPING_MODES),
      /** A condition is checked as CUSTOM. */
      code: Type.String({ maxLength: CODE_MAX_LENGTH }),
    }),
    responses: { 200: Type.Object({ problems: Type.Array(CodeProblem) }) },
  },
});
