/** Why the newest apply of the open builder failed. It is shown until the next apply or another screen opens. */
import { applyWanted } from "#events/actions/policyBuilder.ts";
import { screenOpened } from "#events/actions/app.ts";
import { induce } from "#events/calls/orgs.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable, reasonOf } from "../../../kernel/calls.ts";
import { createProjection } from "../../../kernel/projection.ts";

interface ApplyOutcome {
  /** The request that this builder sent and that has no answer yet. */
  readonly asked: string | null;
  readonly reason: Message | null;
}

const NO_OUTCOME: ApplyOutcome = { asked: null, reason: null };

export const $applyFailure = createProjection<ApplyOutcome>(
  "policyBuilder/applyOutcome",
  NO_OUTCOME,
  (on) => [
    on(screenOpened, () => NO_OUTCOME),
    on(applyWanted, (state) => ({ ...state, reason: null })),
    on(induce.requested, (_state, _input, { id }) => ({ asked: id, reason: null })),
    on(induce.succeeded, (state, _reply, { cause }) =>
      cause === state.asked ? NO_OUTCOME : state,
    ),
    on(induce.failed, (state, failure, { cause }) =>
      cause === state.asked
        ? { asked: null, reason: isReportable(failure) ? reasonOf(failure) : null }
        : state,
    ),
  ],
).map(({ reason }) => reason);
