/** The event log on the support screen: its size and its export. */
import type { Message } from "#events/kernel/message.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import { message } from "#events/messages/message.ts";
import { attach, combine, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/log.ts";
import {
  clearLogFx,
  exportLogFx,
  exportProgressed,
  measureLogFx,
  type ExportRequest,
  type KeptReport,
} from "../../kernel/log/ports.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { supportRoute } from "./route.ts";
import {
  exportedSession,
  orderSessions,
  type ListedSession,
} from "../../kernel/log/listedSessions.ts";
import { reportsOf, summarizeLog, type LogSummary } from "./rules.ts";

export const changeExport = createAction(actions.exportChanged);
export const wantExport = createAction(actions.exportWanted);
export const wantClear = createAction(actions.clearWanted);
const measured = createFollowUp(actions.logMeasured);
const exported = createFollowUp(actions.exported);
const exportFailed = createFollowUp(actions.exportFailed);
const cleared = createFollowUp(actions.cleared);

/** The requesting event is the cause of the outcome. */
interface Asked {
  readonly cause: string;
}
const measureFx = attach({ effect: measureLogFx, mapParams: (_asked: Asked) => undefined });
const clearFx = attach({ effect: clearLogFx, mapParams: (_asked: Asked) => undefined });

export interface MeasuredLog extends LogSummary {
  readonly isKept: boolean;
  /** The sessions, as people choose among them. */
  readonly listed: readonly ListedSession[];
  readonly reports: readonly KeptReport[];
}

/** Null until it was measured. */
export const $measuredLog = createProjection<MeasuredLog | null>(
  "support/log",
  null,
  (on) => [
    on(actions.logMeasured, (_state, { isKept, sessions, reports }) => ({
      isKept,
      reports,
      listed: orderSessions(
        sessions.map(({ id, from, to, events, isOwn, failures }) => ({
          id,
          from,
          to,
          events,
          isOwn,
          failures,
        })),
      ),
      ...summarizeLog(sessions),
    })),
  ],
  { version: 2 },
);

const DEFAULT_EXPORT: ExportRequest = {
  span: "session",
  session: null,
  minutes: 30,
  withNames: false,
  withReports: true,
};

export const $export = createProjection<ExportRequest>(
  "support/export",
  DEFAULT_EXPORT,
  (on) => [on(actions.exportChanged, (_state, request) => request)],
  { version: 2 },
);

/** The session that an export of one takes; null is this tab's. */
export const $exportedSession = combine($measuredLog, $export, (log, { session }) =>
  exportedSession(log?.listed ?? [], session),
);

/** The reports that the export would contain, if it contains any. */
export const $exportedReports = combine(
  $measuredLog,
  $export,
  $exportedSession,
  (log, { span }, session) => reportsOf(log?.reports ?? [], span, session),
);

export interface Exporting {
  readonly isRunning: boolean;
  readonly failure: Message | null;
}

export const $exporting = createProjection<Exporting>(
  "support/exporting",
  { isRunning: false, failure: null },
  (on) => [
    on(actions.exportWanted, () => ({ isRunning: true, failure: null })),
    on(actions.exported, () => ({ isRunning: false, failure: null })),
    on(actions.exportFailed, (_state, { reason }) => ({ isRunning: false, failure: reason })),
  ],
  { version: 2 },
);

sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === supportRoute.name,
  fn: ({ id }) => ({ cause: id }),
  target: measureFx,
});
sample({
  clock: measureFx.done,
  fn: ({ params, result: { isKept, own, sessions, reports } }) => ({
    payload: {
      isKept,
      reports: [...reports],
      sessions: sessions.map(({ id, from, to, events, bytes, failures = null }) => ({
        id,
        from,
        to,
        events,
        bytes,
        isOwn: id === own,
        failures,
      })),
    },
    cause: params.cause,
  }),
  target: measured,
});

// A log that cannot be measured is not stored: its code or the browser's database is missing.
sample({
  clock: measureFx.fail,
  fn: ({ params }) => ({
    payload: { isKept: false, reports: [], sessions: [] },
    cause: params.cause,
  }),
  target: measured,
});

/** Progress of the running export in percent; derived and never recorded. */
export const $exportPercent = createStore(0, { serialize: "ignore" })
  .on(exportProgressed, (_state, percent) => percent)
  .reset(onLive(actions.exportWanted));

/** The requesting event is the cause of the export's outcome. */
const runExportFx = attach({
  effect: exportLogFx,
  mapParams: ({ request }: { readonly request: ExportRequest; readonly cause: string }) => request,
});
sample({
  clock: onLive(actions.exportWanted),
  source: { request: $export, session: $exportedSession },
  filter: runExportFx.pending.map((pending) => !pending),
  fn: ({ request, session }, { id }) => ({
    request: { ...request, session: session?.id ?? null },
    cause: id,
  }),
  target: runExportFx,
});
sample({
  clock: runExportFx.done,
  fn: ({ params, result }) => ({ payload: result, cause: params.cause }),
  target: exported,
});
sample({
  clock: runExportFx.fail,
  fn: ({ params, error }) => ({ payload: { reason: reasonOfError(error) }, cause: params.cause }),
  target: exportFailed,
});
sample({
  clock: onLive(actions.exported),
  fn: ({ payload: { events, bytes, fileName }, id }) =>
    notificationOf(
      "success",
      message("logs.exported", { count: events, bytes, file: fileName }),
      id,
    ),
  target: showNotification,
});
sample({
  clock: onLive(actions.exported),
  filter: ({ payload }) => payload.sessionsLeftOut > 0,
  fn: ({ payload, id }) =>
    notificationOf(
      "warning",
      message("logs.sessionsLeftOut", { count: payload.sessionsLeftOut }),
      id,
    ),
  target: showNotification,
});
sample({
  clock: onLive(actions.exported),
  filter: ({ payload }) => payload.eventsLeftOut > 0,
  fn: ({ payload, id }) =>
    notificationOf("warning", message("logs.eventsLeftOut", { count: payload.eventsLeftOut }), id),
  target: showNotification,
});

sample({ clock: onLive(actions.clearWanted), fn: ({ id }) => ({ cause: id }), target: clearFx });
sample({
  clock: clearFx.done,
  fn: ({ params }) => ({ payload: {}, cause: params.cause }),
  target: cleared,
});
sample({
  clock: clearFx.fail,
  fn: ({ params }) => notificationOf("error", message("logs.notCleared"), params.cause),
  target: showNotification,
});
sample({
  clock: onLive(actions.cleared),
  fn: ({ id }) => notificationOf("success", message("logs.cleared"), id),
  target: showNotification,
});
sample({ clock: onLive(actions.cleared), fn: ({ id }) => ({ cause: id }), target: measureFx });
