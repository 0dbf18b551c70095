/**
 * A report's row is also its job. Each attempt gives its rows a new run id, and rows become reachable only once the report
 * is ready.
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { ReportChart, ReportFailure } from "#events/entities/report.ts";
import type { Database, Row, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { changeJob, changeLeasedJob, endLeases, type JobRows, lockNext } from "../jobs/jobRows.ts";
import { leaseEnd, MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../jobs/leases.ts";
import type { ComputedRow } from "./kinds/kind.ts";
import { searchKeyOf } from "./queries.ts";
import { oweMails } from "./mails.ts";

export interface ReportJob {
  readonly report: Row<"reports">;
  readonly runId: string;
  readonly attempt: number;
}

const ROWS: JobRows<"reports"> = {
  table: "reports",
  open: ["queued", "running"],
  running: ["running"],
  order: sql`job.requested_at, job.id`,
};

/** Takes the job that has waited longest, if any. A job that was taken too often without an end fails. */
export function takeReport(
  db: Kysely<Database>,
  workerId: string,
  now: Date,
): Promise<ReportJob | null> {
  return takeNext(db, (tx) => tryTake(tx, workerId, now));
}

async function tryTake(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<ReportJob | "failed" | null> {
  const report = await lockNext(tx, ROWS, { now });
  if (!report) return null;
  await discardRows(tx, report.client_id, report.run_id);
  const key = { client_id: report.client_id, id: report.id };
  if (report.attempts >= MAX_ATTEMPTS) {
    const end = { status: "failed", failure: "interrupted", finished_at: now } as const;
    await changeJob(tx, ROWS, key, { ...NO_LEASE, ...end });
    return "failed";
  }
  const runId = randomUUID();
  const attempt = report.attempts + 1;
  await changeJob(tx, ROWS, key, {
    run_id: runId,
    status: "running",
    progress: 0,
    attempts: attempt,
    ...newLease(workerId, now),
  });
  return { report, runId, attempt };
}

/** @returns whether the worker still has the job; false if it was cancelled, deleted or taken over. */
export function renewLease(
  db: Kysely<Database>,
  job: ReportJob,
  workerId: string,
  { now, progress }: { readonly now: Date; readonly progress: number },
): Promise<boolean> {
  return changeOwn(db, job, workerId, { progress, lease_until: leaseEnd(now) });
}

/**
 * Writes rows, which are unreachable before {@link publishReport}.
 *
 * @param first number of the first row, from 1
 */
export async function saveRows(
  db: Kysely<Database>,
  { report, runId }: ReportJob,
  first: number,
  rows: readonly ComputedRow[],
): Promise<void> {
  const numbers = rows.map((_row, at) => first + at);
  const cells = rows.map((row) => JSON.stringify(row.cells));
  const keys = rows.map((row) => searchKeyOf(row.cells));
  const about = rows.map(({ roleOid }) => roleOid ?? null);
  const findings = rows.map(({ finding }) => (finding ? JSON.stringify(finding) : null));
  await sql`
    insert into report_rows (client_id, run_id, no, cells, search_key, role_oid, finding)
    select ${report.client_id}::uuid, ${runId}::uuid, t.no, t.cells::jsonb, t.key, t.role_oid,
      t.finding::jsonb
    from unnest(${numbers}::int[], ${cells}::text[], ${keys}::text[], ${about}::uuid[],
      ${findings}::text[]) as t (no, cells, key, role_oid, finding)
  `.execute(db);
}

/** Makes the report readable and queues its mails. If the worker no longer has the job, removes its rows instead. */
export async function publishReport(
  db: Kysely<Database>,
  job: ReportJob,
  workerId: string,
  {
    at,
    rowCount,
    chart,
  }: { readonly at: Date; readonly rowCount: number; readonly chart: ReportChart },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const published = await changeOwn(tx, job, workerId, {
      ...NO_LEASE,
      status: "ready",
      progress: 100,
      finished_at: at,
      row_count: rowCount,
      chart: JSON.stringify(chart),
    });
    if (published) await oweMails(tx, job.report, at);
    else await discardRows(tx, job.report.client_id, job.runId);
  });
}

/** Ends the report at once, because another attempt would fail as well. */
export async function failReport(
  db: Kysely<Database>,
  job: ReportJob,
  workerId: string,
  { failure, now }: { readonly failure: ReportFailure; readonly now: Date },
): Promise<void> {
  await discardRows(db, job.report.client_id, job.runId);
  await changeOwn(db, job, workerId, { ...NO_LEASE, status: "failed", failure, finished_at: now });
}

/** Records a failed attempt: the job waits for the next one, or fails after the last. */
export async function failAttempt(
  db: Kysely<Database>,
  job: ReportJob,
  workerId: string,
  { isDiskFull, now }: { readonly isDiskFull: boolean; readonly now: Date },
): Promise<void> {
  if (job.attempt >= MAX_ATTEMPTS) {
    await failReport(db, job, workerId, { failure: isDiskFull ? "diskFull" : "error", now });
    return;
  }
  await discardRows(db, job.report.client_id, job.runId);
  await changeOwn(db, job, workerId, { ...NO_LEASE, status: "queued", progress: 0 });
}

/** Returns the job without counting the attempt. */
export async function giveBack(
  db: Kysely<Database>,
  job: ReportJob,
  workerId: string,
): Promise<void> {
  await discardRows(db, job.report.client_id, job.runId);
  const attempts = job.attempt - 1;
  await changeOwn(db, job, workerId, { ...NO_LEASE, status: "queued", progress: 0, attempts });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endReportLeases(db: Kysely<Database>): Promise<void> {
  await endLeases(db, ROWS, { status: "queued" });
}

/** Removes rows of runs that ended while their worker was killed. */
export async function sweepRows(db: Kysely<Database>): Promise<void> {
  await sql`delete from report_rows r where not exists (
    select from reports p where p.client_id = r.client_id and p.run_id = r.run_id
      and p.status in ('running', 'ready')
  )`.execute(db);
}

export async function discardRows(
  db: Kysely<Database>,
  clientId: string,
  runId: string,
): Promise<void> {
  await db
    .deleteFrom("report_rows")
    .where("client_id", "=", clientId)
    .where("run_id", "=", runId)
    .execute();
}

function changeOwn(
  db: Kysely<Database>,
  { report: { client_id, id }, runId: run_id }: ReportJob,
  workerId: string,
  change: RowPatch<"reports">,
): Promise<boolean> {
  return changeLeasedJob(db, ROWS, { key: { client_id, id, run_id }, workerId }, change);
}
