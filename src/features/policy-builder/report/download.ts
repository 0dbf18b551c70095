/** How far the report has come on its way here, and the end of a request that nobody waits for any more. */
import { attach, combine, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { loadCancelled } from "#events/actions/policyBuilder.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import { $locale } from "../../../kernel/language.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { onLive } from "../../../kernel/recorder.ts";
import { abortFx, transferFx, type Transfer } from "../../../kernel/transfers.ts";
import { describeProgress } from "./progress.ts";
import { $polling, $report, reportCall } from "./report.ts";
import { builderMessages } from "../messages.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";

/** The id of the newest request that has no answer yet. */
const $running = createProjection<string | null>(
  "policyBuilder/running",
  null,
  (on) => [
    on(requestMiningReport.requested, (_state, _input, { id }) => id),
    on(requestMiningReport.succeeded, (state, _reply, { cause }) =>
      cause === state ? null : state,
    ),
    on(requestMiningReport.failed, (state, _failure, { cause }) =>
      cause === state ? null : state,
    ),
  ],
  // A request outlives the session in which it was sent.
  { keepOnLogout: true },
);

// What was asked for belongs to the screen that was open then.
sample({
  clock: [onLive(loadCancelled), onLive(screenOpened)],
  source: $running,
  filter: (running) => running !== null,
  fn: (running) => ({ requestId: running ?? "" }),
  target: abortFx,
});

const watchFx = attach({ effect: transferFx });
sample({
  clock: reportCall.requested,
  fn: ({ id }) => ({ requestId: id, seen: null }),
  target: watchFx,
});
const moved = watchFx.done.filterMap(({ params, result }) =>
  result === null ? undefined : { requestId: params.requestId, seen: result },
);
sample({ clock: moved, target: watchFx });

/** Derived and never recorded; null while nothing of a report has arrived. */
export const $transfer = createStore<Transfer | null>(null, { serialize: "ignore" }).reset(
  reportCall.requested,
  onLive(screenOpened),
  onLive(loadCancelled),
);
sample({
  clock: moved,
  source: $running,
  filter: (running, { requestId }) => requestId === running,
  fn: (_running, { seen }) => seen,
  target: $transfer,
});

/** What the builder shows in place of its table. */
export const $progress = combine(
  { polling: $polling, report: $report, transfer: $transfer, language: $locale },
  ({ polling, report, transfer, language }) =>
    describeProgress(
      { ...polling, transfer, loaded: report !== null },
      messagesOf(builderMessages, language),
    ),
);
