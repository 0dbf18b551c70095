/** Periods as days in UTC, such as 2026-11-25, as people and files write them. */
import type { Period } from "../entities/common.ts";
import { DAY_MS, dayOf } from "./time.ts";

/** The first and the last day; empty without a bound. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

export function daysOf({ validFrom, validUntil }: Period): Days {
  return {
    from: validFrom === null ? "" : validFrom.slice(0, 10),
    until: validUntil === null ? "" : dayOf(lastDay(validUntil)),
  };
}

/** An instant on the last day before an end. */
function lastDay(end: string): Date {
  return new Date(Date.parse(end) - 1);
}

/** The period from the start of a day to the end of another, of valid days. */
export function periodOfDays({ from, until }: Days): Period {
  return { validFrom: startOf(from, 0), validUntil: startOf(until, DAY_MS) };
}

function startOf(day: string, offset: number): string | null {
  return day === "" ? null : new Date(Date.parse(`${day}T00:00:00Z`) + offset).toISOString();
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const start = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(start) && dayOf(new Date(start)) === text;
}
