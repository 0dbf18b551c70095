/** One stored report: its state, chart and rows. */
import { combine } from "effector";
import * as actions from "#events/actions/reports.ts";
import { openCase } from "#events/calls/cases.ts";
import * as calls from "#events/calls/reports.ts";
import { createPlace } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $seenClient, deleteReportCall } from "./listModel.ts";
import { reportRoute, reportsRoute } from "./route.ts";

export const retryReport = createAction(actions.reportRetried);
export const noteWorkbook = createAction(actions.workbookExported);

/** The open report; null while another screen is open, or if the user may not see reports. */
const $params = createPlace(reportRoute, $seenClient);

export const getReportCall = createCall(calls.getReport);

export const $report = createQuery("reports/report", {
  call: getReportCall,
  input: $params.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.reportRetried, actions.progressDue, calls.cancelReport.succeeded],
  options: { version: 5 },
});

export const rowList = createList(actions.rowList, {
  call: createCall(calls.listReportRows),
  routes: [reportRoute.name],
  source: combine($params, $report, (params, { value }) =>
    value?.status === "ready" ? params : null,
  ),
  request: (params, { contains, sort }) => ({
    params,
    query: { sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.rows,
  refreshOn: [actions.reportRetried, openCase.succeeded],
  options: { version: 5 },
});

// A deleted report has no screen.
react(
  deleteReportCall.succeeded,
  $params,
  (params, { payload: { body } }) =>
    params !== null && params.reportId === body.id ? { path: reportsRoute.path } : null,
  navigateTo,
);
