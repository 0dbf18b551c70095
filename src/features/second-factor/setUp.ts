/** Setting up a factor, in the profile or in a sign-in that needs one. Secrets stay out of the log. */
import { createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/factors.ts";
import * as calls from "#events/calls/factors.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $language } from "../../kernel/language.ts";
import { createPasskeyFx, type PasskeyFailure } from "../../kernel/passkeyPorts.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { secondFactorRoute } from "../login/index.ts";
import { profileRoute } from "../profile/index.ts";

export const beginTotpCall = createCall(calls.beginTotp);
export const confirmTotpCall = createCall(calls.confirmTotp);
export const beginPasskeyCall = createCall(calls.beginPasskey);
export const confirmPasskeyCall = createCall(calls.confirmPasskey);
export const renewCodesCall = createCall(calls.renewRecoveryCodes);

const ROUTES = [profileRoute.name, secondFactorRoute.name];
const NAMES = {
  en: { totp: "Authenticator app", passkey: "Passkey" },
  de: { totp: "Authenticator-App", passkey: "Passkey" },
} as const;

export const totpForm = createForm(actions.totpForm, {
  saved: {},
  call: confirmTotpCall,
  routes: ROUTES,
  source: $language,
  inDialog: true,
  check: (_values, _language, { code }) => ({ code: checkRequired(code, "labels.code") }),
  request: (_values, language, _saved, { code }) => ({
    body: { code, name: NAMES[language].totp },
  }),
  savedMessage: () => message("factors.added"),
  failedMessage: (_values, reason) => message("factors.notAdded", { reason }),
});

/** The app's secret; null until the server has created it. */
export const $totpSetup = createStore<{ readonly secret: string; readonly uri: string } | null>(
  null,
  { serialize: "ignore" },
)
  .on(beginTotpCall.succeeded, (_setup, { payload }) => payload.body)
  .reset([beginTotpCall.requested, confirmTotpCall.succeeded, onLive(screenOpened)]);

react(actions.totpForm.toggled, ({ payload }) => (payload.open ? {} : null), beginTotpCall.start);

export const wantPasskey = createAction(actions.passkeyWanted);

/** Why the browser last returned no passkey; null if it did or is pending. */
export const $passkeyFailure = createProjection<PasskeyFailure | null>(
  "factors/passkeyFailure",
  null,
  (on) => [
    on(screenOpened, () => null),
    on(actions.passkeyWanted, () => null),
    on(actions.passkeySignInWanted, () => null),
    on(actions.passkeyFailed, (_failure, { reason }) => reason),
  ],
);

react(actions.passkeyWanted, () => ({}), beginPasskeyCall.start);
const creation = createTask(createPasskeyFx);
react(
  beginPasskeyCall.succeeded,
  ({ payload }) => ({ input: { options: payload.body.options } }),
  creation.start,
);
react(
  creation.done,
  $language,
  (language, { payload: { result } }) => ({
    body: { credential: result, name: NAMES[language].passkey },
  }),
  confirmPasskeyCall.start,
);
react(
  creation.failed,
  ({ payload: { error } }) => ({ payload: { reason: error } }),
  createFollowUp(actions.passkeyFailed),
);
