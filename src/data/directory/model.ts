/** The people and resources of the client, fetched when a screen needs them. */
import { combine } from "effector";
import { allResourcesWanted } from "#events/actions/directory.ts";
import { listOwners } from "#events/calls/clients.ts";
import { listEntitlements, listIdentities, listResources } from "#events/calls/directory.ts";
import { createAllPages } from "../../kernel/allPages.ts";
import { createCall } from "../../kernel/calls.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $clientId } from "../session/index.ts";

/** The call of every list of people. */
export const identitiesCall = createCall(listIdentities);

/** The call of every list of entitlements. */
export const entitlementsCall = createCall(listEntitlements);

/** The call of every list of the client's owners. */
export const ownersCall = createCall(listOwners);

/** Fetches all resources, even if they were fetched before. */
export const fetchResources = createFollowUp(allResourcesWanted);

const $isWanted = createProjection("directory/wantsResources", false, (on) => [
  on(allResourcesWanted, () => true),
]);

export const $resources = createAllPages("directory/resources", {
  call: createCall(listResources),
  input: combine($clientId, $isWanted, (clientId, isWanted) =>
    clientId !== null && isWanted ? { params: { clientId } } : null,
  ),
  itemsOf: ({ body }) => body._embedded.resources,
  refreshOn: [allResourcesWanted],
});
