/** The charts of the report: what each threshold keeps, and how the percentages lie. It comes with the answer about the table. */
import { $evaluation } from "./tableQuery.ts";

/** Null until the first answer; a new object only where the chart is another. */
export const $charts = $evaluation.map((evaluation) => evaluation?.charts ?? null);
/** Another object only where other resources are in the filter. */
export const $curve = $charts.map((charts) => charts?.curve ?? null);
