/** What the dashboard shows: the directory's counts and the largest orgs. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { dashboardRetried, largestOrgsWanted } from "#events/actions/dashboard.ts";
import { listOrgs } from "#events/calls/orgs.ts";
import { ORG_PAGE_SIZE } from "#events/rules/orgQuery.ts";
import { holdsGroup, showsRoleMapping } from "#events/rules/permissions.ts";
import { createListing } from "../../kernel/listing.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { fetchManagers, fetchOwners, fetchSecureAgent } from "../../data/client/index.ts";
import { $counts, fetchCounts } from "../../data/directory/index.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $session, withClient } from "../../data/session/index.ts";
import { dashboardRoute } from "./route.ts";
import { nextSteps, worthAPolicy } from "./rules.ts";

export const retryDashboard = createAction(dashboardRetried);
const wantLargestOrgs = createFollowUp(largestOrgsWanted);

/** Whether this user may see orgs and their policies. */
export const $mayMapRoles = $session.map(
  ({ user, client }) => user !== null && client !== null && showsRoleMapping(user, client),
);

/** Whether this user may see who manages what. */
export const $maySeeManagers = $session.map(
  ({ user }) => user !== null && holdsGroup(user, "ManageUsers"),
);

export const $largestOrgs = createListing("dashboard/largestOrgs", {
  wanted: largestOrgsWanted,
  call: listOrgs,
  itemsOf: ({ _embedded }) => _embedded.orgs,
});

/** What to do next; null until the counts are known. */
export const $nextSteps = $counts.map((counts) => counts && nextSteps(counts));
/** The orgs to begin with; null while they load, empty where they could not be loaded. */
export const $worthAPolicy = $largestOrgs.map(({ status, items }) =>
  status === "Success" || status === "Fail" ? worthAPolicy(items) : null,
);

const due = sample({
  clock: [
    onLive(screenOpened).filter({ fn: ({ payload }) => payload.route === dashboardRoute.name }),
    onLive(dashboardRetried),
  ],
  fn: ({ id }) => ({ payload: {}, cause: id }),
});
sample({ clock: due, target: [fetchCounts, fetchOwners, fetchSecureAgent] });
sample({
  clock: due,
  source: $maySeeManagers,
  filter: Boolean,
  fn: (_may, next) => next,
  target: fetchManagers,
});
sample({
  clock: due,
  source: $mayMapRoles,
  filter: Boolean,
  fn: (_may, next) => next,
  target: wantLargestOrgs,
});
sample({
  clock: withClient(onLive(largestOrgsWanted)),
  fn: ({ clientId, id }) => ({
    params: { clientId },
    query: { sort: "memberCount,desc", size: ORG_PAGE_SIZE },
    cause: id,
  }),
  target: orgsCall.start,
});
