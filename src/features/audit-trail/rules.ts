/** The query of the audit trail's filters. Pure. */
import type { Static } from "typebox";
import type { auditList } from "#events/actions/auditTrail.ts";
import type { listAuditEntries } from "#events/calls/audit.ts";
import type { InputOf } from "#events/kernel/call.ts";

type AuditQuery = Static<(typeof auditList)["query"]>;
type AuditFilters = InputOf<(typeof listAuditEntries)["schema"]>["query"];

const DAY_MS = 86_400_000;

/** Filters in the call's format: days become instants in UTC, including the last day. */
export function filtersOf({ actor, kind, target, from, until }: AuditQuery): AuditFilters {
  const [first, last] = [instantOf(from, 0), instantOf(until, DAY_MS)];
  return {
    ...(actor.trim() !== "" && { actor: actor.trim() }),
    ...(kind !== "all" && { kind }),
    ...(target.trim() !== "" && { target: target.trim() }),
    ...(first !== null && { from: first }),
    ...(last !== null && { until: last }),
  };
}

/** The instant `offset` milliseconds after a day's start; null for a text that is not a day. */
function instantOf(day: string, offset: number): string | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(start) ? null : new Date(start + offset).toISOString();
}
