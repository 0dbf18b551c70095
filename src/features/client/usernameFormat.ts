/** How usernames of new users are proposed. A change of the format resets the status of its save. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/clients.ts";
import { saveUsernameFormat } from "#events/calls/clients.ts";
import type { UsernameFormat } from "#events/entities/client.ts";
import { checkUsernameFormat } from "#events/policy/client.ts";
import { createCall } from "../../kernel/calls.ts";
import { failTyped, formOf, nothingTyped, refuseTyped, typeInto } from "../../kernel/form.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createConsequence, happened } from "../../kernel/recorder.ts";
import { $client } from "../session/index.ts";
import { formatOf } from "./rules.ts";

export const chooseUsernameFormat = createAction(actions.usernameFormatChosen);
export const typeUsernameFormat = createAction(actions.usernameFormatTyped);
export const submitUsernameFormat = createAction(actions.usernameFormatSubmitted);
const refuse = createConsequence(actions.usernameFormatRefused);

export const saveUsernameFormatCall = createCall(saveUsernameFormat);

const $typed = createProjection("client/usernameFormat", nothingTyped<UsernameFormat>(), (on) => [
  on(screenOpened, () => nothingTyped<UsernameFormat>()),
  on(saveUsernameFormat.succeeded, () => nothingTyped<UsernameFormat>()),
  on(actions.usernameFormatChosen, (typed, { usernameFormatId }) =>
    typeInto(typed, "usernameFormatId", usernameFormatId),
  ),
  on(actions.usernameFormatTyped, (typed, { usernameFormatCustom }) =>
    typeInto(typed, "usernameFormatCustom", usernameFormatCustom),
  ),
  on(actions.usernameFormatRefused, (typed, { problems }) => refuseTyped(typed, problems)),
  on(saveUsernameFormat.failed, failTyped),
]);

/** null for a user without a client. */
export const $usernameFormat = combine($client, $typed, (client, typed) =>
  client === null ? null : formOf(formatOf(client), typed),
);

sample({
  clock: [
    happened(actions.usernameFormatChosen),
    happened(actions.usernameFormatTyped),
    happened(screenOpened),
  ],
  source: saveUsernameFormatCall.$status,
  filter: (status) => status !== "NotStarted",
  fn: () => ({}),
  target: saveUsernameFormatCall.reset,
});

const submitted = sample({
  clock: happened(actions.usernameFormatSubmitted),
  source: { form: $usernameFormat, client: $client, status: saveUsernameFormatCall.$status },
  fn: ({ form, client, status }, { id }) =>
    form === null || client === null || status === "InProgress"
      ? null
      : {
          problem: checkUsernameFormat(form.values),
          params: { clientId: client.id },
          body: form.values,
          id,
        },
}).filterMap((save) => save ?? undefined);
sample({
  clock: submitted,
  filter: ({ problem }) => problem !== null,
  fn: ({ problem, id }) => ({
    payload: { problems: [{ field: "usernameFormatCustom", message: problem ?? "" }] },
    cause: id,
  }),
  target: refuse,
});
sample({
  clock: submitted,
  filter: ({ problem }) => problem === null,
  fn: ({ params, body, id }) => ({ params, body, cause: id }),
  target: saveUsernameFormatCall.start,
});
