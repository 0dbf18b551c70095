/** Runs the requested imports. */
import { join } from "node:path";
import type { Message } from "#events/kernel/message.ts";
import type { JobLoop, WorkerOptions } from "../../jobs/jobLoop.ts";
import { startThreadedJobs } from "../../threads/threadedJobs.ts";
import {
  endAllLeases,
  failAttempt,
  failJob,
  giveBack,
  noteProgress,
  takeJob,
  type ImportJob,
} from "./leases.ts";
import { dropOldChanges } from "../history/oldChanges.ts";
import type { ImportProgress, ImportThreadSettings } from "./threadMessages.ts";

export interface ImporterOptions extends WorkerOptions {
  /** Files are copied below it while they are read. */
  readonly dataDirectory: string;
  /** Maximum bytes of an uncompressed file. */
  readonly maxBytes: number;
}

export function startImporter(options: ImporterOptions): JobLoop {
  const { database, disk, clock, onError, workerId, dataDirectory, maxBytes } = options;
  return startThreadedJobs<ImportJob, ImportProgress, Message>({
    database,
    disk,
    clock,
    onError,
    entry: new URL("./importThread.ts", import.meta.url),
    parallel: 1,
    endLeases: endAllLeases,
    take: async (db) => {
      await dropOldChanges(db, clock());
      return takeJob(db, workerId, clock());
    },
    directoryOf: ({ importId }) => join(dataDirectory, "imports", importId),
    settingsOf: async (job, directory): Promise<ImportThreadSettings> => ({
      job,
      directory,
      maxBytes,
    }),
    note: (db, job, progress, lease) =>
      noteProgress(db, job, { ...progress, ...(lease && { lease_until: lease }) }),
    fail: failJob,
    failAttempt,
    giveBack,
  });
}
