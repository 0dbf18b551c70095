/** The dashboard's data: the directory's counts and the largest orgs. */
import { combine } from "effector";
import { dashboardRetried } from "#events/actions/dashboard.ts";
import { ORG_PAGE_SIZE } from "#events/rules/orgQuery.ts";
import { holdsGroup, showsRoleMapping } from "#events/rules/permissions.ts";
import { orgsCall } from "../../data/orgs/index.ts";
import { $session, $user } from "../../data/session/index.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $counts, $onboarding, ifAllowed } from "./clientModel.ts";
import { nextSteps, worthAPolicy } from "./rules.ts";

export const retryDashboard = createAction(dashboardRetried);

/** Whether this user may see orgs and their policies. */
export const $mayMapRoles = $session.map(
  ({ user, client }) => user !== null && showsRoleMapping(user, client),
);

/** Which screens the counts and steps may link to. */
export const $reach = $user.map((user) => ({
  imports:
    user !== null && holdsGroup(user, "EditAllUsers") && holdsGroup(user, "ManageAllResources"),
  people: user !== null && holdsGroup(user, "RoleMapping"),
  systems:
    user !== null &&
    (holdsGroup(user, "ManageOwnResources") || holdsGroup(user, "ManageAllResources")),
}));

export const $largestOrgs = createQuery("dashboard/orgs", {
  call: orgsCall,
  input: ifAllowed($mayMapRoles).map(
    (client) => client && { ...client, query: { sort: "memberCount,desc", size: ORG_PAGE_SIZE } },
  ),
  valueOf: ({ body }) => body._embedded.orgs,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
  options: { version: 3 },
});

/** The next steps; null until the counts are known, and how far the setup is. */
export const $nextSteps = combine($counts, $onboarding, ({ value: counts }, { status, value }) =>
  counts && status !== "loading" ? nextSteps(counts, value ?? { unannounced: [] }) : null,
);
/** The suggested orgs; null while they load, empty if they could not be loaded. */
export const $worthAPolicy = $largestOrgs.map(({ status, value }) =>
  status === "loading" ? null : worthAPolicy(value ?? []),
);
