/** Requirements that the client sets for signing in by password. */
import * as actions from "#events/actions/clients.ts";
import { saveSignInRules } from "#events/calls/clients.ts";
import { message } from "#events/messages/message.ts";
import { $client } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { dashboardRoute } from "./route.ts";

export const signInRulesForm = createForm(actions.signInRulesForm, {
  saved: $client.map(
    (client) => client && { requiresSecondFactor: client.requiresSecondFactor === true },
  ),
  call: createCall(saveSignInRules),
  routes: [dashboardRoute.name],
  source: $client,
  check: () => null,
  request: (body, { id: clientId }) => ({ params: { clientId }, body }),
  savedMessage: () => message("clients.signInRulesSaved"),
  failedMessage: (_values, reason) => message("clients.signInRulesNotSaved", { reason }),
});
