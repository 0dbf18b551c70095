/** The event log on the support screen: its size and its export. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { combine, createStore } from "effector";
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
import { notify } from "../../kernel/notify.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
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

const measure = createTask(measureLogFx);
react(
  screenOpened,
  ({ payload }) => (payload.route === supportRoute.name ? { input: undefined } : null),
  measure.start,
);
react(actions.cleared, () => ({ input: undefined }), measure.start);
react(
  measure.done,
  ({ payload: { result } }) => {
    const { isKept, own, reports } = result;
    const sessions = result.sessions.map(({ id, from, to, events, bytes, failures = null }) => ({
      id,
      from,
      to,
      events,
      bytes,
      isOwn: id === own,
      failures,
    }));
    return { payload: { isKept, reports: [...reports], sessions } };
  },
  measured,
);
// A log that cannot be measured is not stored: its code or the browser's database is missing.
react(measure.failed, () => ({ payload: { isKept: false, reports: [], sessions: [] } }), measured);

/** Progress of the running export in percent; derived and never recorded. */
export const $exportPercent = createStore(0, { serialize: "ignore" })
  .on(exportProgressed, (_state, percent) => percent)
  .reset(onLive(actions.exportWanted));

const exporting = createTask(exportLogFx);
react(
  actions.exportWanted,
  combine({ request: $export, session: $exportedSession, isRunning: exporting.$isRunning }),
  ({ request, session, isRunning }) =>
    isRunning ? null : { input: { ...request, session: session?.id ?? null } },
  exporting.start,
);
react(
  exporting.done,
  ({ payload: { result } }) => ({ payload: result }),
  createFollowUp(actions.exported),
);
react(
  exporting.failed,
  ({ payload: { reason } }) => ({ payload: { reason } }),
  createFollowUp(actions.exportFailed),
);
notify("success", actions.exported, ({ events, bytes, fileName }) =>
  message("logs.exported", { count: events, bytes, file: fileName }),
);
notify("warning", actions.exported, ({ sessionsLeftOut: count }) =>
  count > 0 ? message("logs.sessionsLeftOut", { count }) : null,
);
notify("warning", actions.exported, ({ eventsLeftOut: count }) =>
  count > 0 ? message("logs.eventsLeftOut", { count }) : null,
);

const clear = createTask(clearLogFx);
react(actions.clearWanted, () => ({ input: undefined }), clear.start);
react(clear.done, () => ({ payload: {} }), createFollowUp(actions.cleared));
notify("error", clear.failed, () => message("logs.notCleared"));
notify("success", actions.cleared, () => message("logs.cleared"));
