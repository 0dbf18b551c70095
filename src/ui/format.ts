const PERCENT = new Intl.NumberFormat("en", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const WHOLE_OR_TENTH = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
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

const BYTE_UNITS = (["kilobyte", "megabyte", "gigabyte"] as const).map((unit) => ({
  whole: new Intl.NumberFormat("en", { style: "unit", unit, maximumFractionDigits: 0 }),
  fine: new Intl.NumberFormat("en", {
    style: "unit",
    unit,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }),
}));

/** "312 MB", "1.2 GB": decimal units, with one decimal below ten. */
export function formatBytes(bytes: number): string {
  const place = bytes < 999_500 ? 0 : bytes < 999_500_000 ? 1 : 2;
  const amount = bytes / 1000 ** (place + 1);
  const { whole, fine } = BYTE_UNITS[place] as (typeof BYTE_UNITS)[number];
  return (amount < 9.95 && place > 0 ? fine : whole).format(
    place === 0 ? Math.ceil(amount) : amount,
  );
}

/** "9.3K": for the scales of charts, where space is short. */
export function formatCompact(count: number): string {
  return COMPACT.format(count);
}
