/** Calls that list the people who hold or lack an entitlement. */
import { Type } from "typebox";
import { HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { Holder, HolderCounts, HolderGroup } from "../entities/holder.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const HolderParams = Type.Object({ clientId: Uuid, roleOid: Uuid });
/** Only members of this org and of the orgs below it; without it, all people of the directory. */
const OfOrg = { orgOid: Type.Optional(Uuid) };

/** EINVALID without an org for users who map only roles of their own resources. */
export const countHolders = defineCall({
  name: "access/countHolders",
  summary: "Count the people who hold an entitlement",
  method: "GET",
  endpoint: "/api/clients/:clientId/entitlements/:roleOid/holders/count",
  permission: "RoleMapping",
  orOwnResources: true,
  orGroup: "IdentitiesRead",
  requestedVersion: 2,
  schema: {
    params: HolderParams,
    query: Type.Object(OfOrg),
    responses: { 200: HolderCounts },
  },
});

/** Lists by `name` (the default), `username`, `jobTitle` or `department`. */
export const listHolders = defineCall({
  name: "access/listHolders",
  summary: "List the people who hold or lack an entitlement",
  method: "GET",
  endpoint: "/api/clients/:clientId/entitlements/:roleOid/holders",
  permission: "RoleMapping",
  orOwnResources: true,
  orGroup: "IdentitiesRead",
  requestedVersion: 2,
  schema: {
    params: HolderParams,
    query: Type.Object({
      ...OfOrg,
      /** Those who hold it (the default), or those who lack it. */
      show: Type.Optional(HolderGroup),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("holders", Holder) },
  },
});
