/** Accounts that belong to nobody. */
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/shadows.ts";
import { listOrphanedShadows } from "#events/calls/shadows.ts";
import { openCase } from "#events/calls/cases.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { fetchResources } from "../../data/directory/index.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { react } from "../../kernel/react.ts";
import { $seenClient } from "./model.ts";
import { orphanedRoute } from "./route.ts";

export const orphanedList = createList(actions.orphanedList, {
  call: createCall(listOrphanedShadows),
  routes: [orphanedRoute.name],
  source: $seenClient,
  request: (clientId, { contains, resourceId, sort }) => ({
    params: { clientId },
    query: {
      sort,
      ...(contains !== "" && { contains }),
      ...(isUuid(resourceId) && { resourceId }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.shadows,
  refreshOn: [openCase.succeeded],
});

// The choices of the resource filter.
react(
  screenOpened,
  $mapsAllRoles,
  (mapsAllRoles, { payload: { route } }) =>
    mapsAllRoles && route === orphanedRoute.name ? { payload: {} } : null,
  fetchResources,
);
