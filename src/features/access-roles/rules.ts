/** Periods as days, as people enter and read them. Pure. */
import type { Period } from "#events/entities/accessRole.ts";

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The period from the start of a day to the end of another, in UTC. An empty or invalid day is no bound. */
export function periodOf(from: string, until: string): Period {
  return { validFrom: instantOf(from, 0), validUntil: instantOf(until, DAY_MS) };
}

function instantOf(day: string, offset: number): string | null {
  const start = DAY.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? null : new Date(start + offset).toISOString();
}

/** The first and the last day of a period; empty where it has no bound. */
export function daysOf({ validFrom, validUntil }: Period): {
  readonly from: string;
  readonly until: string;
} {
  return {
    from: validFrom === null ? "" : validFrom.slice(0, 10),
    until: validUntil === null ? "" : lastDay(validUntil).toISOString().slice(0, 10),
  };
}

/** An instant on the last day before an end. */
function lastDay(end: string): Date {
  return new Date(Date.parse(end) - 1);
}

export type Validity = "valid" | "future" | "past";

export function validityOf({ validFrom, validUntil }: Period, now: number): Validity {
  if (validUntil !== null && Date.parse(validUntil) <= now) return "past";
  return validFrom !== null && Date.parse(validFrom) > now ? "future" : "valid";
}
