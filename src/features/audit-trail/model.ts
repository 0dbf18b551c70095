/** The client's changes, newest first. */
import * as actions from "#events/actions/auditTrail.ts";
import { listAuditEntries } from "#events/calls/audit.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { filtersOf } from "./rules.ts";
import { auditTrailRoute } from "./route.ts";

export const auditList = createList(actions.auditList, {
  call: createCall(listAuditEntries),
  routes: [auditTrailRoute.name],
  source: $clientId,
  request: (clientId, query) => ({ params: { clientId }, query: filtersOf(query) }),
  itemsOf: ({ _embedded }) => _embedded.entries,
  kept: ["open"],
  options: { version: 9 },
});
