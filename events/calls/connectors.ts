/** The connectors that systems can be connected with, and their fields. */
import { Type } from "typebox";
import { Count, HalList, PageQuery, Text, Uuid } from "../entities/common.ts";
import {
  ConnectorCounts,
  ConnectorFieldSchema,
  ConnectorKindSchema,
  ConnectorSummary,
  ConnectorTagSchema,
} from "../entities/connector.ts";
import { SystemConfiguration } from "../entities/systemConfiguration.ts";
import { defineCall } from "../kernel/call.ts";
import { Secret, Typed } from "../kernel/redaction.ts";
import { MapOf } from "../kernel/shapes.ts";

const ConnectorParams = Type.Object({ connectorId: Type.String({ pattern: "^[1-9][0-9]{0,3}$" }) });
const permission = "ConnectorRead";

/** Lists available connectors by id. */
export const listConnectors = defineCall({
  name: "connectors/listConnectors",
  summary: "List connectors",
  method: "GET",
  endpoint: "/api/connectors",
  permission,
  schema: {
    query: Type.Object({
      kind: Type.Optional(ConnectorKindSchema),
      tag: Type.Optional(ConnectorTagSchema),
      /** Part of the key. */
      contains: Type.Optional(Typed(Text)),
      ...PageQuery.properties,
    }),
    responses: { 200: HalList("connectors", ConnectorSummary) },
  },
});

export const getConnector = defineCall({
  name: "connectors/getConnector",
  summary: "Get a connector",
  method: "GET",
  endpoint: "/api/connectors/:connectorId",
  permission,
  schema: { params: ConnectorParams, responses: { 200: ConnectorSummary } },
});

export const listConnectorsByTag = defineCall({
  name: "connectors/listConnectorsByTag",
  summary: "List the connectors with a tag",
  method: "GET",
  endpoint: "/api/connector-tags/:tag",
  permission,
  schema: {
    params: Type.Object({ tag: ConnectorTagSchema }),
    query: PageQuery,
    responses: { 200: HalList("connectors", ConnectorSummary) },
  },
});

/** Lists connectors of the kind api. */
export const listApiConnectors = defineCall({
  name: "connectors/listApiConnectors",
  summary: "List the connectors for APIs of services",
  method: "GET",
  endpoint: "/api/connectors/api",
  permission,
  schema: { query: PageQuery, responses: { 200: HalList("connectors", ConnectorSummary) } },
});

/** A connector of several kinds counts for each. */
export const countConnectors = defineCall({
  name: "connectors/countConnectors",
  summary: "Count connectors by kind",
  method: "GET",
  endpoint: "/api/connectors/counts",
  permission,
  schema: { responses: { 200: ConnectorCounts } },
});

export const listConnectorTags = defineCall({
  name: "connectors/listConnectorTags",
  summary: "List the tags of connectors",
  method: "GET",
  endpoint: "/api/connectors/tags",
  permission,
  schema: {
    responses: {
      200: Type.Object({
        tags: Type.Array(Type.Object({ tag: ConnectorTagSchema, connectorCount: Count })),
      }),
    },
  },
});

export const listConnectorFields = defineCall({
  name: "connectors/listConnectorFields",
  summary: "List the fields of a connector",
  method: "GET",
  endpoint: "/api/connectors/:connectorId/fields",
  permission,
  schema: {
    params: ConnectorParams,
    responses: { 200: Type.Object({ fields: Type.Array(ConnectorFieldSchema) }) },
  },
});

export const listConnectorFieldGroups = defineCall({
  name: "connectors/listConnectorFieldGroups",
  summary: "List the groups of a connector's fields",
  method: "GET",
  endpoint: "/api/connectors/:connectorId/field-groups",
  permission,
  schema: {
    params: ConnectorParams,
    responses: {
      200: Type.Object({
        groups: Type.Array(Type.Object({ id: Text, fieldIds: Type.Array(Text) })),
      }),
    },
  },
});

/** The choices of SELECT fields by field id. */
export const listConnectorOptions = defineCall({
  name: "connectors/listConnectorOptions",
  summary: "List the choices of a connector's fields",
  method: "GET",
  endpoint: "/api/connectors/:connectorId/options",
  permission,
  schema: {
    params: ConnectorParams,
    responses: { 200: Type.Object({ options: MapOf(Type.Array(Text)) }) },
  },
});

/** Starts an authorization (OAuth 2) with the saved configuration. ECONFLICT if the connector has none. */
export const authorizeConnector = defineCall({
  name: "connectors/authorizeConnector",
  summary: "Get the address at which access to a system is granted",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/authorize",
  permission: "ManageOwnResources",
  resourceScoped: true,
  schema: {
    params: Type.Object({ clientId: Uuid, resourceId: Uuid }),
    responses: { 200: Type.Object({ url: Secret(Type.String()) }) },
  },
});

/**
 * Passes on what the provider added to the address of the configuration. EBADTOKEN for an unknown, used or old state and
 * that of another session; ECONFLICT if the provider refuses the code.
 */
export const finishAuthorization = defineCall({
  name: "connectors/finishAuthorization",
  summary: "Store the access that was granted to a system",
  method: "POST",
  endpoint: "/api/clients/:clientId/resources/:resourceId/authorization",
  permission: "ManageOwnResources",
  resourceScoped: true,
  schema: {
    params: Type.Object({ clientId: Uuid, resourceId: Uuid }),
    body: Type.Object({
      state: Secret(Type.String({ maxLength: 2000 })),
      code: Secret(Type.String({ maxLength: 4000 })),
    }),
    responses: { 200: SystemConfiguration },
  },
});
