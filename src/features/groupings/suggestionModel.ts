/** Groups that names suggest: shown first, and created if the user keeps them. */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import * as calls from "#events/calls/groupings.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { acceptCall } from "./calls.ts";
import { $place } from "./place.ts";

const NONE: readonly string[] = [];

/** The names of suggestions that the user left out. */
export const $leftOut = createProjection("groupings/suggestionsLeftOut", NONE, (on) => [
  on(actions.suggestions.opened, () => NONE),
  on(actions.suggestionKept, (names, { name, isKept }) => [
    ...names.filter((one) => one !== name),
    ...(isKept ? [] : [name]),
  ]),
]);
export const keepSuggestion = createAction(actions.suggestionKept);
export const retrySuggestions = createAction(actions.suggestionsRetried);

const $isOpen = createProjection("groupings/suggestionsOpen", false, (on) => [
  on(actions.suggestions.opened, () => true),
  on(actions.suggestions.cancelled, () => false),
  on(calls.acceptSuggestions.succeeded, () => false),
]);

export const $suggestions = createQuery("groupings/suggested", {
  call: createCall(calls.suggestGroups),
  input: combine($place, $isOpen, (place, isOpen) =>
    place === null || !isOpen
      ? null
      : { params: { clientId: place.clientId }, query: { orgType: place.orgType } },
  ),
  valueOf: ({ body }) => body.suggestions,
  refreshOn: [
    actions.suggestions.opened,
    actions.suggestionsRetried,
    calls.acceptSuggestions.failed,
  ],
  emptyOnFailure: true,
});

/** The suggestions that the user keeps. */
export const $kept = combine($suggestions, $leftOut, ({ value }, leftOut) =>
  (value ?? []).filter(({ name }) => !leftOut.includes(name)),
);

export const suggestions = createConfirmation(actions.suggestions, {
  call: acceptCall,
  source: combine($place, $kept, (place, kept) =>
    place === null || kept.length === 0 ? null : { ...place, kept },
  ),
  request: (_subject, { clientId, orgType, kept }) => ({
    params: { clientId },
    body: {
      orgType,
      groups: kept.map(({ name, groupOid, orgs }) => ({
        name,
        groupOid,
        ids: orgs.map(({ oid, version }) => ({ oid, version })),
      })),
    },
  }),
  doneMessage: (_subject, { body: { change } }) =>
    message("orgs.suggestionsAccepted", { groups: change.created, orgs: change.moved }),
  failedMessage: (_subject, reason) => message("orgs.suggestionsNotAccepted", { reason }),
});
