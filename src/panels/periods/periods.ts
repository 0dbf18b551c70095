/** Periods as days, as people enter and read them. Pure. */
import type { Period } from "#events/entities/common.ts";
import { checkPeriod } from "#events/rules/accessRoles.ts";
import type { Days } from "#events/rules/periods.ts";
import { boundsOfDays } from "../../kernel/filters.ts";
import type { PeriodMessages } from "./messages.ts";

/** The period from the start of a day to the end of another, in UTC. An empty or invalid day is no bound. */
export function periodOf(from: string, until: string): Period {
  const bounds = boundsOfDays(from, until);
  return { validFrom: bounds.from, validUntil: bounds.until };
}

export function periodText({ from, until }: Days, t: PeriodMessages): string {
  return from === "" && until === "" ? t.always : t.period(from, until);
}

/** The saved values of a form about the period of a subject, or those of an empty form. */
export function savedDays(subject: Days | null): Days {
  return { from: subject?.from ?? "", until: subject?.until ?? "" };
}

/** The problems of a form with the fields `from` and `until`. */
export function checkDays({ from, until }: Days) {
  return { until: checkPeriod(periodOf(from, until)) };
}

export type Validity = "valid" | "future" | "past";

export function validityOf({ validFrom, validUntil }: Period, now: number): Validity {
  if (validUntil !== null && Date.parse(validUntil) <= now) return "past";
  return validFrom !== null && Date.parse(validFrom) > now ? "future" : "valid";
}
