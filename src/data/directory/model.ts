/** The directory as the screens share it: counts and resources. */
import { countsWanted, resourcesWanted } from "#events/actions/directory.ts";
import * as calls from "#events/calls/directory.ts";
import { createCall } from "../../kernel/calls.ts";
import { createListing } from "../../kernel/listing.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $clientId } from "../session/index.ts";
import { failCounts, NO_COUNTS, receiveCounts, requestCounts, type CountsState } from "./rules.ts";

export const countsCall = createCall(calls.getClientCounts);
const resourcesCall = createCall(calls.listResources);

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

/** All resources of the client, as far as their pages have come. */
export const $resources = createListing("directory/resources", {
  wanted: resourcesWanted,
  modeOf: ({ page }) => (page === 0 ? "replace" : "append"),
  call: calls.listResources,
  itemsOf: ({ _embedded }) => _embedded.resources,
});

export const fetchCounts = createFollowUp(countsWanted);
const fetchResourcePage = createFollowUp(resourcesWanted);

/** Fetches all resources of the client. */
export const fetchResources = fetchResourcePage.prepend(
  ({ cause }: { readonly cause: string | null }) => ({ payload: { page: 0 }, cause }),
);

react(
  countsWanted,
  $clientId,
  (clientId) => (clientId === null ? null : { params: { clientId } }),
  countsCall.start,
);
react(
  resourcesWanted,
  $clientId,
  (clientId, { payload }) => (clientId === null ? null : { params: { clientId }, query: payload }),
  resourcesCall.start,
);
react(
  resourcesCall.succeeded,
  $resources,
  ({ requestId }, { payload: { body }, cause }) =>
    cause === requestId && body.page.number + 1 < body.page.totalPages
      ? { payload: { page: body.page.number + 1 } }
      : null,
  fetchResourcePage,
);
