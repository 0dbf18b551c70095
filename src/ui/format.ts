const PERCENT = new Intl.NumberFormat("en", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const WHOLE_OR_TENTH = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const COUNT = new Intl.NumberFormat("en");

/** "97.6 %": always one decimal, so that numbers of a column align. Takes percent, not a fraction. */
export function formatPercentColumn(percent: number): string {
  return `${PERCENT.format(percent)} %`;
}

/** "97.6 %" or "90 %": at most one decimal. Takes percent, not a fraction. */
export function formatPercent(percent: number): string {
  return `${WHOLE_OR_TENTH.format(percent)} %`;
}

/** "9,310". */
export function formatCount(count: number): string {
  return COUNT.format(count);
}
