/** The client's directory for screens: counts, identities, resources. */
import { Type } from "typebox";
import { ClientCounts } from "../entities/client.ts";
import { ClientParams, HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { Entitlement, Identity, Resource } from "../entities/directory.ts";
import { PeopleGroup } from "../entities/identityAccess.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Counts of the directory for users who administer part of it (`seesDirectory`), and of their own resources for others. */
export const getClientCounts = defineCall({
  name: "directory/getClientCounts",
  summary: "Count what a client's directory contains",
  method: "GET",
  endpoint: "/api/clients/:clientId/counts",
  permission: "signedIn",
  succeededVersion: 2,
  schema: { params: ClientParams, responses: { 200: ClientCounts } },
});

/** Identities, optionally only those of `orgOid` and its descendants. */
export const listIdentities = defineCall({
  name: "directory/listIdentities",
  summary: "List identities",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities",
  permission: "RoleMapping",
  orOwnResources: true,
  orGroup: "IdentitiesRead",
  schema: {
    params: ClientParams,
    query: Type.Object({
      orgOid: Type.Optional(Uuid),
      /** Only people with an account on this resource. */
      resourceId: Type.Optional(Uuid),
      /** All people (the default), or for example those with, without or with disabled accounts. */
      show: Type.Optional(PeopleGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    responses: { 200: HalList("identities", Identity) },
  },
});

/** All resources for users who see them all (`seesAllResources`), and their own for other users. */
export const listResources = defineCall({
  name: "directory/listResources",
  summary: "List the resources that the user may see",
  method: "GET",
  endpoint: "/api/clients/:clientId/resources",
  permission: "signedIn",
  schema: {
    params: ClientParams,
    query: Type.Object({ contains: Type.Optional(Typed(Text)), ...PagingQuery }),
    responses: { 200: HalList("resources", Resource) },
  },
});

export const getResource = defineCall({
  name: "directory/getResource",
  summary: "Get a resource",
  method: "GET",
  endpoint: "/api/clients/:clientId/resources/:resourceId",
  permission: "ManageOwnResources",
  resourceScoped: true,
  schema: {
    params: Type.Object({ clientId: Uuid, resourceId: Uuid }),
    responses: { 200: Resource },
  },
});

/** All entitlements by name, of one resource where `resourceId` is given. */
export const listEntitlements = defineCall({
  name: "directory/listEntitlements",
  summary: "List entitlements",
  method: "GET",
  endpoint: "/api/clients/:clientId/entitlements",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: Type.Object({
      contains: Type.Optional(Typed(Text)),
      resourceId: Type.Optional(Uuid),
      ...PagingQuery,
    }),
    responses: { 200: HalList("entitlements", Entitlement) },
  },
});
