/**
 * Updates that cannot be installed yet: the accepted exceptions of `docs/operations.md`, "Updates". They concern newer
 * versions only. A known vulnerability has no exception.
 */
import type { Overdue } from "./overdue.ts";

export interface Exception {
  readonly name: string;
  /** The version that stays until then. Another one needs a new decision. */
  readonly installed: string;
  /** Why the newer version cannot be installed. */
  readonly reason: string;
  /** ISO date on which the exception ends unless it is renewed. */
  readonly until: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    name: "ldapts",
    installed: "8.2.0",
    reason: "Version 9 needs Node.js 22, and the product supports Node.js 20.19",
    until: "2027-02-24",
  },
];

export interface Judged {
  /** Without an exception that holds. */
  readonly late: readonly Overdue[];
  readonly accepted: readonly (Overdue & Pick<Exception, "reason" | "until">)[];
  /** Exceptions that have ended, or that no overdue package needs. */
  readonly obsolete: readonly Exception[];
}

/** @param now epoch milliseconds */
export function judge(
  overdue: readonly Overdue[],
  exceptions: readonly Exception[],
  now: number,
): Judged {
  const holds = ({ until }: Exception) => now < Date.parse(until);
  const exceptionOf = ({ name, installed }: Overdue) =>
    exceptions.find((one) => one.name === name && one.installed === installed && holds(one));
  const needed = new Set(overdue.map(exceptionOf));
  return {
    late: overdue.filter((one) => !exceptionOf(one)),
    accepted: overdue.flatMap((one) => {
      const exception = exceptionOf(one);
      return exception ? [{ ...one, reason: exception.reason, until: exception.until }] : [];
    }),
    obsolete: exceptions.filter((one) => !needed.has(one)),
  };
}
