/** The stored reports and their schedules. */
import { combine } from "effector";
import * as actions from "#events/actions/reports.ts";
import * as calls from "#events/calls/reports.ts";
import { message } from "#events/messages/message.ts";
import { $clientId, $mapsAllRoles } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createList } from "../../kernel/list.ts";
import { reportsRoute } from "./route.ts";

/** The client whose reports this user may see; null if the user may see none. */
export const $seenClient = combine($clientId, $mapsAllRoles, (clientId, mapsAllRoles) =>
  mapsAllRoles ? clientId : null,
);

export const listReportsCall = createCall(calls.listReports);

export const reportList = createList(actions.reportList, {
  call: listReportsCall,
  routes: [reportsRoute.name],
  source: $seenClient,
  request: (clientId, { kind }) => ({
    params: { clientId },
    query: kind === "all" ? {} : { kind },
  }),
  itemsOf: ({ _embedded }) => _embedded.reports,
  refreshOn: [
    actions.progressDue,
    calls.startReport.succeeded,
    calls.cancelReport.succeeded,
    calls.deleteReport.succeeded,
  ],
  options: { version: 4 },
});

export const scheduleList = createList(actions.scheduleList, {
  call: createCall(calls.listSchedules),
  routes: [reportsRoute.name],
  inAddress: false,
  source: $seenClient,
  request: (clientId) => ({ params: { clientId }, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.schedules,
  refreshOn: [
    calls.createSchedule.succeeded,
    calls.updateSchedule.succeeded,
    calls.deleteSchedule.succeeded,
  ],
});

export const scheduleDeletion = createConfirmation(actions.scheduleDeletion, {
  call: createCall(calls.deleteSchedule),
  source: $seenClient,
  request: ({ scheduleId }, clientId) => ({ params: { clientId, scheduleId } }),
  doneMessage: () => message("schedules.deleted"),
  goneMessage: () => message("schedules.gone"),
  failedMessage: (_subject, reason) => message("schedules.notDeleted", { reason }),
});

export const cancellation = createConfirmation(actions.cancellation, {
  call: createCall(calls.cancelReport),
  source: $seenClient,
  request: ({ reportId }, clientId) => ({ params: { clientId, reportId } }),
  doneMessage: () => message("savedReports.cancelled"),
  goneMessage: () => message("savedReports.gone"),
  failedMessage: (_subject, reason) => message("savedReports.notCancelled", { reason }),
});

export const deleteReportCall = createCall(calls.deleteReport);

export const deletion = createConfirmation(actions.deletion, {
  call: deleteReportCall,
  source: $seenClient,
  request: ({ reportId }, clientId) => ({ params: { clientId, reportId } }),
  doneMessage: () => message("savedReports.deleted"),
  goneMessage: () => message("savedReports.gone"),
  failedMessage: (_subject, reason) => message("savedReports.notDeleted", { reason }),
});
