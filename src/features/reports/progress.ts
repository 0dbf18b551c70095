/** Fetches reports that are not ready again and again while their screen is open. */
import { combine, createStore, sample } from "effector";
import { progressDue } from "#events/actions/reports.ts";
import type { Report } from "#events/entities/report.ts";
import { delayFx } from "../../kernel/ports.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { listReportsCall, reportList } from "./listModel.ts";
import { $report, getReportCall } from "./reportModel.ts";
import { reportRoute, reportsRoute } from "./route.ts";
import { isPending } from "./rules.ts";

const STEP = { milliseconds: 1500, tag: "reports:progress" };

const $isWaiting = combine($screen, reportList.$view, $report, (screen, list, { value }) => {
  if (screen?.route === reportRoute.name) return value !== null && isPending(value);
  return screen?.route === reportsRoute.name && list.find((one: Report) => isPending(one)) !== null;
});

const stepStarted = sample({ clock: delayFx, filter: ({ tag }) => tag === STEP.tag });
const stepEnded = sample({
  clock: delayFx.finally,
  filter: ({ params }) => params.tag === STEP.tag,
});
const $isRunning = createStore(false, { serialize: "ignore" })
  .on(stepStarted, () => true)
  .on(stepEnded, () => false);

sample({
  clock: [
    listReportsCall.succeeded,
    listReportsCall.failed,
    getReportCall.succeeded,
    getReportCall.failed,
  ],
  source: { isWaiting: $isWaiting, isRunning: $isRunning },
  filter: ({ isWaiting, isRunning }) => isWaiting && !isRunning,
  fn: () => STEP,
  target: delayFx,
});
sample({
  clock: stepEnded,
  source: $isWaiting,
  filter: (isWaiting) => isWaiting,
  fn: () => ({ payload: {}, cause: null }),
  target: createFollowUp(progressDue),
});
