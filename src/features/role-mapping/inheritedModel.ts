/** The entitlements that the detail screen's org inherits from the orgs above it. */
import * as actions from "#events/actions/roleMapping.ts";
import { listInherited } from "#events/calls/orgs.ts";
import { undoPolicyChange } from "#events/calls/policyChanges.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { $detail, DETAIL_ROUTES } from "./place.ts";

export const inheritedList = createList(actions.inheritedList, {
  call: createCall(listInherited),
  routes: DETAIL_ROUTES,
  inAddress: false,
  source: $detail,
  request: ({ clientId, oid, resourceId }, { contains, sort }) => ({
    params: { clientId, oid },
    query: {
      sort,
      ...(contains !== "" && { contains }),
      ...(resourceId !== null && { resourceId }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.entitlements,
  refreshOn: [actions.orgRetried, undoPolicyChange.succeeded],
});
