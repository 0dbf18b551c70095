/** The charts of the report: what each threshold keeps, and how the percentages lie. It comes with the answer about the table. */
import { combine } from "effector";
import { $locale } from "../../../kernel/language.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";
import { builderMessages } from "../messages.ts";
import { $tableResult } from "../table/tableQuery.ts";
import { summarizeKept } from "./rules.ts";

/** Null until the first answer; a new object only where the chart is another. */
export const $charts = $tableResult.map((tableResult) => tableResult?.charts ?? null);
/** Another object only where other resources are in the filter. */
export const $curve = $charts.map((charts) => charts?.curve ?? null);

/** What the threshold comes to, in a line of text. */
export const $keptSummary = combine($tableResult, $locale, (tableResult, language) =>
  tableResult ? summarizeKept(tableResult.view, messagesOf(builderMessages, language)) : "",
);
