/** The people of the directory. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import { screenOpened } from "#events/actions/app.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { fetchResources, identitiesCall } from "../../data/directory/index.ts";
import { $clientId, $mapsAllRoles } from "../../data/session/index.ts";
import { createList } from "../../kernel/list.ts";
import { react } from "../../kernel/react.ts";
import { identitiesRoute } from "./route.ts";

/** The client whose people this user may see; null if the user may see nobody. */
export const $seenClient = combine($clientId, $mapsAllRoles, (clientId, mapsAllRoles) =>
  mapsAllRoles ? clientId : null,
);

export const identityList = createList(actions.identityList, {
  call: identitiesCall,
  routes: [identitiesRoute.name],
  source: $seenClient,
  request: (clientId, { contains, show, resourceId, sort }) => ({
    params: { clientId },
    query: {
      sort,
      ...(contains !== "" && { contains }),
      ...(show !== "all" && { show }),
      ...(isUuid(resourceId) && { resourceId }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
});
// The choices of the resource filter.
react(
  screenOpened,
  $mapsAllRoles,
  (mapsAllRoles, { payload: { route } }) =>
    mapsAllRoles && route === identitiesRoute.name ? { payload: {} } : null,
  fetchResources,
);
