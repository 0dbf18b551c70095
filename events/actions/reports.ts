/** Events of the reports screens. */
import { Type } from "typebox";
import { Uuid } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import {
  REPORT_COLUMN_IDS,
  REPORT_KINDS,
  ReportKindSchema,
  SCHEDULE_PERIODS,
} from "../entities/report.ts";
import { Nullable, OneOf, Text } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchQuery, SearchText, SortBy } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

/** The stored reports, newest first. */
export const reportList = defineList(
  "reports/list",
  Type.Object({ kind: Choice(["all", ...REPORT_KINDS]) }),
);

/** The rows of the open report. `no` is the report's own order. */
export const rowList = defineList(
  "reports/rows",
  Type.Object({ contains: SearchText, sort: SortBy(["no", ...REPORT_COLUMN_IDS]) }),
);

export const scheduleList = defineList("reports/schedules", Type.Object({}));

/** The orgs that a new report can be limited to. */
export const orgChoices = defineList("reports/orgChoices", SearchQuery);

/** The entitlements that a new report can be about. */
export const entitlementChoices = defineList("reports/entitlementChoices", SearchQuery);

const Scope = {
  kind: ReportKindSchema,
  /** Empty: all. */
  orgOid: Type.String({ maxLength: 36 }),
  orgName: Personal(Text),
  resourceId: Type.String({ maxLength: 36 }),
  /** Of the entitlement; empty: none is chosen. */
  roleOid: Type.String({ maxLength: 36 }),
  entitlementName: Type.String({ maxLength: TEXT_MAX_LENGTH }),
};

export const reportForm = defineForm(
  "reports/form",
  Type.Object({
    ...Scope,
    /** Days. */
    from: Type.String({ maxLength: 10 }),
    until: Type.String({ maxLength: 10 }),
  }),
);

const ScheduleValues = Type.Object({
  ...Scope,
  every: OneOf(SCHEDULE_PERIODS),
  recipients: Type.Array(Uuid),
});

export const scheduleForm = defineForm("reports/scheduleForm", ScheduleValues);

/** The user opens the dialog that changes a schedule; null: it closed. */
export const scheduleChosen = defineEvent(
  "reports/scheduleChosen",
  1,
  Type.Object({ scheduleId: Nullable(Uuid) }),
);

export const scheduleChangeForm = defineForm("reports/scheduleChangeForm", ScheduleValues);

const Subject = Type.Object({ reportId: Uuid });

export const cancellation = defineConfirmation("reports/cancellation", Subject);
export const deletion = defineConfirmation("reports/deletion", Subject);
export const scheduleDeletion = defineConfirmation(
  "reports/scheduleDeletion",
  Type.Object({ scheduleId: Uuid }),
);

/** The user retries after the report could not be loaded. */
export const reportRetried = defineEvent("reports/retried", 1, Type.Object({}));
/** Time has passed, so reports that are not ready are fetched again. */
export const progressDue = defineEvent("reports/progressDue", 1, Type.Object({}));
/** The browser received all rows as a workbook. */
export const workbookExported = defineEvent("reports/workbookExported", 1, Type.Object({}));
