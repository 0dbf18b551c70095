/** Stored reports about access and policies, their rows, and their schedules. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Finding } from "./case.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** What a cell of a column holds: a text, a whole number, a percentage, or an instant in epoch milliseconds. */
export type CellType = "text" | "count" | "percent" | "time";

/** The columns of each kind of report, in their order. */
export const REPORT_COLUMNS = {
  /** Entitlements that people hold and no policy grants, by org and resource. */
  outsidePolicy: [
    { id: "org", type: "text" },
    { id: "resource", type: "text" },
    { id: "people", type: "count" },
    { id: "held", type: "count" },
    { id: "outside", type: "count" },
    { id: "share", type: "percent" },
  ],
  /** Accounts that belong to nobody. */
  orphanedAccounts: [
    { id: "account", type: "text" },
    { id: "resource", type: "text" },
    { id: "entitlements", type: "count" },
  ],
  /** Accounts of ended people, accounts whose user cannot sign in, and accounts without entitlements. */
  inactiveAccounts: [
    { id: "account", type: "text" },
    { id: "person", type: "text" },
    { id: "resource", type: "text" },
    { id: "reason", type: "text" },
    { id: "entitlements", type: "count" },
  ],
  /** Accounts that nobody has used for long, in systems that report the last use. */
  dormantAccounts: [
    { id: "account", type: "text" },
    { id: "person", type: "text" },
    { id: "resource", type: "text" },
    { id: "lastActivity", type: "time" },
    { id: "days", type: "count" },
    { id: "entitlements", type: "count" },
  ],
  /** How much of the access of an org's members its policies grant. */
  policyCoverage: [
    { id: "org", type: "text" },
    { id: "members", type: "count" },
    { id: "held", type: "count" },
    { id: "covered", type: "count" },
    { id: "missing", type: "count" },
    { id: "share", type: "percent" },
  ],
  /** Entitlements with the number of their holders and the policies that grant them. */
  entitlements: [
    { id: "entitlement", type: "text" },
    { id: "resource", type: "text" },
    { id: "holders", type: "count" },
    { id: "byPolicy", type: "count" },
    { id: "outside", type: "count" },
    { id: "missing", type: "count" },
    { id: "paths", type: "text" },
  ],
  /** The people who hold an entitlement, and those to whom a policy grants it but who lack it. */
  holders: [
    { id: "person", type: "text" },
    { id: "holding", type: "text" },
    { id: "accounts", type: "text" },
    { id: "paths", type: "text" },
  ],
  /** Access roles that no person has, neither assigned nor by a policy. */
  unheldRoles: [
    { id: "role", type: "text" },
    { id: "resource", type: "text" },
    { id: "entitlements", type: "count" },
    { id: "orgs", type: "count" },
    { id: "changed", type: "time" },
  ],
  /** Access roles whose entitlements another access role has, too. */
  nestedRoles: [
    { id: "role", type: "text" },
    { id: "resource", type: "text" },
    { id: "relation", type: "text" },
    { id: "other", type: "text" },
    { id: "entitlements", type: "count" },
    { id: "otherEntitlements", type: "count" },
    { id: "share", type: "percent" },
  ],
  /** What changed in each org's policy between two days. */
  policyChanges: [
    { id: "at", type: "time" },
    { id: "actor", type: "text" },
    { id: "change", type: "text" },
    { id: "org", type: "text" },
    { id: "added", type: "count" },
    { id: "removed", type: "count" },
  ],
  /** What was changed between two days, from the audit trail. */
  auditedChanges: [
    { id: "at", type: "time" },
    { id: "actor", type: "text" },
    { id: "area", type: "text" },
    { id: "action", type: "text" },
    { id: "object", type: "text" },
    { id: "fields", type: "text" },
    { id: "values", type: "text" },
  ],
} as const satisfies Readonly<
  Record<string, readonly { readonly id: string; readonly type: CellType }[]>
>;

/** Why an account is listed: the first that applies. */
export type InactiveReason = "ended" | "disabled" | "empty";

/** Whether a policy grants the entitlement that a person holds, or the person lacks it although one does. */
export type Holding = "byPolicy" | "outside" | "missing";

/** Whether two roles have the same entitlements, or the second has further ones. */
export type RoleRelation = "equal" | "contained";

export type ReportKind = keyof typeof REPORT_COLUMNS;
export type ReportColumnId = (typeof REPORT_COLUMNS)[ReportKind][number]["id"];

export interface ReportColumn {
  readonly id: ReportColumnId;
  readonly type: CellType;
}

export const REPORT_KINDS = Object.keys(REPORT_COLUMNS) as [ReportKind, ...ReportKind[]];

export const columnsOfKind = (kind: ReportKind): readonly ReportColumn[] => REPORT_COLUMNS[kind];

/** The ids of the columns of all kinds. */
export const REPORT_COLUMN_IDS = [
  ...new Set(Object.values(REPORT_COLUMNS).flatMap((columns) => columns.map(({ id }) => id))),
] as [ReportColumnId, ...ReportColumnId[]];

