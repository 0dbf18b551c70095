/** Reports about access and policies: stored, exported and scheduled. */
import { Type } from "typebox";
import { ClientParams, HalList, PageQuery, PagingQuery, Text, Uuid } from "../entities/common.ts";
import {
  NewSchedule,
  Report,
  ReportDetail,
  ReportKindSchema,
  ReportRecipient,
  ReportRow,
  ReportSchedule,
  ReportScheduleDetail,
  ReportScope,
  ScheduleChange,
} from "../entities/report.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const ReportParams = Type.Object({ clientId: Uuid, reportId: Uuid });
const ScheduleParams = Type.Object({ clientId: Uuid, scheduleId: Uuid });
const ROWS_MAX = 100;

/** Newest first. */
export const listReports = defineCall({
  name: "reports/listReports",
  summary: "List reports",
  method: "GET",
  endpoint: "/api/clients/:clientId/reports",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: Type.Object({ kind: Type.Optional(ReportKindSchema), ...PageQuery.properties }),
    responses: { 200: HalList("reports", Report) },
  },
});

/**
 * Requests a report. If one of the same scope still waits or runs, it is returned instead of a second one.
 * ETOOMANYREQUESTS if the client waits for too many.
 */
export const startReport = defineCall({
  name: "reports/startReport",
  summary: "Request a report",
  method: "POST",
  endpoint: "/api/clients/:clientId/reports",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    body: ReportScope,
    responses: { 200: Report },
  },
});

export const getReport = defineCall({
  name: "reports/getReport",
  summary: "Get a report with its chart",
  method: "GET",
  endpoint: "/api/clients/:clientId/reports/:reportId",
  permission: "RoleMapping",
  schema: { params: ReportParams, responses: { 200: ReportDetail } },
});

/** Returns the rows of a report that is ready. The same address plus `.csv` or `.xlsx` serves all rows as a file. */
export const listReportRows = defineCall({
  name: "reports/listReportRows",
  summary: "List the rows of a report",
  method: "GET",
  endpoint: "/api/clients/:clientId/reports/:reportId/rows",
  permission: "RoleMapping",
  schema: {
    params: ReportParams,
    query: Type.Object({
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: ROWS_MAX })),
    }),
    responses: { 200: HalList("rows", ReportRow) },
  },
});

/** Ends the work on a report. ECONFLICT if it has ended already. */
export const cancelReport = defineCall({
  name: "reports/cancelReport",
  summary: "Cancel a report",
  method: "POST",
  endpoint: "/api/clients/:clientId/reports/:reportId/cancel",
  permission: "RoleMapping",
  schema: { params: ReportParams, responses: { 200: Report } },
});

export const deleteReport = defineCall({
  name: "reports/deleteReport",
  summary: "Delete a report",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/reports/:reportId",
  permission: "RoleMapping",
  schema: { params: ReportParams, responses: { 200: Type.Object({ id: Uuid }) } },
});

export const listSchedules = defineCall({
  name: "reports/listSchedules",
  summary: "List the schedules of reports",
  method: "GET",
  endpoint: "/api/clients/:clientId/report-schedules",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    query: PageQuery,
    responses: { 200: HalList("schedules", ReportSchedule) },
  },
});

/** ETOOMANYREQUESTS if the client has too many schedules. */
export const createSchedule = defineCall({
  name: "reports/createSchedule",
  summary: "Schedule a report",
  method: "POST",
  endpoint: "/api/clients/:clientId/report-schedules",
  permission: "RoleMapping",
  schema: { params: ClientParams, body: NewSchedule, responses: { 200: ReportSchedule } },
});

export const getSchedule = defineCall({
  name: "reports/getSchedule",
  summary: "Get the schedule of a report",
  method: "GET",
  endpoint: "/api/clients/:clientId/report-schedules/:scheduleId",
  permission: "RoleMapping",
  schema: { params: ScheduleParams, responses: { 200: ReportScheduleDetail } },
});

/**
 * Changes what a schedule reports, how often and to whom. The next run stays unless the rhythm changes. ECONFLICT if the
 * schedule changed after the given version.
 */
export const updateSchedule = defineCall({
  name: "reports/updateSchedule",
  summary: "Change the schedule of a report",
  method: "PUT",
  endpoint: "/api/clients/:clientId/report-schedules/:scheduleId",
  permission: "RoleMapping",
  schema: {
    params: ScheduleParams,
    body: ScheduleChange,
    responses: { 200: ReportScheduleDetail },
  },
});

/** Reports that it has made are kept. */
export const deleteSchedule = defineCall({
  name: "reports/deleteSchedule",
  summary: "Delete the schedule of a report",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/report-schedules/:scheduleId",
  permission: "RoleMapping",
  schema: {
    params: ScheduleParams,
    responses: { 200: Type.Object({ id: Uuid }) },
  },
});

/** The users of the client who may open reports and have an email address. */
export const listRecipients = defineCall({
  name: "reports/listRecipients",
  summary: "List the users who can be sent reports",
  method: "GET",
  endpoint: "/api/clients/:clientId/report-recipients",
  permission: "RoleMapping",
  schema: {
    params: ClientParams,
    responses: { 200: Type.Object({ recipients: Type.Array(ReportRecipient) }) },
  },
});
