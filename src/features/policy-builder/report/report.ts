/** Polls for the mining report until it is ready, and again after a refresh. */
import { combine } from "effector";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
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
import { createCall } from "../../../kernel/calls.ts";
import { delayFx } from "../../../kernel/ports.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { notify } from "../../../kernel/notify.ts";
import { notifyFailures } from "../../../kernel/notifyFailures.ts";
import { react } from "../../../kernel/react.ts";
import { createTask } from "../../../kernel/task.ts";
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

function poll(scope: ReportScope, attempt: number) {
  return { payload: { ...scope, attempt, milliseconds: pollDelay(attempt) } };
}

// No report, or one of another scope: request it.
react(
  screenOpened,
  combine({ scope: $scope, report: $report }),
  ({ scope, report }, { payload }) =>
    isBuilder(payload.route) && scope !== null && report === null ? poll(scope, 0) : null,
  schedule,
);
react(
  [onLive(retryWanted), deleteCall.succeeded],
  $scope,
  (scope) => scope && poll(scope, 0),
  schedule,
);
// Still in progress, or the last reply belonged to a screen that was left: request again after a growing delay.
react(
  reportCall.succeeded,
  combine({ scope: $scope, report: $report, polling: $polling }),
  ({ scope, report, polling: { due, asked, cancelled, attempts } }, { cause }) =>
    scope !== null &&
    report === null &&
    due === null &&
    !cancelled &&
    (asked === null || asked === cause)
      ? poll(scope, attempts)
      : null,
  schedule,
);

const wait = createTask(delayFx);
react(
  pollScheduled,
  ({ payload: { milliseconds }, id }) => ({ input: { milliseconds, tag: `mining:${id}` } }),
  wait.start,
);
react(
  wait.done,
  combine({ scope: $scope, polling: $polling, clientId: $clientId }),
  ({ scope, polling, clientId }, { id }) =>
    scope !== null && clientId !== null && polling.due === id
      ? {
          params: { clientId, oid: scope.orgOid },
          body: { resourceId: scope.resourceId },
        }
      : null,
  reportCall.start,
);

react(
  refreshWanted,
  combine({ scope: $scope, clientId: $clientId, status: deleteCall.$status }),
  ({ scope, clientId, status }) =>
    scope !== null && clientId !== null && status !== "InProgress"
      ? { params: { clientId, oid: scope.orgOid } }
      : null,
  deleteCall.start,
);
notify("success", deleteCall.succeeded, () => message("reports.refreshed"));
notifyFailures(deleteCall.failed, (reason) => message("reports.notRefreshed", { reason }));
