/** The people of the directory. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import { screenOpened } from "#events/actions/app.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { fetchResources, identitiesCall } from "../../data/directory/index.ts";
import { $clientId, $user } from "../../data/session/index.ts";
import { createList } from "../../kernel/list.ts";
import { react } from "../../kernel/react.ts";
import { identitiesRoute } from "./route.ts";

/** Whether this user may see the people of the directory and their access. */
export const $maySee = $user.map((user) => user !== null && holdsGroup(user, "RoleMapping"));

/** The client whose people this user may see; null if they may not. */
export const $seenClient = combine($clientId, $maySee, (clientId, maySee) =>
  maySee ? clientId : null,
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
      ...(resourceId !== "" && { resourceId }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
});
// The choices of the resource filter.
react(
  screenOpened,
  $maySee,
  (maySee, { payload: { route } }) =>
    maySee && route === identitiesRoute.name ? { payload: {} } : null,
  fetchResources,
);
