/** What waits for a person, as the dashboard lists it. */
import { combine } from "effector";
import { dashboardRetried } from "#events/actions/dashboard.ts";
import { getAttention } from "#events/calls/onboarding.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createQuery } from "../../kernel/query.ts";
import { $maySeeDirectory, ifAllowed } from "./clientModel.ts";

/** Whether this user sees the directory and can open systems or cases. Nothing is listed for others. */
export const $opensWork = combine(
  $user,
  $maySeeDirectory,
  (user, maySee) =>
    user !== null &&
    maySee &&
    (holdsGroup(user, "ManageOwnResources") || holdsGroup(user, "RoleMapping")),
);

export const $attention = createQuery("dashboard/attention", {
  call: createCall(getAttention),
  input: ifAllowed($opensWork),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
});