export const REPORT_STATUSES = ["queued", "running", "ready", "failed", "cancelled"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Why a report failed: something in its scope is gone, the server ended during each attempt, or another error. */
export const REPORT_FAILURES = [
  "orgGone",
  "resourceGone",
  "entitlementGone",
  "interrupted",
  "diskFull",
  "error",
] as const;
export type ReportFailure = (typeof REPORT_FAILURES)[number];

export const ReportKindSchema = OneOf(REPORT_KINDS);

/** A calendar day in UTC. */
const Day = Type.String({ format: "date" });

/** What a report is about. */
export const ReportScope = Type.Object({
  kind: ReportKindSchema,
  /** The org with everything below it; null: all orgs. */
  orgOid: Nullable(Uuid),
  /** null: all resources. */
  resourceId: Nullable(Uuid),
  /** The role oid of the entitlement; only for reports about one. */
  roleOid: Type.Optional(Nullable(Uuid)),
  /** The first and the last day of the changes; null for reports of other kinds. */
  from: Nullable(Day),
  until: Nullable(Day),
});
export type ReportScope = Static<typeof ReportScope>;

export const Report = Type.Object({
  id: Uuid,
  ...ReportScope.properties,
  orgName: Nullable(Personal(Type.String())),
  resourceName: Nullable(Personal(Type.String())),
  entitlementName: Type.Optional(Nullable(Personal(Type.String()))),
  author: Personal(Text),
  requestedAt: Instant,
  /** The instant that the report describes; null before it is ready. */
  finishedAt: Nullable(Instant),
  status: OneOf(REPORT_STATUSES),
  failure: Nullable(OneOf(REPORT_FAILURES)),
  /** Percent of the work that is done. */
  progress: Type.Number({ minimum: 0, maximum: 100 }),
  rowCount: Count,
  /** Whether a schedule started it. */
  isScheduled: Type.Boolean(),
});
export type Report = Static<typeof Report>;

/** Maximum bars of a chart. */
export const CHART_BARS_MAX = 12;

/** The bars of a report's chart. Each has one or two values, which the kind defines. */
export const ReportChart = Type.Object({
  bars: Type.Array(
    Type.Object({
      label: Personal(Type.String()),
      values: Type.Array(Type.Number(), { minItems: 1, maxItems: 2 }),
    }),
  ),
  /** Bars that were left out, because they are lower than all others. */
  more: Count,
});
export type ReportChart = Static<typeof ReportChart>;

export const ReportDetail = Type.Object({
  ...Report.properties,
  /** null before the report is ready. */
  chart: Nullable(ReportChart),
});
export type ReportDetail = Static<typeof ReportDetail>;

export const ReportRow = Type.Object({
  /** From 1, in the report's own order. */
  no: Type.Integer({ minimum: 1 }),
  /** In the order of the kind's columns. */
  cells: Type.Array(Type.Union([Personal(Type.String()), Type.Number(), Type.Null()])),
  /** Of the entitlement that the row is about; null in other reports. Absent in logs of earlier builds. */
  roleOid: Type.Optional(Nullable(Uuid)),
  /** What a case about the row would be about; null for none. Absent in logs of earlier builds. */
  finding: Type.Optional(Nullable(Finding)),
  /** The case about it that is not settled. */
  caseId: Type.Optional(Nullable(Uuid)),
});
export type ReportRow = Static<typeof ReportRow>;

export const SCHEDULE_PERIODS = ["daily", "weekly", "monthly"] as const;
export type SchedulePeriod = (typeof SCHEDULE_PERIODS)[number];

const RECIPIENTS_MAX = 50;

export const NewSchedule = Type.Object({
  kind: ReportKindSchema,
  orgOid: Nullable(Uuid),
  resourceId: Nullable(Uuid),
  /** As in the scope of a report. */
  roleOid: Type.Optional(Nullable(Uuid)),
  every: OneOf(SCHEDULE_PERIODS),
  /** Ids of the users who get a mail with a link to each report. */
  recipients: Type.Array(Uuid, { maxItems: RECIPIENTS_MAX }),
});
export type NewSchedule = Static<typeof NewSchedule>;

export const ReportSchedule = Type.Object({
  id: Uuid,
  kind: ReportKindSchema,
  orgOid: Nullable(Uuid),
  orgName: Nullable(Personal(Type.String())),
  resourceId: Nullable(Uuid),
  resourceName: Nullable(Personal(Type.String())),
  entitlementName: Type.Optional(Nullable(Personal(Type.String()))),
  every: OneOf(SCHEDULE_PERIODS),
  author: Personal(Text),
  nextAt: Instant,
  recipients: Type.Array(Personal(Text)),
});
export type ReportSchedule = Static<typeof ReportSchedule>;

/** A schedule with what its form changes. */
export const ReportScheduleDetail = Type.Object({
  ...ReportSchedule.properties,
  roleOid: Nullable(Uuid),
  recipientIds: Type.Array(Uuid),
  version: Type.Integer({ minimum: 0 }),
});
export type ReportScheduleDetail = Static<typeof ReportScheduleDetail>;

export const ScheduleChange = Type.Object({
  ...NewSchedule.properties,
  /** The version that was seen. */
  version: Type.Integer({ minimum: 0 }),
});
export type ScheduleChange = Static<typeof ScheduleChange>;

/** A user who can be sent reports. */
export const ReportRecipient = Type.Object({
  id: Uuid,
  username: Personal(Text),
});
export type ReportRecipient = Static<typeof ReportRecipient>;
