/** What the views around the table draw of the evaluation, each part a store of its own. */
import { combine } from "effector";
import { $currentOrg } from "../../data/orgs/index.ts";
import { $evaluation, $evaluationFailure } from "./tableQuery.ts";
import { $polling } from "./report.ts";
import { summarizeApply, summarizeKept } from "./rules.ts";
import { builderMessages } from "./messages.ts";
import { ReportLeftOut } from "../../kernel/analytics.ts";
import { $locale } from "../../kernel/language.ts";
import { wordsOf } from "../../ui/language/catalogue.ts";

export const $summary = $evaluation.map((evaluation) => evaluation?.summary ?? null);
/** Whether there is a report to work on. */
export const $ready = $evaluation.map((evaluation) => evaluation !== null);

const $orgMissing = $currentOrg.map(({ status, org }) => status === "Fail" && org === null);

/** Why there is no report; null while that is not known. */
export const $failure = combine(
  $polling,
  $evaluationFailure,
  (polling, failure) => polling.failure ?? failure?.message ?? null,
);
const $leftOut = $evaluationFailure.map((failure) => failure instanceof ReportLeftOut);

/** What stands below the head of the screen. */
export type Phase = "orgMissing" | "leftOut" | "failed" | "loading" | "empty" | "table";
export const $phase = combine(
  { orgMissing: $orgMissing, leftOut: $leftOut, failure: $failure, summary: $summary },
  ({ orgMissing, leftOut, failure, summary }): Phase => {
    if (orgMissing) return "orgMissing";
    if (leftOut) return "leftOut";
    if (failure !== null) return "failed";
    if (summary === null) return "loading";
    return summary.entitlements === 0 ? "empty" : "table";
  },
);

/** What apply would do, in a line of text. */
export const $applySummary = combine($evaluation, $locale, (evaluation, language) =>
  evaluation ? summarizeApply(evaluation.view, wordsOf(builderMessages, language)) : "",
);
/** What the threshold comes to, in a line of text. */
export const $keptSummary = combine($evaluation, $locale, (evaluation, language) =>
  evaluation ? summarizeKept(evaluation.view, wordsOf(builderMessages, language)) : "",
);
export const $banners = $evaluation.map((evaluation) => evaluation?.view.banners ?? []);
