/** The people of the directory. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import { screenOpened } from "#events/actions/app.ts";
import { createIdentity } from "#events/calls/identities.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { fetchResources, identitiesCall } from "../../data/directory/index.ts";
import { ORG_CHOICES, orgCall } from "../../data/orgs/index.ts";
import { $clientId, $mapsAllRoles, $seesPeople } from "../../data/session/index.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { filled } from "../../kernel/filters.ts";
import { identitiesRoute } from "./route.ts";

/** The client whose people this user may see; null if the user may see nobody. */
export const $seenClient = combine($clientId, $seesPeople, (clientId, seesPeople) =>
  seesPeople ? clientId : null,
);

export const identityList = createList(actions.identityList, {
  call: identitiesCall,
  routes: [identitiesRoute.name],
  source: $seenClient,
  request: (clientId, { contains, show, resourceId, orgOid, sort }) => ({
    params: { clientId },
    query: {
      sort,
      ...filled({ contains, show }),
      ...(isUuid(resourceId) && { resourceId }),
      ...(isUuid(orgOid) && { orgOid }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
  refreshOn: [createIdentity.succeeded],
  options: { version: 6 },
});

/** The client whose orgs the user may filter by; null for users who see people only. */
const $orgClient = combine($seenClient, $mapsAllRoles, (clientId, mapsAllRoles) =>
  mapsAllRoles ? clientId : null,
);

/** The orgs to filter by. */
export const orgChoices = createList(actions.orgChoices, {
  ...ORG_CHOICES,
  routes: [identitiesRoute.name],
  source: $orgClient,
});

/** The org of the address, which the choices may lack. */
export const $chosenOrg = createQuery("identities/chosenOrg", {
  call: orgCall,
  input: combine($screen, $orgClient, identityList.$query, (screen, clientId, { orgOid }) =>
    screen?.route === identitiesRoute.name && clientId !== null && isUuid(orgOid)
      ? { params: { clientId, oid: orgOid } }
      : null,
  ),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  options: { version: 3 },
});

// The choices of the resource filter.
react(
  screenOpened,
  $seesPeople,
  (seesPeople, { payload: { route } }) =>
    seesPeople && route === identitiesRoute.name ? { payload: {} } : null,
  fetchResources,
);
