/** Activates an account by the token of an e-mailed link, or confirms the address of an active one. */
import { sample } from "effector";
import {
  activationCheckRetried,
  activationForm as form,
  activationLinkIncomplete,
  emailConfirmed,
} from "#events/actions/activation.ts";
import { screenOpened } from "#events/actions/app.ts";
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import { checkNewPassword, checkRepeated, checkRequired } from "#events/rules/validation.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $linkToken, readLinkToken } from "../../kernel/emailLinkToken.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { notify } from "../../kernel/notify.ts";
import { publicInfoCall } from "../../data/session/index.ts";
import { activationRoute } from "./route.ts";

interface ActivationLink {
  readonly incomplete: boolean;
  /** The token's user. The token does not sign the user in. */
  readonly user: User | null;
}

const EMPTY: ActivationLink = { incomplete: false, user: null };

export const verifyCall = createCall(verifyToken);
export const activateCall = createCall(activateUser);
export const confirmCall = createCall(verifyEmail);

/** The token of the opened link. */
export const $link = createProjection<ActivationLink>(
  "activation/link",
  EMPTY,
  (on) => [
    on(screenOpened, (link, { route }) => (route === activationRoute.name ? EMPTY : link)),
    on(activationLinkIncomplete, (link) => ({ ...link, incomplete: true })),
    on(verifyToken.succeeded, (link, { body }) => ({ ...link, user: body })),
  ],
  { version: 3 },
);

export const retryCheck = createAction(activationCheckRetried);
export const confirmEmail = createAction(emailConfirmed);

sample({
  clock: readLinkToken(activationRoute.name, createFollowUp(activationLinkIncomplete)),
  fn: (verificationToken) => ({ query: { verificationToken }, cause: null }),
  target: verifyCall.start,
});

// Whether a password must be chosen may still be unknown.
react(activationCheckRetried, () => ({}), publicInfoCall.start);
react(
  activationCheckRetried,
  $linkToken,
  (verificationToken) => (verificationToken === null ? null : { query: { verificationToken } }),
  verifyCall.start,
);

export const activationForm = createForm(form, {
  saved: $link.map(
    ({ user }) => user && { givenName: user.givenName, familyName: user.familyName },
  ),
  call: activateCall,
  routes: [activationRoute.name],
  guard: false,
  source: $linkToken,
  check: ({ givenName, familyName }, _token, { password, repeated }) => ({
    givenName: checkRequired(givenName, "labels.givenName"),
    familyName: checkRequired(familyName, "labels.familyName"),
    password: checkNewPassword(password, "labels.password"),
    repeated: checkRepeated(repeated, password),
  }),
  request: ({ givenName, familyName }, verificationToken, _saved, { password }) => ({
    query: { verificationToken },
    body: { givenName: givenName.trim(), familyName: familyName.trim(), password },
  }),
  failedMessage: (_values, reason) => reason,
});

react(
  emailConfirmed,
  $linkToken,
  (token) => (token === null ? null : { body: { token } }),
  confirmCall.start,
);

notify("success", activateCall.succeeded, (payload) =>
  message("accounts.activated", { username: payload.body.username }),
);
notify("success", confirmCall.succeeded, () => message("accounts.emailConfirmed"));
react(
  [activateCall.succeeded, confirmCall.succeeded],
  () => ({ path: "/", replace: true }),
  navigateTo,
);
