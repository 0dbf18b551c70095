/** What happens to the accounts of people who leave and return. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systems.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createQuery } from "../../kernel/query.ts";
import { saveActivationCall } from "./calls.ts";
import { $place, placeOn } from "./place.ts";
import { activationRoute } from "./route.ts";

export const $activation = createQuery("systems/savedActivation", {
  call: createCall(calls.getActivationSettings),
  input: placeOn("activation").map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.systemRetried, calls.saveActivationSettings.failed],
  changes: (on) => [on(calls.saveActivationSettings.succeeded, (_saved, { body }) => body)],
  options: { version: 4 },
});

export const activationForm = createForm(actions.activationForm, {
  saved: $activation.map(({ value }) => value && value.settings),
  call: saveActivationCall,
  routes: [activationRoute.name],
  source: combine($place, $activation, (params, { value }) =>
    params && value ? { params, version: value.version } : null,
  ),
  check: () => ({}),
  request: (settings, { params, version }) => ({ params, body: { settings, version } }),
  fieldOf: (path) => path.replace(/^\/body\/settings\//, ""),
  savedMessage: () => message("systems.activationSaved"),
  failedMessage: (_values, reason) => message("systems.activationNotSaved", { reason }),
  options: { version: 5 },
});
