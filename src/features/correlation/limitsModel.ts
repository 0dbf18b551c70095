/** From which probability on accounts are linked, and from which on people decide. */
import * as actions from "#events/actions/correlation.ts";
import { message } from "#events/messages/message.ts";
import { createForm } from "../../kernel/createForm.ts";
import { saveLimitsCall } from "./calls.ts";
import { $correlation, $overviewPlace } from "./place.ts";
import { OVERVIEW_ROUTES } from "./route.ts";
import { checkLimitsForm, limitsFormOf, limitsOf } from "./rules.ts";

export const limitsForm = createForm(actions.limitsForm, {
  saved: $correlation.map(({ value }) => value && limitsFormOf(value.settings)),
  call: saveLimitsCall,
  routes: OVERVIEW_ROUTES,
  source: $overviewPlace,
  check: checkLimitsForm,
  request: (values, params) => ({ params, body: limitsOf(values) }),
  savedMessage: () => message("correlation.limitsSaved"),
  failedMessage: (_values, reason) => message("correlation.limitsNotSaved", { reason }),
});
