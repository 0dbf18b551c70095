/** Runs the requested imports. */
import { join } from "node:path";
import type { ImportPhase } from "#events/entities/directoryImport.ts";
import type { Message } from "#events/kernel/message.ts";
import type { OpenDatabase } from "../../db/open.ts";
import { startThreadedJobs, type JobLoop } from "../../threads/threadedJobs.ts";
import {
  endAllLeases,
  failAttempt,
  failJob,
  giveBack,
  LEASE_TIME,
  noteProgress,
  takeJob,
  type ImportJob,
} from "./leases.ts";
import type { ImportThreadSettings } from "./threadMessages.ts";

export interface ImporterOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
  /** Files are copied below it while they are read. */
  readonly dataDirectory: string;
  /** Maximum bytes of an uncompressed file. */
  readonly maxBytes: number;
}

export function startImporter(options: ImporterOptions): JobLoop {
  const { database, clock, onError, workerId, dataDirectory, maxBytes } = options;
  return startThreadedJobs<ImportJob, { phase: ImportPhase; progress: number }, Message>({
    database,
    clock,
    onError,
    entry: new URL("./importThread.ts", import.meta.url),
    leaseTime: LEASE_TIME,
    endLeases: endAllLeases,
    take: (db) => takeJob(db, workerId, clock()),
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
