/**
 * Makes the requested reports one at a time while the server runs, and starts those that are scheduled. It looks for
 * work when it is poked, and every few seconds for due schedules and jobs of dead workers.
 */
import type { Milliseconds } from "#events/entities/common.ts";
import type { OpenDatabase } from "../db/open.ts";
import { evictSavedReports } from "./evictSavedReports.ts";
import { ReportImpossible, type Cells } from "./kinds/kind.ts";
import { METHODS } from "./kinds/methods.ts";
import {
  discardRows,
  endReportLeases,
  failAttempt,
  failReport,
  giveBack,
  LEASE_TIME,
  publishReport,
  renewLease,
  saveRows,
  sweepRows,
  takeReport,
  type ReportJob,
} from "./leases.ts";
import { startDueReports } from "./schedules.ts";

export interface ReporterOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
}

export interface Reporter {
  /** Call it after a report was requested or cancelled. Returns immediately. */
  poke(): void;
  /** Returns the running job, so that another worker can take it, and stops. Takes about as long as one query. */
  stop(): Promise<void>;
}

const LOOK_TIME: Milliseconds = 5000;
/** How often progress is written, which is also how soon a cancelled report stops. */
const PROGRESS_TIME: Milliseconds = 500;
const ROWS_PER_WRITE = 1000;
/** The share of the work that is done before rows are written. */
const COMPUTED = 0.9;

class Lost extends Error {
  override readonly name = "Lost";
}

class Stopped extends Error {
  override readonly name = "Stopped";
}

export function startReporter({ database, clock, onError, workerId }: ReporterOptions): Reporter {
  const db = database.background;
  let current: AbortController | null = null;
  let isStopped = false;
  let isWanted = true;
  let wake = (): void => {};

  const attempt = async (job: ReportJob): Promise<void> => {
    const { signal } = (current = new AbortController());
    if (isStopped) current.abort(new Stopped());
    let written = performance.now();
    let progress = 0;
    const renew = async (): Promise<void> => {
      written = performance.now();
      const isOurs = await renewLease(db, job, workerId, { now: clock(), progress });
      if (!isOurs) throw new Lost();
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
      await end(job, error);
    } finally {
      clearInterval(renewal);
      current = null;
    }
  };

  const makeReport = async (
    job: ReportJob,
    tools: Pick<ReporterOptions, "clock"> & {
      readonly advance: (part: number) => Promise<void>;
      readonly renew: () => Promise<void>;
    },
  ): Promise<void> => {
    const { kind, client_id, org_oid, resource_id, from_day, until_day } = job.report;
    const at = tools.clock();
    const { advance, renew } = tools;
    const { rows, chart } = await METHODS[kind](
      {
        clientId: client_id,
        kind,
        orgOid: org_oid,
        resourceId: resource_id,
        from: from_day,
        until: until_day,
        at,
      },
      { db, advance },
    );
    let count = 0;
    let batch: Cells[] = [];
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

  const end = async (job: ReportJob, error: unknown): Promise<void> => {
    if (error instanceof Lost) return discardRows(db, job.report.client_id, job.runId);
    if (error instanceof Stopped) return giveBack(db, job, workerId);
    if (error instanceof ReportImpossible) {
      return failReport(db, job, workerId, { failure: error.failure, now: clock() });
    }
    onError(error);
    return failAttempt(db, job, workerId, clock());
  };

  const workOff = async (): Promise<void> => {
    await startDueReports(db, clock());
    for (;;) {
      if (isStopped) return;
      const job = await takeReport(db, workerId, clock());
      if (!job) return;
      await attempt(job);
      // Concerns old reports, so it does not fail this one.
      await evictSavedReports(db, job.report.client_id).catch(onError);
    }
  };

  const run = async (): Promise<void> => {
    let isPrepared = false;
    while (!isStopped) {
      isWanted = false;
      try {
        if (!isPrepared) {
          if (database.kind === "embedded") await endReportLeases(db);
          await sweepRows(db);
          isPrepared = true;
        }
        await workOff();
      } catch (error) {
        onError(error);
      }
      if (!isWanted && !isStopped) await pause();
    }
  };

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_TIME);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const running = run();
  return {
    poke: () => {
      isWanted = true;
      wake();
    },
    stop: async () => {
      isStopped = true;
      current?.abort(new Stopped());
      wake();
      await running;
    },
  };
}

/** A lost job is noticed again by the next step of its work. */
const ignoreLost = (onError: (error: unknown) => void) => (error: unknown) => {
  if (!(error instanceof Lost)) onError(error);
};
