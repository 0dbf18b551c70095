/**
 * Runs the requested imports one at a time while the server runs, each in a thread of its own. It looks for work when it
 * is poked, and every few seconds for jobs of dead workers.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OpenDatabase } from "../../db/open.ts";
import { startThread } from "../../threads/startThread.ts";
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
import { lendConnections } from "./lendConnections.ts";
import type { FromImportThread, ImportFailure, ImportThreadSettings } from "./threadMessages.ts";

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

export interface Importer {
  /** Call it after an import was requested or cancelled. Returns immediately. */
  poke(): void;
  /** Gives the running job back, so that another worker can take it, and stops. */
  stop(): Promise<void>;
}

/** Milliseconds between checks for expired leases. */
const LOOK_TIME = 5000;
/** Milliseconds between two updates of the progress, and between two checks whether the job was cancelled. */
const PROGRESS_TIME = 500;

export function startImporter(options: ImporterOptions): Importer {
  const { database, clock, onError, workerId, dataDirectory } = options;
  const { background } = database;
  const spools = join(dataDirectory, "imports");
  let stopped = false;
  let wanted = true;
  let wake = (): void => {};
  let interrupt = (): void => {};

  /** @returns why the job has not stored its outcome; null if it has. */
  const runThread = async (job: ImportJob, directory: string): Promise<ImportFailure | null> => {
    const settings: ImportThreadSettings = { job, directory, maxBytes: options.maxBytes };
    const worker = startThread(new URL("./importThread.ts", import.meta.url), settings);
    const returned = lendConnections(worker, background);
    let failure: ImportFailure | null = { unexpected: "The thread of the import ended" };
    let progress: Extract<FromImportThread, { kind: "progress" }> | null = null;
    worker.on("message", (message: FromImportThread) => {
      if (message.kind === "progress") progress = message;
      else if (message.kind === "ended") failure = message.failure;
    });
    worker.on("error", (error) => {
      failure = { unexpected: error.stack ?? error.message };
    });
    interrupt = () => void worker.terminate();
    if (stopped) interrupt();
    let isAsking = false;
    let renewed = clock().getTime();
    /** Stores the progress, and stops the thread of a job that was cancelled or taken over. */
    const look = async (): Promise<void> => {
      const now = clock();
      const told = progress;
      progress = null;
      const isDue = now.getTime() - renewed > LEASE_TIME / 3;
      if (isDue) renewed = now.getTime();
      const isOurs = await noteProgress(database.db, job, {
        ...(told && { phase: told.phase, progress: told.progress }),
        ...(isDue && { lease_until: new Date(now.getTime() + LEASE_TIME) }),
      });
      if (isOurs) return;
      failure = { isLost: true };
      await worker.terminate();
    };
    const looking = setInterval(() => {
      // One at a time: on the embedded database it waits for the end of the import's transaction.
      if (isAsking) return;
      isAsking = true;
      look()
        .catch(onError)
        .finally(() => {
          isAsking = false;
        });
    }, PROGRESS_TIME);
    try {
      await returned;
    } finally {
      clearInterval(looking);
      interrupt = () => {};
    }
    return failure;
  };

  const attempt = async (job: ImportJob): Promise<void> => {
    const directory = join(spools, job.importId);
    // A killed attempt may have left its copies.
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o700 });
    try {
      const failure = await runThread(job, directory);
      if (failure === null || "isLost" in failure) return;
      if ("reason" in failure) return await failJob(background, job, failure.reason);
      if (stopped) return await giveBack(background, job);
      onError(new Error(failure.unexpected));
      await failAttempt(background, job);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };

  const run = async (): Promise<void> => {
    let prepared = database.kind !== "embedded";
    while (!stopped) {
      wanted = false;
      try {
        if (!prepared) await endAllLeases(background);
        prepared = true;
        for (;;) {
          const job = stopped ? null : await takeJob(background, workerId, clock());
          if (!job) break;
          await attempt(job);
        }
      } catch (error) {
        onError(error);
      }
      if (!wanted && !stopped) await pause();
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
      wanted = true;
      wake();
    },
    stop: async () => {
      stopped = true;
      interrupt();
      wake();
      await running;
    },
  };
}
