/** The factors in the profile: listing, renaming and removing them, and new recovery codes. */
import { createEvent, sample } from "effector";
import * as actions from "#events/actions/factors.ts";
import * as calls from "#events/calls/factors.ts";
import { message } from "#events/messages/message.ts";
import { checkFactorName } from "#events/rules/factors.ts";
import { $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { profileForm, profileRoute, updateProfileCall } from "../profile/index.ts";
import { retryOnceConfirmed } from "./confirmation.ts";
import { beginPasskeyCall, beginTotpCall, renewCodesCall, wantPasskey } from "./setUp.ts";

const removeCall = createCall(calls.removeFactor);
const renameCall = createCall(calls.renameFactor);

export const retryFactors = createAction(actions.factorsRetried);

export const $factors = createQuery("profile/factors", {
  call: createCall(calls.listFactors),
  input: $screen.map((screen) => (screen?.route === profileRoute.name ? {} : null)),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.factorsRetried,
    calls.confirmTotp.succeeded,
    calls.confirmPasskey.succeeded,
    calls.renameFactor.succeeded,
    calls.removeFactor.succeeded,
    calls.removeFactor.failed,
    calls.renewRecoveryCodes.succeeded,
  ],
});

export const chooseRename = createAction(actions.renameChosen);
/** The factor that is being renamed, with its previous name. */
const $renamed = createProjection<{ readonly factorId: string; readonly name: string } | null>(
  "factors/renamed",
  null,
  (on) => [on(actions.renameChosen, (_renamed, chosen) => chosen)],
);

export const renameForm = createForm(actions.renameForm, {
  saved: $renamed.map((renamed) => renamed && { name: renamed.name }),
  call: renameCall,
  routes: [profileRoute.name],
  source: $renamed,
  inDialog: true,
  check: ({ name }) => ({ name: checkFactorName(name) }),
  request: ({ name }, { factorId }) => ({ params: { factorId }, body: { name } }),
  savedMessage: () => message("factors.renamed"),
  failedMessage: (_values, reason) => message("factors.notRenamed", { reason }),
});
// Drops text typed for another factor.
sample({
  clock: onLive(actions.renameChosen),
  fn: () => ({}),
  target: renameForm.discard,
});
sample({
  clock: onLive(actions.renameChosen),
  fn: () => ({ open: true }),
  target: renameForm.toggle,
});

export const removal = createConfirmation(actions.removal, {
  call: removeCall,
  source: $user,
  request: ({ factorId }) => ({ params: { factorId } }),
  doneMessage: () => message("factors.removed"),
  failedMessage: (_subject, reason) => message("factors.notRemoved", { reason }),
});

export const codesRenewal = createConfirmation(actions.codesRenewal, {
  call: renewCodesCall,
  source: $user,
  request: () => ({}),
  failedMessage: (_subject, reason) => message("factors.codesNotMade", { reason }),
});

const beginTotpAgain = createEvent<Record<string, never>>();
sample({ clock: beginTotpAgain, fn: () => ({ cause: null }), target: beginTotpCall.start });
retryOnceConfirmed(beginTotpCall, beginTotpAgain);
retryOnceConfirmed(
  beginPasskeyCall,
  wantPasskey.prepend((nothing: Record<string, never>) => nothing),
);
retryOnceConfirmed(
  updateProfileCall,
  profileForm.submit.prepend((nothing: Record<string, never>) => nothing),
);
retryOnceConfirmed(removeCall, removal.confirm);
retryOnceConfirmed(renewCodesCall, codesRenewal.confirm);
