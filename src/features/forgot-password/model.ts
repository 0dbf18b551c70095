/** Asks for a link by which a new password is chosen. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { emailChanged, forgotRefused, forgotSubmitted } from "#events/actions/password.ts";
import { forgotPassword } from "#events/calls/password.ts";
import { checkEmail } from "#events/rules/email.ts";
import { englishText } from "../../kernel/englishText.ts";
import { createCall } from "../../kernel/calls.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { forgotPasswordRoute } from "./route.ts";

export interface ForgotForm {
  readonly email: string;
  readonly error: string | null;
  /** The address that a link was asked for; the form is done. */
  readonly sentTo: string | null;
}

const EMPTY: ForgotForm = { email: "", error: null, sentTo: null };

export const forgotCall = createCall(forgotPassword);

export const $form = createProjection<ForgotForm>("forgotPassword/form", EMPTY, (on) => [
  on(screenOpened, (form, { route }) => (route === forgotPasswordRoute.name ? EMPTY : form)),
  on(emailChanged, (form, { email }) => ({ ...form, email, error: null })),
  on(forgotSubmitted, (form) => ({ ...form, error: null })),
  on(forgotRefused, (form, { email }) => ({ ...form, error: email })),
  on(forgotPassword.succeeded, (form) => ({ ...form, sentTo: form.email.trim() })),
]);

export const changeEmail = createAction(emailChanged);
export const submitForgot = createAction(forgotSubmitted);
const refuse = createFollowUp(forgotRefused);

// What came of the last visit is not told of this one.
sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === forgotPasswordRoute.name,
  fn: () => ({}),
  target: forgotCall.reset,
});

const submitted = onLive(forgotSubmitted);
sample({
  clock: submitted,
  filter: ({ payload }) => checkEmail(payload.email.trim()) !== null,
  fn: ({ payload, id }) => ({
    payload: { email: englishText(checkEmail(payload.email.trim())) },
    cause: id,
  }),
  target: refuse,
});
sample({
  clock: submitted,
  filter: ({ payload }) => checkEmail(payload.email.trim()) === null,
  fn: ({ payload, id }) => ({ body: { email: payload.email.trim() }, cause: id }),
  target: forgotCall.start,
});
