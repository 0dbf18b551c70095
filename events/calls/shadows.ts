/** Accounts on resources. */
import { Type } from "typebox";
import { ClientParams, HalList, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { OrphanedShadow } from "../entities/shadow.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Accounts that belong to nobody, by `name`. */
export const listOrphanedShadows = defineCall({
  name: "shadows/listOrphanedShadows",
  summary: "List orphaned accounts",
  method: "GET",
  endpoint: "/api/clients/:clientId/shadows/orphaned",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({
      resourceId: Type.Optional(Uuid),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("shadows", OrphanedShadow) },
  },
});
