/** The layout of a threshold chart, available before its drawing code is loaded. */

/** Height of the curves and space above their highest point, in CSS pixels. */
export const CURVES_HEIGHT = 112;
export const CHART_TOP = 8;
/** Height of the bars below them, with the space between, and of both. */
export const BARS_HEIGHT = 36;
export const BARS_GAP = 8;
export const CHART_HEIGHT = CURVES_HEIGHT + BARS_GAP + BARS_HEIGHT;
/** Space on both sides of the track for the numbers of the scales ("500K", "500.000"); the last bar is drawn in it, too. */
export const CHART_START = 52;
export const CHART_END = 52;
/** Widest bar. */
export const BAR_MAX = 16;

/** Counts by whole percentage, 0 to 100. */
export type Counts = ArrayLike<number>;

export type ChartData = {
  /** How much a threshold at each percentage keeps: drawn as a line over a ground, its scale on the left. */
  main: Counts;
  /** The same of something else: drawn as a dashed line, its scale on the right. */
  second: Counts;
  /** How many have each percentage: drawn below the curves, as bars that begin at it. */
  bars: Counts;
};

/** The highest count from a percentage on; at least 1, so that an empty chart has a scale. */
export function highest(counts: Counts, min: number, max: number): number {
  let most = 1;
  for (let percent = min; percent <= max; percent++) most = Math.max(most, counts[percent] ?? 0);
  return most;
}
