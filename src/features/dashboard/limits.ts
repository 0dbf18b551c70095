/** How many systems of each kind the client may have. Holders of the group Financial set it. */
import * as actions from "#events/actions/clients.ts";
import { saveLimits } from "#events/calls/clients.ts";
import { message } from "#events/messages/message.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { $client, $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { dashboardRoute } from "./route.ts";

/** Whether this user may see and change the limits. */
export const $maySetLimits = $user.map((user) => user !== null && holdsGroup(user, "Financial"));

export const limitsForm = createForm(actions.limitsForm, {
  saved: $client.map(
    (client) =>
      client && {
        limitSelfCertified: client.limitSelfCertified,
        limitSystemExport: client.limitSystemExport,
        limitApi: client.limitApi,
      },
  ),
  call: createCall(saveLimits),
  routes: [dashboardRoute.name],
  source: $client,
  check: () => null,
  request: (body, { id: clientId }) => ({ params: { clientId }, body }),
  savedMessage: () => message("clients.limitsSaved"),
  failedMessage: (_values, reason) => message("clients.limitsNotSaved", { reason }),
});
