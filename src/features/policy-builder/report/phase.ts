/** Whether there is a report to show, and if not, why. */
import { reasonOfError } from "../../../kernel/messageError.ts";
import { combine } from "effector";
import { LOW_COHESION_PERCENT } from "#events/rules/builder.ts";
import { $currentOrg } from "../../../data/orgs/index.ts";
import { isMissing } from "../../../kernel/calls.ts";
import { $tableResult, $tableFailure } from "../table/tableQuery.ts";
import { $polling } from "./report.ts";
import { ReportLeftOut } from "../../../kernel/analytics.ts";

export const $summary = $tableResult.map((tableResult) => tableResult?.summary ?? null);
/** Whether there is a report to work on. */
export const $ready = $tableResult.map((tableResult) => tableResult !== null);

/** Why the org is unavailable; null while it is loading and once it is loaded. */
const $orgProblem = $currentOrg.map(({ status, failure }) => {
  if (status !== "failed") return null;
  return isMissing(failure) ? ("orgMissing" as const) : ("orgFailed" as const);
});

/** Why there is no report; null while that is unknown. */
export const $failure = combine(
  $polling,
  $tableFailure,
  (polling, failure) => polling.failure ?? (failure && reasonOfError(failure)),
);
const $leftOut = $tableFailure.map((failure) => failure instanceof ReportLeftOut);

/** The content below the screen's header. */
export type Phase =
  | "orgMissing"
  | "orgFailed"
  | "leftOut"
  | "failed"
  | "loading"
  | "empty"
  | "table";
export const $phase = combine(
  { orgProblem: $orgProblem, leftOut: $leftOut, failure: $failure, summary: $summary },
  ({ orgProblem, leftOut, failure, summary }): Phase => {
    if (orgProblem !== null) return orgProblem;
    if (leftOut) return "leftOut";
    if (failure !== null) return "failed";
    if (summary === null) return "loading";
    return summary.entitlements === 0 ? "empty" : "table";
  },
);

/** Whether the shown rows cannot have low cohesion, because the threshold is too high. */
export const $isAboveCohesion = $tableResult.map(
  (tableResult) => tableResult !== null && tableResult.builder.threshold > LOW_COHESION_PERCENT,
);

export const $banners = $tableResult.map((tableResult) => tableResult?.view.banners ?? []);
