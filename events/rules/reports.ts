/** Rules of reports and their schedules that client and server both enforce. */
import type { ReportKind, SchedulePeriod } from "../entities/report.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { DAY_MS, dayOf } from "./time.ts";

/** Scheduled reports run at this hour, UTC. */
const SCHEDULE_HOUR = 4;

/** Only reports about changes cover a period. */
export const hasPeriod = (kind: ReportKind): boolean =>
  kind === "policyChanges" || kind === "auditedChanges";

/** Whether reports of the kind are about one entitlement. */
export const hasEntitlement = (kind: ReportKind): boolean => kind === "holders";

const WITHOUT_ORG: ReadonlySet<ReportKind> = new Set([
  "orphanedAccounts",
  "inactiveAccounts",
  "dormantAccounts",
  "unheldRoles",
  "nestedRoles",
  "auditedChanges",
]);

/** Accounts belong to resources, which have no org, and access roles and the audit trail to the whole directory. */
export const hasOrg = (kind: ReportKind): boolean => !WITHOUT_ORG.has(kind);

const WITHOUT_RESOURCE: ReadonlySet<ReportKind> = new Set([
  "policyChanges",
  "policyCoverage",
  "holders",
  "auditedChanges",
]);

/** Changes have no resource, coverage is about all access of an org's members, and an entitlement has its resource. */
export const hasResource = (kind: ReportKind): boolean => !WITHOUT_RESOURCE.has(kind);

/** @returns the problems by field; null if there are none. */
export function checkEntitlement({
  kind,
  roleOid,
}: {
  readonly kind: ReportKind;
  readonly roleOid: string | null;
}): { readonly roleOid: Message } | null {
  return hasEntitlement(kind) && !roleOid
    ? { roleOid: message("savedReports.entitlementRequired") }
    : null;
}

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
