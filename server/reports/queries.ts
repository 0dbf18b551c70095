/** Reads stored reports, their rows, and schedules. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  columnsOfKind,
  type Report,
  type ReportChart,
  type ReportDetail,
  type ReportKind,
  type ReportRecipient,
  type ReportRow,
  type ReportSchedule,
  type ReportScheduleDetail,
} from "#events/entities/report.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { openCaseId } from "../cases/openCases.ts";
import type { Database, Row } from "../db/schema.ts";
import { readList, type List, type SortKey } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText, toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import type { Cells } from "./kinds/kind.ts";

interface ReportSelection {
  readonly clientId: string;
  readonly kind?: ReportKind | undefined;
}

interface ListedReport extends Omit<Report, "requestedAt" | "finishedAt"> {
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
}

const COLUMNS = sql`
  r.id, r.kind, r.org_oid as "orgOid", r.org_name as "orgName", r.resource_id as "resourceId",
  r.resource_name as "resourceName", r.role_oid as "roleOid",
  r.entitlement_name as "entitlementName", r.from_day as "from", r.until_day as until, r.author,
  r.requested_at as "requestedAt", r.finished_at as "finishedAt", r.status, r.failure,
  r.progress, r.row_count as "rowCount", r.schedule_id is not null as "isScheduled"`;

const REPORTS: List<ReportSelection, ListedReport, "requestedAt"> = {
  table: "reports",
  alias: "r",
  key: ["id"],
  scope: ({ clientId, kind }) => [
    sql`r.client_id = ${clientId}`,
    ...(kind ? [sql`r.kind = ${kind}`] : []),
  ],
  sorts: { requestedAt: [{ by: sql`r.requested_at` }] },
  defaultOrder: { field: "requestedAt", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, ${COLUMNS}
    from page p join reports r on r.client_id = ${clientId} and r.id = p.id`,
};

/** A page of reports, newest first. */
export async function listReports(
  db: Kysely<Database>,
  selection: ReportSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, REPORTS, selection, paging);
  return { reports: items.map(toReport), page };
}

function toReport({ requestedAt, finishedAt, ...report }: ListedReport): Report {
  return {
    ...report,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt && finishedAt.toISOString(),
  };
}

