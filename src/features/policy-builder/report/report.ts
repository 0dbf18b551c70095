/** Polls for the mining report until it is ready, and again after a refresh. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { combine, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  loadCancelled,
  pollScheduled,
  refreshWanted,
  retryWanted,
} from "#events/actions/policyBuilder.ts";
import * as calls from "#events/calls/mining.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";
import type { BytesDigest } from "#events/kernel/call.ts";
import { createCall, isReportable } from "../../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { delayFx } from "../../../kernel/ports.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { $clientId } from "../../../data/session/index.ts";
import { REPORTS } from "./logSelectors.ts";
import { $scope, isBuilder } from "../model.ts";
import { pollDelay, sameScope } from "./rules.ts";

export const reportCall = createCall(calls.requestMiningReport);
export const deleteCall = createCall(calls.deleteMiningReport);
export const retryReport = createAction(retryWanted);
export const cancelLoading = createAction(loadCancelled);
const schedule = createFollowUp(pollScheduled);

/** The worker's report. */
export interface StoredReport extends BytesDigest {
  readonly scope: ReportScope;
}

interface Reports {
  /** The running request and the id of its event. */
  readonly asked: { readonly id: string; readonly scope: ReportScope } | null;
  readonly stored: StoredReport | null;
}

const $reports = createProjection<Reports>(REPORTS, { asked: null, stored: null }, (on) => [
  on(calls.requestMiningReport.requested, (state, { params, body }, { id }) => ({
    ...state,
    asked: { id, scope: { orgOid: params.oid, resourceId: body.resourceId ?? null } },
  })),
  on(calls.requestMiningReport.succeeded, (state, reply, { cause }) =>
    // A superseded reply still went to the worker, so the worker's report is unknown.
    reply.status === 200
      ? {
          asked: null,
          stored:
            state.asked?.id === cause && state.asked
              ? { scope: state.asked.scope, ...reply.body }
              : null,
        }
      : state,
  ),
  on(calls.deleteMiningReport.succeeded, (state) => ({ ...state, stored: null })),
  // A report cancelled too late still went to the worker, like that of a superseded request.
  on(loadCancelled, (state) => ({ ...state, asked: null })),
]);

const $storedReport = $reports.map(({ stored }) => stored);

/** The open builder's report; null if there is none. */
export const $report = combine($storedReport, $scope, (stored, scope) =>
  sameScope(stored?.scope ?? null, scope) ? stored : null,
);

export interface Polling {
  /** The id of the event that scheduled the next request; null if none is due. */
  readonly due: string | null;
  /** The id of the newest request of this polling: replies to others belong to a screen that was left. */
  readonly asked: string | null;
  /** Number of requests since the screen opened or the report was deleted. */
  readonly attempts: number;
  readonly failure: Message | null;
  readonly cancelled: boolean;
}

const NO_POLLING: Polling = {
  due: null,
  asked: null,
  attempts: 0,
  failure: null,
  cancelled: false,
};

export const $polling = createProjection<Polling>(
  "policyBuilder/polling",
  NO_POLLING,
  (on) => [
    on(screenOpened, () => NO_POLLING),
    on(pollScheduled, (_state, { attempt }, { id }) => ({
      ...NO_POLLING,
      due: id,
      attempts: attempt,
    })),
    on(calls.requestMiningReport.requested, (state, _input, { id }) => ({
      ...state,
      due: null,
      asked: id,
      attempts: state.attempts + 1,
    })),
    on(calls.requestMiningReport.succeeded, (state, { status }, { cause }) =>
      status === 200 && cause === state.asked ? NO_POLLING : state,
    ),
    on(calls.requestMiningReport.failed, (state, { reason }, { cause }) =>
      cause === state.asked ? { ...state, failure: reason } : state,
    ),
    on(loadCancelled, () => ({ ...NO_POLLING, cancelled: true })),
  ],
  { version: 2 },
);

function poll(scope: ReportScope | null, attempt: number, cause: string | null) {
  if (scope === null) throw new Error("Only an open builder waits for a report");
  return { payload: { ...scope, attempt, milliseconds: pollDelay(attempt) }, cause };
}

// No report, or one of another scope: request it.
sample({
  clock: onLive(screenOpened),
  source: { scope: $scope, report: $report },
  filter: ({ scope, report }, { payload }) =>
    isBuilder(payload.route) && scope !== null && report === null,
  fn: ({ scope }, { id }) => poll(scope, 0, id),
  target: schedule,
});
sample({
  clock: [onLive(retryWanted), deleteCall.succeeded],
  source: $scope,
  filter: (scope) => scope !== null,
  fn: (scope, { id }) => poll(scope, 0, id),
  target: schedule,
});
// Still in progress, or the last reply belonged to a screen that was left: request again after a growing delay.
sample({
  clock: reportCall.succeeded,
  source: { scope: $scope, report: $report, polling: $polling },
  filter: ({ scope, report, polling: { due, asked, cancelled } }, { cause }) =>
    scope !== null &&
    report === null &&
    due === null &&
    !cancelled &&
    (asked === null || asked === cause),
  fn: ({ scope, polling }, { id }) => poll(scope, polling.attempts, id),
  target: schedule,
});

const TAG = "mining:";
sample({
  clock: onLive(pollScheduled),
  fn: ({ payload, id }) => ({ milliseconds: payload.milliseconds, tag: `${TAG}${id}` }),
  target: delayFx,
});
sample({
  clock: delayFx.done,
  source: { scope: $scope, polling: $polling, clientId: $clientId },
  filter: ({ scope, polling, clientId }, { params }) =>
    scope !== null &&
    clientId !== null &&
    polling.due !== null &&
    params.tag === `${TAG}${polling.due}`,
  fn: ({ scope, polling, clientId }) => ({
    params: { clientId: clientId ?? "", oid: scope?.orgOid ?? "" },
    body: { resourceId: scope?.resourceId ?? null },
    cause: polling.due,
  }),
  target: reportCall.start,
});

sample({
  clock: onLive(refreshWanted),
  source: { scope: $scope, clientId: $clientId, status: deleteCall.$status },
  filter: ({ scope, clientId, status }) =>
    scope !== null && clientId !== null && status !== "InProgress",
  fn: ({ scope, clientId }, { id }) => ({
    params: { clientId: clientId ?? "", oid: scope?.orgOid ?? "" },
    cause: id,
  }),
  target: deleteCall.start,
});
sample({
  clock: deleteCall.succeeded,
  fn: ({ id }) => notificationOf("success", message("reports.refreshed"), id),
  target: showNotification,
});
sample({
  clock: deleteCall.failed,
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload, id }) =>
    notificationOf("error", message("reports.notRefreshed", { reason: payload.reason }), id),
  target: showNotification,
});
