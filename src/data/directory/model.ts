/** The directory as the screens share it: counts, members of an org, resources. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  countsWanted,
  membersWanted,
  resourcesWanted,
  resourceWanted,
} from "#events/actions/directory.ts";
import * as calls from "#events/calls/directory.ts";
import { createCall } from "../../kernel/calls.ts";
import { createListing, emptyListing } from "../../kernel/listing.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { withClient } from "../session/index.ts";
import {
  failCounts,
  failResource,
  NO_COUNTS,
  NO_RESOURCE,
  openResource,
  receiveCounts,
  receiveResource,
  requestCounts,
  requestResource,
  type CountsState,
} from "./rules.ts";

export const countsCall = createCall(calls.getClientCounts);
const identitiesCall = createCall(calls.listIdentities);
const resourcesCall = createCall(calls.listResources);
const resourceCall = createCall(calls.getResource);

/** The newest answer's counts, and the newest request: an answer to another may be of a client that was left. */
const $countsState = createProjection<CountsState>("directory/counts", NO_COUNTS, (on) => [
  on(calls.getClientCounts.requested, (state, _input, { id }) => requestCounts(state, id)),
  on(calls.getClientCounts.succeeded, (state, { body }, { cause }) =>
    receiveCounts(state, body, cause),
  ),
  on(calls.getClientCounts.failed, (state, failure, { cause }) =>
    failCounts(state, failure, cause),
  ),
]);
/** What the client's directory holds; null until it is known, and after a failed fetch. */
export const $counts = $countsState.map(({ counts }) => counts);
/** Why the counts could not be fetched. */
export const $countsFailure = $countsState.map(({ failure }) => failure);

/** The page of members that a screen shows. */
export const $members = createListing("directory/members", {
  wanted: membersWanted,
  call: calls.listIdentities,
  itemsOf: ({ _embedded }) => _embedded.identities,
  steps: (on) => [on(screenOpened, () => emptyListing())],
});

/** All resources of the client, as far as their pages have come. */
export const $resources = createListing("directory/resources", {
  wanted: resourcesWanted,
  modeOf: ({ page }) => (page === 0 ? "replace" : "append"),
  call: calls.listResources,
  itemsOf: ({ _embedded }) => _embedded.resources,
});

/** The resource that the open screen is about. */
export const $currentResource = createProjection("directory/resource", NO_RESOURCE, (on) => [
  on(screenOpened, (current, { params }) => openResource(current, params.resourceId)),
  on(calls.getResource.requested, (current, { params }, { id }) =>
    requestResource(current, params.resourceId, id),
  ),
  on(calls.getResource.succeeded, (current, { body }, { cause }) =>
    receiveResource(current, body, cause),
  ),
  on(calls.getResource.failed, (current, failure, { cause }) =>
    failResource(current, failure, cause),
  ),
]);

export const fetchCounts = createFollowUp(countsWanted);
export const fetchMembers = createFollowUp(membersWanted);
export const fetchResource = createFollowUp(resourceWanted);
const fetchResourcePage = createFollowUp(resourcesWanted);

/** Fetches all resources of the client. */
export const fetchResources = fetchResourcePage.prepend(
  ({ cause }: { readonly cause: string | null }) => ({ payload: { page: 0 }, cause }),
);

sample({
  clock: withClient(onLive(countsWanted)),
  fn: ({ clientId, id }) => ({ params: { clientId }, cause: id }),
  target: countsCall.start,
});
sample({
  clock: withClient(onLive(membersWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: payload,
    cause: id,
  }),
  target: identitiesCall.start,
});
sample({
  clock: withClient(onLive(resourceWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId, resourceId: payload.resourceId },
    cause: id,
  }),
  target: resourceCall.start,
});
sample({
  clock: withClient(onLive(resourcesWanted)),
  fn: ({ clientId, payload, id }) => ({
    params: { clientId },
    query: payload,
    cause: id,
  }),
  target: resourcesCall.start,
});
sample({
  clock: resourcesCall.succeeded,
  source: $resources,
  filter: ({ requestId }, { payload: { body }, cause }) =>
    cause === requestId && body.page.number + 1 < body.page.totalPages,
  fn: (_resources, { payload, id }) => ({
    payload: { page: payload.body.page.number + 1 },
    cause: id,
  }),
  target: fetchResourcePage,
});