/** @throws ApiError ENOTFOUND for a report that the client does not have. */
export async function loadReport(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<Report> {
  const { chart: _chart, ...report } = await loadReportDetail(db, clientId, id);
  return report;
}

/** @throws ApiError ENOTFOUND for a report that the client does not have. */
export async function loadReportDetail(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<ReportDetail> {
  const { rows } = await sql<ListedReport & { readonly chart: ReportChart | null }>`
    select ${COLUMNS}, r.chart from reports r where r.client_id = ${clientId} and r.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("savedReports.notFound");
  const { chart, ...report } = row;
  return { ...toReport(report), chart };
}

/** The run of a report whose rows can be read; null before the report is ready. */
export async function findRun(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<{
  readonly kind: ReportKind;
  readonly runId: string | null;
  readonly rowCount: number;
}> {
  const row = await db
    .selectFrom("reports")
    .select(["kind", "run_id", "status", "row_count as rowCount"])
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("savedReports.notFound");
  const { kind, run_id, status, rowCount } = row;
  return { kind, rowCount, runId: status === "ready" ? run_id : null };
}

export interface RowSelection {
  readonly clientId: string;
  readonly runId: string;
  readonly contains?: string | undefined;
  /** Of the whole report. */
  readonly rowCount: number;
}

/** What a search looks in: the texts of a row, one per line. */
export function searchKeyOf(cells: Cells): string {
  const texts = cells.filter((cell) => typeof cell === "string");
  return texts.map((text) => normalizeForFilter(text)).join("\n");
}

/** The rows of a report, in its own order or by a column. */
export function rowsOfKind(kind: ReportKind): List<RowSelection, ReportRow, string> {
  const sorts = columnsOfKind(kind).map(({ id, type }, at): [string, SortKey[]] => [
    id,
    [{ by: sortedBy(type === "text", at), nullsLast: true }],
  ]);
  return {
    table: "report_rows",
    alias: "w",
    key: ["no"],
    scope: ({ clientId, runId }) => [sql`w.client_id = ${clientId}`, sql`w.run_id = ${runId}`],
    filters: ({ contains }) => matchesText(sql`w.search_key`, contains),
    sorts: { no: [], ...Object.fromEntries(sorts) },
    defaultOrder: { field: "no", direction: "asc" },
    items: ({ clientId, runId }) => sql`
      select p.position, w.no, w.cells, w.role_oid as "roleOid", w.finding,
        ${openCaseId(clientId, FINDING)} as "caseId"
      from page p join report_rows w
        on w.client_id = ${clientId} and w.run_id = ${runId} and w.no = p.no`,
    total: async (_db, { rowCount }) => rowCount,
  };
}

const FINDING = {
  kind: sql`(w.finding ->> 'kind')`,
  identityOid: sql`w.finding ->> 'identityOid'`,
  orgOid: sql`w.finding ->> 'orgOid'`,
  roleOid: sql`w.finding ->> 'roleOid'`,
  accountId: sql`w.finding ->> 'accountId'`,
  resourceId: sql`w.finding ->> 'resourceId'`,
};

const sortedBy = (isText: boolean, at: number): RawBuilder<unknown> =>
  isText
    ? sql`sort_key(w.cells->>${sql.lit(at)}) collate "C"`
    : sql`(w.cells->>${sql.lit(at)})::double precision`;

interface ListedSchedule extends Omit<ReportSchedule, "nextAt"> {
  readonly nextAt: Date;
}

const SCHEDULES: List<{ readonly clientId: string }, ListedSchedule, "created"> = {
  table: "report_schedules",
  alias: "s",
  key: ["id"],
  scope: ({ clientId }) => [sql`s.client_id = ${clientId}`],
  sorts: { created: [{ by: sql`s.created_at` }] },
  defaultOrder: { field: "created", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, ${scheduleColumns(clientId)}
    from page p join report_schedules s on s.client_id = ${clientId} and s.id = p.id`,
};

const scheduleColumns = (clientId: string) => sql`
  s.id, s.kind, s.org_oid as "orgOid", s.org_name as "orgName", s.resource_id as "resourceId",
  s.resource_name as "resourceName", s.entitlement_name as "entitlementName", s.every, s.author, s.next_at as "nextAt",
  array(
    select u.username from users u
    join user_clients l on l.user_id = u.id and l.client_id = ${clientId}
    where u.id = any(s.recipients) order by u.username
  ) as recipients`;

export async function listSchedules(db: Kysely<Database>, clientId: string, paging: PagingInput) {
  const { items, page } = await readList(db, SCHEDULES, { clientId }, paging);
  return { schedules: items.map(toSchedule), page };
}

/** @throws ApiError ENOTFOUND for a schedule that the client does not have. */
export async function loadSchedule(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<ReportScheduleDetail> {
  const { rows } = await sql<
    ListedSchedule & Pick<ReportScheduleDetail, "roleOid" | "recipientIds" | "version">
  >`
    select ${scheduleColumns(clientId)}, s.role_oid as "roleOid", s.recipients as "recipientIds",
      s.version
    from report_schedules s
    where s.client_id = ${clientId} and s.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("schedules.notFound");
  return toSchedule(row);
}

function toSchedule<Schedule extends ListedSchedule>({ nextAt, ...schedule }: Schedule) {
  return { ...schedule, nextAt: nextAt.toISOString() };
}

export function toListed({
  roleOid: _roleOid,
  recipientIds: _recipientIds,
  version: _version,
  ...schedule
}: ReportScheduleDetail): ReportSchedule {
  return schedule;
}

/** The usernames of users of the client, ascending. */
export async function findUsernames(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ username: string }>`
    select u.username from users u
    join user_clients l on l.user_id = u.id and l.client_id = ${clientId}
    where u.id = any(${toUuids(ids)}) order by u.username
  `.execute(db);
  return rows.map(({ username }) => username);
}

interface Candidate extends ReportRecipient {
  readonly email: string;
  readonly roles: readonly { readonly name: string; readonly permissions: readonly string[] }[];
}

/** The users who may open reports and have an email address, by username. */
export async function findRecipients(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[] | null = null,
): Promise<readonly (ReportRecipient & { readonly email: string })[]> {
  const { rows } = await sql<Candidate>`
    select u.id, u.username, u.email, (
      select coalesce(jsonb_agg(jsonb_build_object('name', r.name, 'permissions', r.permissions)), '[]')
      from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id
    ) as roles
    from user_clients l join users u on u.id = l.user_id
    where l.client_id = ${clientId} and not u.archived and u.email is not null
      ${ids === null ? sql`` : sql`and u.id = any(${[...ids]}::uuid[])`}
      and exists (select from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.permissions && array['roles_read', 'client_read'])
    order by u.username
  `.execute(db);
  return rows
    .filter(({ roles }) => holdsGroup({ roles: roles.map(toRole), resourceIds: [] }, "RoleMapping"))
    .map(({ id, username, email }) => ({ id, username, email }));
}

const toRole = ({ name, permissions }: Candidate["roles"][number]) => ({
  name,
  permissions: permissions.map((permission) => ({ name: permission })),
});

export type ReportsRow = Row<"reports">;
