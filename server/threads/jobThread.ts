/** The side of `threadedJobs.ts` in a job's thread. */
import { parentPort, workerData } from "node:worker_threads";
import type { Kysely } from "kysely";
import { DiskFullError, translateDatabaseError } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { LostJobError } from "../jobs/leases.ts";
import { openRemoteDatabase } from "./lending/remoteDatabase.ts";
import type { ThreadData } from "./startThread.ts";
import type { FromJobThread, ThreadFailure } from "./threadedJobs.ts";

export interface JobContext<Settings, Progress, Kept> {
  /** The server's database. */
  readonly db: Kysely<Database>;
  readonly settings: Settings;
  reportProgress(progress: Progress): void;
  /** The server stores it, whatever becomes of the job. */
  keep(kept: Kept): void;
}

/**
 * @param perform stores the outcome.
 * @param toReason a reason that the job's user can act on; null for an unexpected error.
 */
export async function serveJob<Settings, Progress, Reason, Kept = never>(
  perform: (context: JobContext<Settings, Progress, Kept>) => Promise<void>,
  toReason: (error: unknown) => Reason | null,
): Promise<void> {
  if (!parentPort) throw new Error("A job runs in a worker thread only");
  const port = parentPort;
  const send = (message: FromJobThread<Progress, Reason, Kept>): void => port.postMessage(message);
  let failure: ThreadFailure<Reason> | null = null;
  try {
    await perform({
      db: openRemoteDatabase(port),
      settings: (workerData as ThreadData<Settings>).settings,
      reportProgress: (progress) => send({ kind: "progress", progress }),
      keep: (kept) => send({ kind: "keep", kept }),
    });
  } catch (error) {
    failure = toThreadFailure(error, toReason);
  }
  send({ kind: "ended", failure });
  port.close();
}

function toThreadFailure<Reason>(
  error: unknown,
  toReason: (error: unknown) => Reason | null,
): ThreadFailure<Reason> {
  const reason = toReason(error);
  if (reason !== null) return { reason };
  if (error instanceof LostJobError) return { isLost: true };
  if (translateDatabaseError(error) instanceof DiskFullError) return { isDiskFull: true };
  return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
