/** Rules of reports and their schedules that client and server both enforce. */
import type { ReportKind, SchedulePeriod } from "../entities/report.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

const DAY_MS = 86_400_000;
/** Scheduled reports run at this hour, UTC. */
const SCHEDULE_HOUR = 4;

/** Only the report about changes covers a period. */
export const hasPeriod = (kind: ReportKind): boolean => kind === "policyChanges";

const WITHOUT_ORG: ReadonlySet<ReportKind> = new Set([
  "orphanedAccounts",
  "inactiveAccounts",
  "unheldRoles",
  "nestedRoles",
]);

/** Accounts belong to resources, which have no org, and access roles to the whole directory. */
export const hasOrg = (kind: ReportKind): boolean => !WITHOUT_ORG.has(kind);

/** Changes of policies concern orgs. Coverage is about all access of an org's members. */
export const hasResource = (kind: ReportKind): boolean =>
  kind !== "policyChanges" && kind !== "policyCoverage";

interface Period {
  readonly kind: ReportKind;
  readonly from: string | null;
  readonly until: string | null;
}

/** @returns the problems by field; null if there are none. */
export function checkPeriod({
  kind,
  from,
  until,
}: Period): Partial<Record<"from" | "until", Message>> | null {
  if (!hasPeriod(kind)) return null;
  if (!from) return { from: message("savedReports.dayRequired") };
  if (!until) return { until: message("savedReports.dayRequired") };
  return from > until ? { until: message("savedReports.endsBeforeStart") } : null;
}

/** The next run of a schedule after an instant: each day, each Monday, or each first day of a month. */
export function nextRun(every: SchedulePeriod, after: Date): Date {
  const next = new Date(
    Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), SCHEDULE_HOUR),
  );
  const isDue = () =>
    next > after &&
    (every === "daily" || (every === "weekly" ? next.getUTCDay() === 1 : next.getUTCDate() === 1));
  while (!isDue()) next.setTime(next.getTime() + DAY_MS);
  return next;
}

/** The period that a scheduled report about changes covers: the days since the previous run. */
export function periodBefore(
  every: SchedulePeriod,
  run: Date,
): { readonly from: string; readonly until: string } {
  const until = new Date(run.getTime() - DAY_MS);
  const from = new Date(until);
  if (every === "weekly") from.setUTCDate(from.getUTCDate() - 6);
  if (every === "monthly") from.setUTCDate(1);
  return { from: dayOf(from), until: dayOf(until) };
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The instants at which a period begins and ends, the end excluded. */
export function instantsOf({
  from,
  until,
}: {
  readonly from: string;
  readonly until: string;
}): readonly [Date, Date] {
  return [
    new Date(`${from}T00:00:00Z`),
    new Date(new Date(`${until}T00:00:00Z`).getTime() + DAY_MS),
  ];
}
