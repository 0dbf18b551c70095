/** Calls that list the people who hold or lack an entitlement. */
import { Type } from "typebox";
import { HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { Holder, HolderCounts, HolderGroup } from "../entities/holder.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Members of an org, and the entitlement of a role oid. */
const HolderParams = Type.Object({ clientId: Uuid, oid: Uuid, roleOid: Uuid });

export const countHolders = defineCall({
  name: "access/countHolders",
  summary: "Count the members who hold an entitlement",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/entitlements/:roleOid/holders/count",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: { params: HolderParams, responses: { 200: HolderCounts } },
});

/** Lists by `name` (the default), `username`, `jobTitle` or `department`. */
export const listHolders = defineCall({
  name: "access/listHolders",
  summary: "List the members who hold or lack an entitlement",
  method: "GET",
  endpoint: "/api/clients/:clientId/mp-orgs/:oid/entitlements/:roleOid/holders",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: {
    params: HolderParams,
    query: Type.Object({
      /** Those who hold it (the default), or those who lack it. */
      show: Type.Optional(HolderGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("holders", Holder) },
  },
});
