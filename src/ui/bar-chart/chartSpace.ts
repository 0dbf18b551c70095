/** Pixels. */
export const CHART_HEIGHT = 240;
/** With the legend. */
export const CHART_SPACE = CHART_HEIGHT + 28;

export interface Bar {
  readonly label: string;
  /** One value, or two that are stacked. */
  readonly values: readonly number[];
}
