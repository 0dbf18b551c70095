/** Field mappings of a system, the fields and attributes that they connect, and previews of what they do. */
import { Type } from "typebox";
import { ClientParams, Count, OneOf, Uuid } from "../entities/common.ts";
import {
  FieldMappings,
  MAX_MAPPINGS,
  MappingDraft,
  MidpointUserField,
  ResourceSchema,
  SavedMapping,
  WRITTEN_DIRECTIONS,
} from "../entities/mapping.ts";
import { defineCall } from "../kernel/call.ts";

const RESOURCE = "/api/clients/:clientId/resources/:resourceId";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const MappingParams = Type.Object({ clientId: Uuid, resourceId: Uuid, mappingId: Uuid });
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
