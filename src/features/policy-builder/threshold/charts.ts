/**
 * The report's charts: entitlements kept at each threshold, and the distribution of percentages. They arrive with the
 * table's answer.
 */
import { combine } from "effector";
import { $locale } from "../../../kernel/language.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";
import { builderMessages } from "../messages.ts";
import { $tableResult } from "../table/tableQuery.ts";
import { summarizeKept } from "./rules.ts";

/** Null until the first answer; a new object only if the chart changed. */
export const $charts = $tableResult.map((tableResult) => tableResult?.charts ?? null);
/** A new object only if the filtered resources changed. */
export const $curve = $charts.map((charts) => charts?.curve ?? null);

/** A one-line summary of the threshold's effect. */
export const $keptSummary = combine($tableResult, $locale, (tableResult, language) =>
  tableResult ? summarizeKept(tableResult.view, messagesOf(builderMessages, language)) : "",
);
