/** Runs stored jobs while the server runs, each in a thread of its own that borrows the database. */
import type { Worker } from "node:worker_threads";
import type { Kysely } from "kysely";
import { mkdir, rm } from "node:fs/promises";
import { DiskFullError } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { startJobLoop, type JobLoop, type WorkerOptions } from "../jobs/jobLoop.ts";
import { LEASE_TIME, leaseEnd } from "../jobs/leases.ts";
import { lendConnections } from "./lending/lendConnections.ts";
import type { LendingRequest } from "./lending/messages.ts";
import { startThread } from "./startThread.ts";

/** What became of a job that has not stored its outcome. */
export type ThreadFailure<Reason> =
  /** Its user can act on the reason. */
  | { readonly reason: Reason }
  /** Cancelled, or taken by another worker. */
  | { readonly isLost: true }
  /** A disk of the server is full: the job waits for space. */
  | { readonly isDiskFull: true }
  | { readonly unexpected: string };

export type FromJobThread<Progress, Reason, Kept = never> =
  | LendingRequest
  | { readonly kind: "keep"; readonly kept: Kept }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "ended"; readonly failure: ThreadFailure<Reason> | null };

export interface ThreadedJobs<Job, Progress, Reason, Kept> extends Omit<WorkerOptions, "workerId"> {
  /** The module of the thread. */
  readonly entry: URL;
  /** Jobs at the same time. `take` decides which jobs may run together. */
  readonly parallel: number;
  /** See `JobLoopOptions`. */
  endLeases(db: Kysely<Database>): Promise<void>;
  take(db: Kysely<Database>): Promise<Job | null>;
  /** A private directory of the job, which exists while its thread runs. */
  directoryOf(job: Job): string;
  /** The `workerData.settings` of the job's thread. */
  settingsOf(job: Job, directory: string): Promise<unknown>;
  /** Stores progress and renews the lease; both may be null. @returns whether the worker still has the job. */
  note(
    db: Kysely<Database>,
    job: Job,
    progress: Progress | null,
    lease: Date | null,
  ): Promise<boolean>;
  /** Stores what the thread found out, whatever becomes of the job. */
  keep?(db: Kysely<Database>, job: Job, kept: Kept): Promise<void>;
  /** The job ends without an outcome: its user can act on the reason. */
  fail(db: Kysely<Database>, job: Job, reason: Reason): Promise<void>;
  /** The attempt failed for an unknown reason, or because the job does not fit on the server's disk. */
  failAttempt(db: Kysely<Database>, job: Job, isDiskFull: boolean): Promise<void>;
  /** The server stops: another worker may take the job. */
  giveBack(db: Kysely<Database>, job: Job): Promise<void>;
}

/** Milliseconds between two updates of the progress, and between two checks whether the job was cancelled. */
const PROGRESS_TIME = 500;

/** How many of the jobs that run at the same time may be those of one client, so that others get their turn. */
export function shareOfClient(parallel: number): number {
  return Math.max(1, parallel - 1);
}

/** An attempt that this process makes. */
interface Attempt {
  /** Aborted when the job was taken again. */
  readonly lost: AbortController;
  readonly ended: Promise<void>;
}

