/** The client's changes, newest first. */
import * as actions from "#events/actions/auditTrail.ts";
import { listAuditEntries } from "#events/calls/audit.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { boundsOfDays, filled } from "../../kernel/filters.ts";
import { createList } from "../../kernel/list.ts";
import { auditTrailRoute } from "./route.ts";

export const auditList = createList(actions.auditList, {
  call: createCall(listAuditEntries),
  routes: [auditTrailRoute.name],
  source: $clientId,
  request: (clientId, { open: _open, from, until, ...filters }) => {
    const bounds = boundsOfDays(from, until);
    return {
      params: { clientId },
      query: {
        ...filled(filters),
        ...(bounds.from !== null && { from: bounds.from }),
        ...(bounds.until !== null && { until: bounds.until }),
      },
    };
  },
  itemsOf: ({ _embedded }) => _embedded.entries,
  kept: ["open"],
  options: { version: 9 },
});
