/** What a threshold chart is made of, known before the code that draws it has come. */

/** Height of the chart and space above the highest point, in CSS pixels. */
export const CHART_HEIGHT = 136;
export const CHART_TOP = 8;
/** Space before the track for the numbers of the scale ("500K", "500.000"), and after it for the bar of the last percentage. */
export const CHART_START = 52;
export const CHART_END = 20;

/** Counts by whole percentage, 0 to 100. */
export type Counts = ArrayLike<number>;

export type ChartData = {
  /** How much a threshold at each percentage keeps: drawn as a line over a ground. */
  main: Counts;
  /** The same of something else, on its own scale: drawn as a dashed line. */
  second: Counts;
  /** How many have each percentage: drawn as bars that begin at it. */
  bars: Counts;
};

/** The highest count from a percentage on; at least 1, so that an empty chart has a scale. */
export function highest(counts: Counts, min: number, max: number): number {
  let most = 1;
  for (let percent = min; percent <= max; percent++) most = Math.max(most, counts[percent] ?? 0);
  return most;
}
