/** Requirements that the client sets for approving previews of provisioning. */
import * as actions from "#events/actions/clients.ts";
import { saveApprovalRules } from "#events/calls/clients.ts";
import { message } from "#events/messages/message.ts";
import { $client } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { dashboardRoute } from "./route.ts";

export const approvalRulesForm = createForm(actions.approvalRulesForm, {
  saved: $client.map(
    (client) => client && { requiresSecondApprover: client.requiresSecondApprover === true },
  ),
  call: createCall(saveApprovalRules),
  routes: [dashboardRoute.name],
  source: $client,
  check: () => null,
  request: (body, { id: clientId }) => ({ params: { clientId }, body }),
  savedMessage: () => message("clients.approvalRulesSaved"),
  failedMessage: (_values, reason) => message("clients.approvalRulesNotSaved", { reason }),
});
