/** The saved views of the list of people: named filters that the address applies. */
import { combine } from "effector";
import * as actions from "#events/actions/identities.ts";
import * as calls from "#events/calls/identities.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $location, $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { $seenClient } from "./listModel.ts";
import { identitiesRoute } from "./route.ts";

const $place = combine($screen, $seenClient, (screen, clientId) =>
  screen?.route === identitiesRoute.name && clientId !== null ? { clientId } : null,
);

export const $views = createQuery("identities/views", {
  call: createCall(calls.listIdentityViews),
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body.views,
  refreshOn: [
    calls.saveIdentityView.succeeded,
    calls.deleteIdentityView.succeeded,
    calls.deleteIdentityView.failed,
  ],
});

/** The query of the address, as a view keeps it. */
const $query = $location.map(({ search }) => search.slice(0, 2000));

/** The view whose query the address has. */
export const $currentView = combine(
  $views,
  $query,
  ({ value }, query) => value?.find((view) => view.query === query) ?? null,
);

export const viewForm = createForm(actions.viewForm, {
  saved: { name: "" },
  call: createCall(calls.saveIdentityView),
  routes: [identitiesRoute.name],
  inDialog: true,
  source: combine($place, $query, (params, query) => params && { params, query }),
  check: ({ name }) => ({
    name:
      checkRequired(name, "labels.name") ??
      (name.length > TEXT_MAX_LENGTH ? message("fields.tooLong", { max: TEXT_MAX_LENGTH }) : null),
  }),
  request: ({ name }, { params, query }) => ({ params, body: { name: name.trim(), query } }),
  savedMessage: ({ body: { name } }) => message("identityViews.saved", { name }),
  failedMessage: ({ name }, reason) => message("identityViews.notSaved", { name, reason }),
});

export const viewDeletion = createConfirmation(actions.viewDeletion, {
  call: createCall(calls.deleteIdentityView),
  source: $place,
  request: ({ viewId }, { clientId }) => ({ params: { clientId, viewId } }),
  doneMessage: ({ name }) => message("identityViews.deleted", { name }),
  goneMessage: ({ name }) => message("identityViews.deleted", { name }),
  failedMessage: ({ name }, reason) => message("identityViews.notDeleted", { name, reason }),
});
