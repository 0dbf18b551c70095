/**
 * Holds an apply until the administrator has seen what people gain and lose, and confirms it. It is no `createConfirmation`,
 * because that would keep the dialog open until the answer, whose failure is a banner of the builder, and would record the
 * roles as its subject. It would also leave these events to be replayed from earlier logs.
 */
import { createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { applyConfirmed, applyDropped, applyHeld } from "#events/actions/policyBuilder.ts";
import { induce, previewInduce } from "#events/calls/orgs.ts";
import type { PolicyEffect } from "#events/entities/policyChange.ts";
import type { Message } from "#events/kernel/message.ts";
import { PREVIEWED_MAX } from "#events/rules/builder.ts";
import { induceCall } from "../../../data/orgs/index.ts";
import { createCall, reasonOf } from "../../../kernel/calls.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { confirmationNeeded, requestOf, type AcceptedApply } from "./apply.ts";

export const confirmApply = createAction(applyConfirmed);
export const dropApply = createAction(applyDropped);
const previewCall = createCall(previewInduce);

interface ApplyDialog {
  readonly isOpen: boolean;
  /** Kept while the dialog fades out, like the effect. */
  readonly held: { readonly added: number; readonly removed: number } | null;
  /** The change is too large for a preview. */
  readonly isTooLarge: boolean;
  readonly requestId: string | null;
  readonly effect: PolicyEffect | null;
  /** Why the effect is not known. */
  readonly failure: Message | null;
}

const NEVER_OPEN: ApplyDialog = {
  isOpen: false,
  held: null,
  isTooLarge: false,
  requestId: null,
  effect: null,
  failure: null,
};

const closed = (state: ApplyDialog): ApplyDialog => ({ ...state, isOpen: false, requestId: null });

export const $applyDialog = createProjection<ApplyDialog>(
  "policyBuilder/applyDialog",
  NEVER_OPEN,
  (on) => [
    on(applyHeld, (_state, { added, removed, isTooLarge }) => ({
      ...NEVER_OPEN,
      isOpen: true,
      held: { added, removed },
      isTooLarge,
    })),
    on(previewInduce.requested, (state, _input, { id }) => ({ ...state, requestId: id })),
    on(previewInduce.succeeded, (state, { body }, { cause }) =>
      cause === state.requestId ? { ...state, requestId: null, effect: body } : state,
    ),
    on(previewInduce.failed, (state, failure, { cause }) =>
      cause === state.requestId ? { ...state, requestId: null, failure: reasonOf(failure) } : state,
    ),
    on(applyConfirmed, closed),
    on(applyDropped, closed),
    on(screenOpened, () => NEVER_OPEN),
    on(induce.requested, closed),
  ],
  { version: 4 },
);

/** The list may be as long as the report, so that it is no part of the recorded state. */
const $held = createStore<AcceptedApply | null>(null, { serialize: "ignore" })
  .on(confirmationNeeded, (_held, { payload }) => payload)
  // A second press while the dialog fades out sends nothing.
  .reset(onLive(screenOpened), onLive(applyDropped), induceCall.requested);

react(
  confirmationNeeded,
  ({ payload: { added, removed, sent } }) => ({
    payload: { added, removed, isTooLarge: sent > PREVIEWED_MAX },
  }),
  createFollowUp(applyHeld),
);
react(
  applyHeld,
  $held,
  (held, { payload }) =>
    held === null || payload.isTooLarge ? null : { params: held.params, body: held.body },
  previewCall.start,
);
react(applyConfirmed, $held, (held) => held && requestOf(held), induceCall.start);
