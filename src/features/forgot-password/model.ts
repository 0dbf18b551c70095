/** Requests a link for a new password. */
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { forgotForm as form } from "#events/actions/password.ts";
import { forgotPassword } from "#events/calls/password.ts";
import { checkEmail } from "#events/rules/email.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { onLive } from "../../kernel/recorder.ts";
import { forgotPasswordRoute } from "./route.ts";

export const forgotCall = createCall(forgotPassword);

export const forgotForm = createForm(form, {
  saved: { email: "" },
  call: forgotCall,
  routes: [forgotPasswordRoute.name],
  guard: false,
  source: $screen,
  check: ({ email }) => ({ email: checkEmail(email.trim()) }),
  request: ({ email }) => ({ body: { email: email.trim() } }),
  failedMessage: (_values, reason) => reason,
});

const $askedFor = createProjection("forgotPassword/askedFor", "", (on) => [
  on(forgotPassword.requested, (_askedFor, { body: { email } }) => email),
]);
/** The address of the requested link; null before the request. */
export const $sentTo = combine(forgotForm.$view, $askedFor, (view, email) =>
  view === null || view.savedId === null ? null : email,
);

// A new visit does not show the previous result.
sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === forgotPasswordRoute.name,
  fn: () => ({}),
  target: forgotCall.reset,
});
