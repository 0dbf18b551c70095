/** The bars of a chart over a period: one for each day, or for several days if there are too many. */
import { CHART_BARS_MAX, type ReportChart } from "#events/entities/report.ts";
import { instantsOf } from "#events/rules/reports.ts";
import { DAY_MS, dayOf } from "#events/rules/time.ts";

export interface PeriodBars {
  /** The first instant of the period, and the first one after it. */
  readonly period: readonly [Date, Date];
  /** Adds values to the bar of an instant within the period. */
  readonly add: (at: Date, values: readonly number[]) => void;
  readonly chart: () => ReportChart;
}

/** @param valueCount the number of values of each bar */
export function barsOfPeriod(
  { from, until }: { readonly from: string | null; readonly until: string | null },
  valueCount: 1 | 2,
): PeriodBars {
  if (from === null || until === null) throw new Error("A report about changes has a period");
  const period = instantsOf({ from, until });
  const [start, end] = period;
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS);
  const daysPerBar = Math.ceil(days / CHART_BARS_MAX);
  const bars = Array.from({ length: Math.ceil(days / daysPerBar) }, (_, at) => ({
    label: dayOf(new Date(start.getTime() + at * daysPerBar * DAY_MS)),
    values: Array.from({ length: valueCount }, () => 0),
  }));
  return {
    period,
    add: (at, values) => {
      const bar = bars[Math.floor((at.getTime() - start.getTime()) / (daysPerBar * DAY_MS))];
      if (bar) bar.values = bar.values.map((value, no) => value + (values[no] ?? 0));
    },
    chart: () => ({ bars, more: 0 }),
  };
}
