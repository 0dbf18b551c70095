/** Name, description and owner of the open system. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import { message } from "#events/messages/message.ts";
import { checkSetup } from "#events/rules/systems.ts";
import { createForm } from "../../kernel/createForm.ts";
import { saveSetupCall } from "./calls.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { $place } from "./place.ts";
import { setupRoute } from "./route.ts";
import { ownerIdOf } from "./rules.ts";

export const setupForm = createForm(actions.setupForm, {
  saved: $openSystem.map(
    ({ value }) =>
      value && {
        name: value.name,
        description: value.description,
        ownerId: value.ownerId ?? "",
      },
  ),
  call: saveSetupCall,
  routes: [setupRoute.name],
  source: combine($place, $openSystem, (params, { value }) =>
    params && value ? { params, version: value.version } : null,
  ),
  check: checkSetup,
  request: ({ name, description, ownerId }, { params, version }) => ({
    params,
    body: {
      name: name.trim(),
      description: description.trim(),
      ownerId: ownerIdOf(ownerId),
      version,
    },
  }),
  savedMessage: ({ body: { name } }) => message("systems.setupSaved", { name }),
  failedMessage: ({ name }, reason) => message("systems.setupNotSaved", { name, reason }),
});
