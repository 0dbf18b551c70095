/**
 * A report's row is also its mining job. Each attempt gives the report a new id for its parts, which become reachable
 * only once the row marks the report as ready.
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import {
  changeJob,
  changeLeasedJob,
  endLeases,
  type JobRows,
  lockNext,
  type LeasedJob,
} from "../jobs/jobRows.ts";
import { leaseEnd, MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../jobs/leases.ts";
import type { MinedReport, MiningRequest } from "./mineReport.ts";
import { ALL_RESOURCES } from "./queries.ts";

export interface MiningJob extends MiningRequest {
  /** Id of the report in this attempt. */
  reportId: string;
  attempt: number;
}

const ROWS: JobRows<"mining_reports"> = {
  table: "mining_reports",
  open: ["queued", "running"],
  running: ["running"],
  order: sql`job.requested_at, job.id`,
};

const own = ({ clientId: client_id, reportId: id }: MiningJob, workerId: string): LeasedJob => ({
  key: { client_id, id },
  workerId,
});

/**
 * Takes the job that has waited longest, if any. A job that was taken too often without finishing fails.
 * @param workerId the worker, different for every server start.
 */
export function takeJob(
  db: Kysely<Database>,
  workerId: string,
  now: Date,
): Promise<MiningJob | null> {
  return takeNext(db, (tx) => tryTake(tx, workerId, now));
}

async function tryTake(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<MiningJob | "failed" | null> {
  const row = await lockNext(tx, ROWS, { now });
  if (!row) return null;
  await discardParts(tx, { clientId: row.client_id, reportId: row.id });
  const key = { client_id: row.client_id, id: row.id };
  if (row.attempts >= MAX_ATTEMPTS) {
    const error = row.error ?? "The server ended while it mined the report";
    await changeJob(tx, ROWS, key, { status: "failed", error, ...NO_LEASE });
    return "failed";
  }
  const reportId = randomUUID();
  const attempt = row.attempts + 1;
  await changeJob(tx, ROWS, key, {
    id: reportId,
    status: "running",
    attempts: attempt,
    ...newLease(workerId, now),
  });
  return {
    clientId: row.client_id,
    orgOid: row.org_oid,
    resourceId: row.scope === ALL_RESOURCES ? null : row.scope,
    reportId,
    attempt,
  };
}

/** @returns whether the worker still has the job; false if the report was dropped or another worker took the job. */
export async function renewLease(
  db: Kysely<Database>,
  job: MiningJob,
  workerId: string,
  now: Date,
): Promise<boolean> {
  return changeLeasedJob(db, ROWS, own(job, workerId), { lease_until: leaseEnd(now) });
}

/** @returns whether the worker still has the job, like {@link renewLease}. */
export async function holdsLease(
  db: Kysely<Database>,
  job: MiningJob,
  workerId: string,
): Promise<boolean> {
  return changeLeasedJob(db, ROWS, own(job, workerId), {});
}

/** Writes a part of the report, which is invisible before {@link publishReport}. */
export async function savePart(
  db: Kysely<Database>,
  job: MiningJob,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  await db
    .insertInto("mining_report_parts")
    .values({ client_id: job.clientId, report_id: job.reportId, part, body })
    .execute();
}

/** Makes the report readable. If the worker no longer has the job, removes its parts instead. */
export async function publishReport(
  db: Kysely<Database>,
  job: MiningJob,
  workerId: string,
  mined: MinedReport,
): Promise<void> {
  const published = await changeLeasedJob(db, ROWS, own(job, workerId), {
    status: "ready",
    error: null,
    ...NO_LEASE,
    report_date: mined.reportDate,
    // The job may have waited long, so the report counts as requested now.
    requested_at: mined.reportDate,
    total_users: mined.totalUsers,
    total_shadows: mined.totalShadows,
  });
  if (!published) await discardParts(db, job);
}

/** Records a failed attempt: the job waits for the next one, or fails after the last. */
export async function failAttempt(
  db: Kysely<Database>,
  job: MiningJob,
  workerId: string,
  reason: string,
): Promise<void> {
  await discardParts(db, job);
  await changeLeasedJob(db, ROWS, own(job, workerId), {
    status: job.attempt >= MAX_ATTEMPTS ? "failed" : "queued",
    error: reason,
    ...NO_LEASE,
  });
}

/** Returns the job without counting the attempt. */
export async function giveBack(
  db: Kysely<Database>,
  job: MiningJob,
  workerId: string,
): Promise<void> {
  await discardParts(db, job);
  await changeLeasedJob(db, ROWS, own(job, workerId), {
    status: "queued",
    attempts: job.attempt - 1,
    ...NO_LEASE,
  });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await endLeases(db, ROWS, { status: "queued" });
}

/** Removes parts of reports that were dropped or replaced while their worker was killed. */
export async function sweepParts(db: Kysely<Database>): Promise<void> {
  await sql`delete from mining_report_parts part where not exists (
    select 1 from mining_reports report where report.client_id = part.client_id and report.id = part.report_id
  )`.execute(db);
}

/** Removes the parts of a report that is not read. */
export async function discardParts(
  db: Kysely<Database>,
  { clientId, reportId }: Pick<MiningJob, "clientId" | "reportId">,
): Promise<void> {
  await db
    .deleteFrom("mining_report_parts")
    .where("client_id", "=", clientId)
    .where("report_id", "=", reportId)
    .execute();
}
