/** How usernames of new users are proposed. A change of the format resets the status of its save. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/clients.ts";
import { saveUsernameFormat } from "#events/calls/clients.ts";
import type { UsernameFormat } from "#events/entities/client.ts";
import { checkUsernameFormat } from "#events/rules/client.ts";
import { englishText } from "../../kernel/englishText.ts";
import { createCall } from "../../kernel/calls.ts";
import { createTyped, formOf, nothingTyped, sendForm, typeInto } from "../../kernel/form.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { sentence } from "../../ui/language/sentence.ts";
import { $client } from "../session/index.ts";
import { formatOf } from "./rules.ts";

export const chooseUsernameFormat = createAction(actions.usernameFormatChosen);
export const typeUsernameFormat = createAction(actions.usernameFormatTyped);
export const submitUsernameFormat = createAction(actions.usernameFormatSubmitted);
const refuse = createFollowUp(actions.usernameFormatRefused);

export const saveUsernameFormatCall = createCall(saveUsernameFormat);

const $typed = createTyped<UsernameFormat>(
  "client/usernameFormat",
  { save: saveUsernameFormat, refused: actions.usernameFormatRefused },
  (on) => [
    on(screenOpened, () => nothingTyped()),
    on(actions.usernameFormatChosen, (typed, { usernameFormatId }) =>
      typeInto(typed, "usernameFormatId", usernameFormatId),
    ),
    on(actions.usernameFormatTyped, (typed, { usernameFormatCustom }) =>
      typeInto(typed, "usernameFormatCustom", usernameFormatCustom),
    ),
  ],
);

/** null for a user without a client. */
export const $usernameFormat = combine($client, $typed, (client, typed) =>
  client === null ? null : formOf(formatOf(client), typed),
);

sample({
  clock: [
    onLive(actions.usernameFormatChosen),
    onLive(actions.usernameFormatTyped),
    onLive(screenOpened),
  ],
  source: saveUsernameFormatCall.$status,
  filter: (status) => status !== "NotStarted",
  fn: () => ({}),
  target: saveUsernameFormatCall.reset,
});

sendForm({
  submitted: onLive(actions.usernameFormatSubmitted),
  source: combine({ form: $usernameFormat, client: $client }),
  submission: ({ form, client }) => {
    if (form === null || client === null) return null;
    const message = englishText(checkUsernameFormat(form.values));
    return {
      problems: message === null ? [] : [{ field: "usernameFormatCustom", message }],
      request: { params: { clientId: client.id }, body: form.values },
    };
  },
  refuse,
  save: saveUsernameFormatCall,
  typed: $typed,
  notSaved: (_request, message) => `The username format was not saved: ${sentence(message)}`,
});
