/** The audit trail. */
import { Type } from "typebox";
import { AuditEntry, AuditKind } from "../entities/auditEntry.ts";
import { ClientParams, HalList, Instant, PagingQuery, Text } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** The client's changes, newest first. An entry matches all filters. */
export const listAuditEntries = defineCall({
  name: "audit/listAuditEntries",
  summary: "List changes in a client",
  method: "GET",
  endpoint: "/api/clients/:clientId/audit-trail",
  permission: "EditAllUsers",
  schema: {
    params: ClientParams,
    query: Type.Object({
      page: PagingQuery.page,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      /** A username, exactly. */
      actor: Type.Optional(Typed(Text)),
      kind: Type.Optional(AuditKind),
      /** The exact id of the changed thing. */
      target: Type.Optional(Typed(Text)),
      /** At or after this instant. */
      from: Type.Optional(Instant),
      /** Before this instant. */
      until: Type.Optional(Instant),
    }),
    responses: { 200: HalList("entries", AuditEntry) },
  },
});
