/** Activates an account by the token of an e-mailed link, or confirms the address of one that is active. */
import { sample } from "effector";
import {
  activationCheckRetried,
  activationLinkIncomplete,
  activationRefused,
  activationSubmitted,
  emailConfirmed,
  nameChanged,
} from "#events/actions/activation.ts";
import { screenOpened } from "#events/actions/app.ts";
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import type { User } from "#events/entities/user.ts";
import { createCall } from "../../kernel/calls.ts";
import { $linkToken, linkTokenFx } from "../../kernel/emailLinkToken.ts";
import { $screen, navigateTo } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { publicInfoCall } from "../../data/session/index.ts";
import { activationRoute } from "./route.ts";
import { checkActivation, NO_PROBLEMS, type ActivationProblems } from "./rules.ts";

export interface ActivationForm {
  readonly incomplete: boolean;
  /** Whom the token stands for; nobody is signed in by it. */
  readonly user: User | null;
  readonly givenName: string;
  readonly familyName: string;
  readonly problems: ActivationProblems;
}

const EMPTY: ActivationForm = {
  incomplete: false,
  user: null,
  givenName: "",
  familyName: "",
  problems: NO_PROBLEMS,
};

export const verifyCall = createCall(verifyToken);
export const activateCall = createCall(activateUser);
export const confirmCall = createCall(verifyEmail);

export const $form = createProjection<ActivationForm>("activation/form", EMPTY, (on) => [
  on(screenOpened, (form, { route }) => (route === activationRoute.name ? EMPTY : form)),
  on(activationLinkIncomplete, (form) => ({ ...form, incomplete: true })),
  on(verifyToken.succeeded, (form, { body }) => ({
    ...form,
    user: body,
    givenName: body.givenName,
    familyName: body.familyName,
  })),
  on(nameChanged, (form, { givenName, familyName }) => ({
    ...form,
    givenName,
    familyName,
    problems: { ...form.problems, givenName: null, familyName: null },
  })),
  on(activationSubmitted, (form) => ({ ...form, problems: NO_PROBLEMS })),
  on(activationRefused, (form, problems) => ({ ...form, problems })),
]);

export const changeName = createAction(nameChanged);
export const retryCheck = createAction(activationCheckRetried);
export const submitActivation = createAction(activationSubmitted);
export const confirmEmail = createAction(emailConfirmed);
const refuse = createFollowUp(activationRefused);
const missToken = createFollowUp(activationLinkIncomplete);

const $isOpen = $screen.map((screen) => screen?.route === activationRoute.name);

sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === activationRoute.name,
  fn: () => undefined,
  target: linkTokenFx,
});
const tokenCame = sample({
  clock: linkTokenFx.doneData,
  source: $isOpen,
  filter: (isOpen) => isOpen,
  fn: (_isOpen, token) => token,
});
sample({
  clock: tokenCame,
  filter: (token) => token === null,
  fn: () => ({ payload: {}, cause: null }),
  target: missToken,
});
sample({
  clock: tokenCame,
  filter: (token) => token !== null,
  fn: (token) => ({ query: { verificationToken: token ?? "" }, cause: null }),
  target: verifyCall.start,
});

// Whether a password is to be chosen may not have come either.
const retried = onLive(activationCheckRetried);
sample({ clock: retried, fn: ({ id }) => ({ cause: id }), target: publicInfoCall.start });
sample({
  clock: retried,
  source: $linkToken,
  filter: (token) => token !== null,
  fn: (token, { id }) => ({ query: { verificationToken: token ?? "" }, cause: id }),
  target: verifyCall.start,
});

const submitted = onLive(activationSubmitted);
sample({
  clock: submitted,
  filter: ({ payload }) => checkActivation(payload) !== null,
  fn: ({ payload, id }) => ({ payload: checkActivation(payload) ?? NO_PROBLEMS, cause: id }),
  target: refuse,
});
sample({
  clock: submitted,
  source: $linkToken,
  filter: (token, { payload }) => token !== null && checkActivation(payload) === null,
  fn: (token, { payload: { givenName, familyName, password }, id }) => ({
    query: { verificationToken: token ?? "" },
    body: { givenName: givenName.trim(), familyName: familyName.trim(), password },
    cause: id,
  }),
  target: activateCall.start,
});
sample({
  clock: onLive(emailConfirmed),
  source: $linkToken,
  filter: (token) => token !== null,
  fn: (token, { id }) => ({ body: { token: token ?? "" }, cause: id }),
  target: confirmCall.start,
});

sample({
  clock: activateCall.succeeded,
  fn: ({ payload, id }) =>
    notificationOf("success", `Your account is active. Sign in as ${payload.body.username}.`, id),
  target: showNotification,
});
sample({
  clock: confirmCall.succeeded,
  fn: ({ id }) => notificationOf("success", "Your email address is confirmed.", id),
  target: showNotification,
});
sample({
  clock: [activateCall.succeeded, confirmCall.succeeded],
  fn: ({ id }) => ({ path: "/", replace: true, cause: id }),
  target: navigateTo,
});
