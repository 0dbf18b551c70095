/** What waits for a person, as the dashboard lists it. */
import { dashboardRetried } from "#events/actions/dashboard.ts";
import { getAttention } from "#events/calls/onboarding.ts";
import { createCall } from "../../kernel/calls.ts";
import { createQuery } from "../../kernel/query.ts";
import { $maySeeDirectory, ifAllowed } from "./clientModel.ts";

export const $attention = createQuery("dashboard/attention", {
  call: createCall(getAttention),
  input: ifAllowed($maySeeDirectory),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [dashboardRetried],
});
