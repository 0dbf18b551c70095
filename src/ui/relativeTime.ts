const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const STEPS = [
  { unit: "second", size: 1000, until: 60 },
  { unit: "minute", size: 60_000, until: 60 },
  { unit: "hour", size: 3_600_000, until: 24 },
  { unit: "day", size: 86_400_000, until: 7 },
  { unit: "week", size: 604_800_000, until: 5 },
  { unit: "month", size: 2_629_746_000, until: 12 },
  { unit: "year", size: 31_556_952_000, until: Infinity },
] as const;

/** "3 minutes ago", "just now", "in 2 hours". Both times in epoch milliseconds. */
export function relativeText(at: number, now: number): string {
  const past = at <= now;
  const distance = Math.abs(at - now);
  if (distance < 45_000) return "just now";
  for (const { unit, size, until } of STEPS) {
    const count = Math.round(distance / size);
    if (count < until) return RELATIVE.format(past ? -count : count, unit);
  }
  return exactText(at);
}

/** "21 Nov 2026, 05:34:10 UTC" in the reader's time zone, or in the one given. */
export function exactText(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(at);
}
