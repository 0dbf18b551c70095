/** The second step of a sign-in: a code of an app, a recovery code or a passkey. */
import * as actions from "#events/actions/factors.ts";
import * as calls from "#events/calls/factors.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { verifyCodeCall, verifyPasskeyCall } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $location } from "../../kernel/navigation.ts";
import { usePasskeyFx } from "../../kernel/passkeyPorts.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { redirectOf, secondFactorRoute } from "../login/index.ts";

export const challengeCall = createCall(calls.challengePasskey);

export const codeForm = createForm(actions.codeForm, {
  saved: {},
  call: verifyCodeCall,
  routes: [secondFactorRoute.name],
  source: $location,
  check: (_values, _location, { code }) => ({ code: checkRequired(code, "labels.code") }),
  request: (_values, { search }, _saved, { code }) => ({ body: { code, ...redirectOf(search) } }),
  failedMessage: (_values, reason) => message("factors.notSignedIn", { reason }),
});

export const wantPasskeySignIn = createAction(actions.passkeySignInWanted);

react(actions.passkeySignInWanted, () => ({}), challengeCall.start);
const use = createTask(usePasskeyFx);
react(
  challengeCall.succeeded,
  ({ payload }) => ({ input: { options: payload.body.options } }),
  use.start,
);
react(
  use.done,
  $location,
  ({ search }, { payload: { result } }) => ({
    body: { credential: result, ...redirectOf(search) },
  }),
  verifyPasskeyCall.start,
);
react(
  use.failed,
  ({ payload: { error } }) => ({ payload: { reason: error } }),
  createFollowUp(actions.passkeyFailed),
);
