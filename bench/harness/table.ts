/** Text tables. */
import type { Comparison } from "./compare.ts";
import { summarize, typical, type Goal, type Run, type Summary, type Unit } from "./figures.ts";
import { ALPHA } from "./compare.ts";

/** Lines with columns as wide as their widest cell; the first column is left-aligned, the others are right-aligned. */
export function layOut(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? "";
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line)].join(
    "\n",
  );
}

/** Three significant digits without exponents. */
export function formatNumber(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return "∞";
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString("en", {
    maximumFractionDigits: Math.min(3, digits),
  });
}

/** All figures of all runs: medians over the runs, with the minimum and maximum of the last statistic. */
export function tableOfRuns(runs: readonly Run[], goals: readonly Goal[]): string {
  const head = [
    "figure",
    "unit",
    "samples",
    "p50",
    "p95",
    "p99",
    "max",
    "min–max of runs",
    "goal",
    "",
  ];
  const rows = summarize(runs).map((summary) => {
    const { figure, unit, many } = summary;
    const goal = goals.find((one) => one.figure === figure);
    const numbers = many
      ? [
          formatNumber(typical(summary, "p50")),
          formatNumber(typical(summary, "p95")),
          formatNumber(typical(summary, "p99")),
          formatNumber(Math.max(...summary.of("max"))),
        ]
      : [formatNumber(typical(summary, "value")), "", "", ""];
    return [
      figure,
      unit,
      String(summary.samples),
      ...numbers,
      range(summary),
      ...(goal ? describeGoal(goal, summary, unit) : []),
    ];
  });
  return layOut(head, rows);
}

/** "12.1–13.4", of each run's p95 if there are many samples. */
function range(summary: Summary): string {
  if (summary.runs < 2) return "";
  const values = summary.of(summary.many ? "p95" : "value");
  return `${formatNumber(Math.min(...values))}–${formatNumber(Math.max(...values))}`;
}

function describeGoal(
  { statistic, atMost }: Goal,
  summary: Summary,
  unit: Unit,
): readonly [string, string] {
  const value = typical(summary, statistic);
  const limit = unit === "count" ? formatNumber(atMost) : `${formatNumber(atMost)} ${unit}`;
  const wanted = `${statistic === "value" ? "" : `${statistic} `}≤ ${limit}`;
  if (Number.isNaN(value)) return [wanted, "not measured"];
  if (value <= atMost) return [wanted, "met"];
  return [wanted, atMost === 0 ? "missed" : `missed ${formatNumber(value / atMost)}x`];
}

export function tableOfComparisons(comparisons: readonly Comparison[]): string {
  const head = ["figure", "statistic", "unit", "before", "now", "now/before", "p-value", "verdict"];
  const rows = comparisons.map((one) => [
    one.figure,
    one.statistic,
    one.unit,
    formatNumber(one.before),
    formatNumber(one.now),
    formatNumber(one.ratio),
    one.probability < ALPHA / 10 ? `< ${ALPHA / 10}` : one.probability.toFixed(3),
    one.verdict,
  ]);
  return layOut(head, rows);
}
