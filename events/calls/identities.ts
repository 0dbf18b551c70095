/** One person of the directory and what they can access. */
import { Type } from "typebox";
import { HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { AccessGroup, IdentityDetail, IdentityEntitlement } from "../entities/identityAccess.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const IdentityParams = Type.Object({ clientId: Uuid, identityOid: Uuid });

export const getIdentity = defineCall({
  name: "identities/getIdentity",
  summary: "Get an identity with its accounts",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid",
  permission: "RoleMapping",
  schema: { params: IdentityParams, responses: { 200: IdentityDetail } },
});

/** What the person holds and what policies grant to them. */
export const listIdentityEntitlements = defineCall({
  name: "identities/listIdentityEntitlements",
  summary: "List the entitlements of an identity with their reasons",
  method: "GET",
  endpoint: "/api/clients/:clientId/identities/:identityOid/entitlements",
  permission: "RoleMapping",
  schema: {
    params: IdentityParams,
    query: Type.Object({
      show: Type.Optional(AccessGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("entitlements", IdentityEntitlement) },
  },
});
