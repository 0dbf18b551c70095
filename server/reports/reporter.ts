/** Makes the requested reports one at a time while the server runs, and starts those that are scheduled. */
import type { Milliseconds } from "#events/entities/common.ts";
import { startJobLoop, type JobLoop, type WorkerOptions } from "../jobs/jobLoop.ts";
import { LEASE_TIME, LostJobError } from "../jobs/leases.ts";
import { evictSavedReports } from "./evictSavedReports.ts";
import { ReportImpossible, type ComputedRow } from "./kinds/kind.ts";
import { METHODS } from "./kinds/methods.ts";
import {
  discardRows,
  endReportLeases,
  failAttempt,
  failReport,
  giveBack,
  publishReport,
  renewLease,
  saveRows,
  sweepRows,
  takeReport,
  type ReportJob,
} from "./leases.ts";
import { startDueReports } from "./schedules.ts";

/** How often progress is written, which is also how soon a cancelled report stops. */
const PROGRESS_TIME: Milliseconds = 500;
const ROWS_PER_WRITE = 1000;
/** The share of the work that is done before rows are written. */
const COMPUTED = 0.9;

class StoppedError extends Error {
  override readonly name = "StoppedError";
}

export function startReporter({
  database,
  disk,
  clock,
  onError,
  workerId,
}: WorkerOptions): JobLoop {
  const db = database.background;
  let current: AbortController | null = null;

  const attempt = async (job: ReportJob, isStopped: () => boolean): Promise<void> => {
    const { signal } = (current = new AbortController());
    if (isStopped()) current.abort(new StoppedError());
    let written = performance.now();
    let progress = 0;
    const renew = async (): Promise<void> => {
      written = performance.now();
      const isOurs = await renewLease(db, job, workerId, { now: clock(), progress });
      if (!isOurs) throw new LostJobError();
    };
    const advance = async (part: number): Promise<void> => {
      signal.throwIfAborted();
      progress = Math.min(99, Math.max(progress, 100 * part));
      if (performance.now() - written > PROGRESS_TIME) await renew();
    };
    // A single query may take longer than the lease.
    const renewal = setInterval(() => void renew().catch(ignoreLost(onError)), LEASE_TIME / 3);
    try {
      await makeReport(job, { clock, advance, renew });
    } catch (error) {
      await end(job, error, isStopped);
    } finally {
      clearInterval(renewal);
      current = null;
    }
  };

  const makeReport = async (
    job: ReportJob,
    tools: Pick<WorkerOptions, "clock"> & {
      readonly advance: (part: number) => Promise<void>;
      readonly renew: () => Promise<void>;
    },
  ): Promise<void> => {
    const { kind, client_id, org_oid, resource_id, role_oid, from_day, until_day } = job.report;
    const at = tools.clock();
    const { advance, renew } = tools;
    const { rows, chart } = await METHODS[kind](
      {
        clientId: client_id,
        kind,
        orgOid: org_oid,
        resourceId: resource_id,
        roleOid: role_oid,
        from: from_day,
        until: until_day,
        at,
      },
      { db, advance },
    );
    let count = 0;
    let batch: ComputedRow[] = [];
    const write = async (): Promise<void> => {
      await saveRows(db, job, count + 1, batch);
      count += batch.length;
      batch = [];
      await advance(COMPUTED);
    };
    for await (const row of rows) {
      batch.push(row);
      if (batch.length === ROWS_PER_WRITE) await write();
    }
    if (batch.length > 0) await write();
    await renew();
    await publishReport(db, job, workerId, { at, rowCount: count, chart: chart() });
  };

  const end = async (job: ReportJob, error: unknown, isStopped: () => boolean): Promise<void> => {
    if (error instanceof LostJobError) return discardRows(db, job.report.client_id, job.runId);
    if (error instanceof StoppedError) return giveBack(db, job, workerId);
    if (error instanceof ReportImpossible) {
      const { failure } = error;
      const fail = () => failReport(db, job, workerId, { failure, now: clock() });
      return disk.store(fail, isStopped);
    }
    return disk.endAttempt(error, {
      onError,
      fail: (isDiskFull) => failAttempt(db, job, workerId, { isDiskFull, now: clock() }),
      giveBack: () => giveBack(db, job, workerId),
      isStopped,
    });
  };

  return startJobLoop({
    database,
    disk,
    onError,
    endLeases: endReportLeases,
    sweep: sweepRows,
    workOff: async (isStopped) => {
      await startDueReports(db, clock());
      while (!isStopped() && !disk.isFull) {
        const job = await takeReport(db, workerId, clock());
        if (!job) return;
        await disk.during(() => attempt(job, isStopped));
        // Concerns old reports, so it does not fail this one.
        await evictSavedReports(db, job.report.client_id).catch(onError);
      }
    },
    interrupt: () => current?.abort(new StoppedError()),
  });
}

/** A lost job is noticed again by the next step of its work. */
const ignoreLost = (onError: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof LostJobError)) onError(error);
};
