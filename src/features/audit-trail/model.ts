/** The client's changes, newest first. */
import * as actions from "#events/actions/auditTrail.ts";
import { listAuditEntries } from "#events/calls/audit.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { boundsOfDays, filled } from "../../kernel/filters.ts";
import { createList } from "../../kernel/list.ts";
import { auditTrailRoute } from "./index.ts";

export const auditList = createList(actions.auditList, {
  call: createCall(listAuditEntries),
  routes: [auditTrailRoute.name],
  source: $clientId,
  request: (clientId, { open: _open, from, until, ...filters }) => ({
    params: { clientId },
    query: filled({ ...filters, ...boundsOfDays(from, until) }),
  }),
  itemsOf: ({ _embedded }) => _embedded.entries,
  kept: ["open"],
  options: { version: 9 },
});
