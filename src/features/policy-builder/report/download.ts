/** The progress of the report's download, and the cancelling of abandoned requests. */
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

/** The id of the newest unanswered request. */
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
  // A request may outlive its session.
  { keepOnLogout: true },
);

// Requests belong to the screen that was open when they were sent.
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

/** Derived and never recorded; null before the first bytes of a report. */
const $transfer = createStore<Transfer | null>(null, { serialize: "ignore" }).reset(
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

/** What the builder shows instead of its table. */
export const $progress = combine(
  { polling: $polling, report: $report, transfer: $transfer, language: $locale },
  ({ polling, report, transfer, language }) =>
    describeProgress(
      { ...polling, transfer, loaded: report !== null },
      messagesOf(builderMessages, language),
    ),
);
