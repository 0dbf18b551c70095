/** Fetches reports that are not ready again and again while their screen is open. */
import { combine, merge } from "effector";
import { progressDue } from "#events/actions/reports.ts";
import type { Report } from "#events/entities/report.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { $screen } from "../../kernel/navigation.ts";
import { listReportsCall, reportList } from "./listModel.ts";
import { $report, getReportCall } from "./reportModel.ts";
import { reportRoute, reportsRoute } from "./route.ts";
import { isPending } from "./rules.ts";

const $isWaiting = combine($screen, reportList.$view, $report, (screen, list, { value }) => {
  if (screen?.route === reportRoute.name) return value !== null && isPending(value);
  return screen?.route === reportsRoute.name && list.find((one: Report) => isPending(one)) !== null;
});

pollWhile(
  progressDue,
  merge<{ readonly id: string }>([
    listReportsCall.succeeded,
    listReportsCall.failed,
    getReportCall.succeeded,
    getReportCall.failed,
  ]),
  $isWaiting,
);