export function startThreadedJobs<Job, Progress, Reason, Kept = never>(
  jobs: ThreadedJobs<Job, Progress, Reason, Kept>,
): JobLoop {
  const { database, disk, clock, onError } = jobs;
  const { background } = database;
  /** By the directories of their jobs. */
  const running = new Map<string, Attempt>();
  const workers = new Set<Worker>();

  /** @returns why the job has not stored its outcome; null if it has. */
  const runThread = async (
    job: Job,
    settings: unknown,
    lost: AbortSignal,
    isStopped: () => boolean,
  ): Promise<ThreadFailure<Reason> | null> => {
    const worker = startThread(jobs.entry, settings);
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    const returned = lendConnections(worker, ended, background);
    let failure: ThreadFailure<Reason> | null = { unexpected: "The thread of the job ended" };
    let progress: Progress | null = null;
    let keeping: Promise<unknown> = Promise.resolve();
    worker.on("message", (message: FromJobThread<Progress, Reason, Kept>) => {
      if (message.kind === "progress") progress = message.progress;
      else if (message.kind === "ended") failure = message.failure;
      else if (message.kind === "keep") {
        keeping = keeping.then(() => jobs.keep?.(database.db, job, message.kept)).catch(onError);
      }
    });
    worker.on("error", (error) => {
      failure = { unexpected: error.stack ?? error.message };
    });
    workers.add(worker);
    const lose = () => void worker.terminate();
    lost.addEventListener("abort", lose);
    if (isStopped() || lost.aborted) lose();
    let isAsking = false;
    let renewed = clock().getTime();
    /** Stores the progress, and stops the thread of a job that was cancelled or taken over. */
    const look = async (): Promise<void> => {
      const now = clock();
      const latest = progress;
      progress = null;
      const isDue = now.getTime() - renewed > LEASE_TIME / 3;
      if (isDue) renewed = now.getTime();
      const lease = isDue ? leaseEnd(now) : null;
      if (await jobs.note(database.db, job, latest, lease)) return;
      failure = { isLost: true };
      await worker.terminate();
    };
    const looking = setInterval(() => {
      // One at a time: on the embedded database it waits for the end of the thread's transaction.
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
      await keeping;
    } finally {
      clearInterval(looking);
      workers.delete(worker);
    }
    return lost.aborted ? { isLost: true } : failure;
  };

  const perform = async (
    job: Job,
    directory: string,
    lost: AbortSignal,
    isStopped: () => boolean,
  ): Promise<ThreadFailure<Reason> | null> => {
    try {
      // A killed attempt may have left its files.
      await rm(directory, { recursive: true, force: true });
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return await runThread(job, await jobs.settingsOf(job, directory), lost, isStopped);
    } catch (error) {
      if (await disk.explains(error)) return { isDiskFull: true };
      throw error;
    } finally {
      await rm(directory, { recursive: true, force: true }).catch(onError);
    }
  };

  const attempt = async (
    job: Job,
    directory: string,
    lost: AbortSignal,
    isStopped: () => boolean,
  ): Promise<void> => {
    const failure = await perform(job, directory, lost, isStopped);
    if (failure === null || "isLost" in failure) return;
    if ("reason" in failure) {
      return await disk.store(() => jobs.fail(background, job, failure.reason), isStopped);
    }
    const giveBack = () => jobs.giveBack(background, job);
    if (isStopped()) return await giveBack();
    const error = "isDiskFull" in failure ? new DiskFullError(null) : new Error(failure.unexpected);
    await disk.endAttempt(error, {
      onError,
      fail: (isDiskFull) => jobs.failAttempt(background, job, isDiskFull),
      giveBack,
      isStopped,
    });
  };

  const start = (job: Job, isStopped: () => boolean): void => {
    const directory = jobs.directoryOf(job);
    // Its lease expired while this process made an attempt, for example because the host was suspended.
    const earlier = running.get(directory);
    earlier?.lost.abort();
    const lost = new AbortController();
    const ended = disk
      .during(async () => {
        await earlier?.ended;
        await attempt(job, directory, lost.signal, isStopped);
      })
      .catch(onError)
      .finally(() => {
        if (running.get(directory) === current) running.delete(directory);
        loop.poke();
      });
    const current = { lost, ended };
    running.set(directory, current);
  };

  const loop = startJobLoop({
    database,
    disk,
    onError,
    endLeases: (db) => jobs.endLeases(db),
    interrupt: () => {
      for (const worker of workers) void worker.terminate();
    },
    workOff: async (isStopped) => {
      while (!isStopped() && !disk.isFull && running.size < jobs.parallel) {
        const job = await jobs.take(background);
        if (!job) return;
        start(job, isStopped);
      }
    },
  });
  return {
    poke: loop.poke,
    stop: async () => {
      await loop.stop();
      await Promise.all(Array.from(running.values(), ({ ended }) => ended));
    },
  };
}
