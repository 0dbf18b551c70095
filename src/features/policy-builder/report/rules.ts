/** Polling decisions for a report. */
import type { Milliseconds } from "#events/entities/common.ts";
import type { ReportScope } from "#events/entities/miningReport.ts";

const FIRST_DELAY: Milliseconds = 1000;

const MAX_DELAY: Milliseconds = 30_000;

/** The delay before a request for the report; `attempt` counts from 0. */
export function pollDelay(attempt: number): Milliseconds {
  return Math.min(FIRST_DELAY * 2 ** attempt, MAX_DELAY);
}

export function sameScope(one: ReportScope | null, other: ReportScope | null): boolean {
  return (
    one !== null &&
    other !== null &&
    one.orgOid === other.orgOid &&
    one.resourceId === other.resourceId
  );
}
