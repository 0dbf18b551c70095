/** Sensitive changes require a confirmed password: a call refused for it is repeated after the confirmation. */
import { sample, type EventCallable } from "effector";
import * as actions from "#events/actions/factors.ts";
import { confirmPassword } from "#events/calls/session.ts";
import { message } from "#events/messages/message.ts";
import { checkRequired } from "#events/rules/validation.ts";
import { $user } from "../../data/session/index.ts";
import { anyCallFailed, createCall, onAnyCallFailed } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createProjection } from "../../kernel/projection.ts";
import { profileRoute } from "../profile/index.ts";

const confirmPasswordCall = createCall(confirmPassword);

export const confirmForm = createForm(actions.confirmForm, {
  saved: {},
  call: confirmPasswordCall,
  routes: [profileRoute.name],
  source: $user,
  inDialog: true,
  check: (_values, _user, { password }) => ({
    password: checkRequired(password, "labels.password"),
  }),
  request: (_values, _user, _saved, { password }) => ({ body: { password } }),
  failedMessage: (_values, reason) => message("accounts.notConfirmed", { reason }),
});

// Users without a password are asked to sign in again.
sample({
  clock: anyCallFailed,
  filter: ({ payload: { code, reason } }) =>
    code === "ENOTCONFIRMED" && reason.code === "accounts.confirmPassword",
  fn: () => ({ open: true }),
  target: confirmForm.toggle,
});

/** The event of the last refused call. */
const $refused = createProjection<string | null>("factors/refused", null, () => [
  onAnyCallFailed((refused, { code }, { type }) => (code === "ENOTCONFIRMED" ? type : refused)),
]);

/** Calls `again` once the password is confirmed after the call was refused for it. */
export function retryOnceConfirmed(
  call: { readonly definition: { readonly failed: { readonly type: string } } },
  again: EventCallable<Record<string, never>>,
): void {
  sample({
    clock: confirmPasswordCall.succeeded,
    source: $refused,
    filter: (refused) => refused === call.definition.failed.type,
    fn: () => ({}),
    target: again,
  });
}
