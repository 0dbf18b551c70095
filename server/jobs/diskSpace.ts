/**
 * Whether the disks of this process accept writes. Jobs that meet a full disk wait for space. An attempt does not count while
 * the disk refuses small writes as well, or while other jobs use it. Otherwise the job may be too large for the disk, so that
 * the attempt counts.
 * The state is kept in memory, because it could not be stored while the disk refuses writes.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Milliseconds } from "#events/entities/common.ts";
import { DiskFullError, translateDatabaseError } from "../db/errors.ts";
import type { Readiness } from "../health.ts";

/** Before a job that met a full disk is tried again, if small writes succeed. */
const RETRY_AFTER: Milliseconds = 60_000;
/** Between two attempts to store the end of a job. */
const STORE_PAUSE: Milliseconds = 1000;

export interface DiskSpaceOptions {
  /** Writes to the disks. */
  check(): Promise<Readiness>;
  readonly clock: () => Date;
  /** Called when the disks begin or cease to refuse writes, with a message for the operator. */
  log(text: string): void;
}

interface Refusal {
  readonly at: number;
  /** Whether small writes failed as well, so that their success means that there is space again. */
  readonly isConfirmed: boolean;
}

/** How an attempt ends. */
export interface AttemptEnd {
  /** Reports the error of an attempt that counts. */
  onError(error: unknown): void;
  /** Stores that the attempt failed. */
  fail(isDiskFull: boolean): Promise<void>;
  /** Returns the job without counting the attempt. */
  giveBack(): Promise<void>;
  isStopped(): boolean;
}

export class DiskSpace {
  readonly #options: DiskSpaceOptions;
  #refusal: Refusal | null = null;
  #checking: Promise<Readiness> | undefined;
  /** Ended jobs that are not stored yet. */
  #unstored = 0;
  /** Number of running jobs. */
  #running = 0;

  constructor(options: DiskSpaceOptions) {
    this.#options = options;
  }

  /** Whether a job met a full disk, and no space has been found since. */
  get isFull(): boolean {
    return this.#refusal !== null;
  }

  /** Whether jobs may be taken. Looks for space if there was none. */
  async hasSpace(): Promise<boolean> {
    if (this.#refusal === null) return true;
    if (this.#unstored > 0) return false;
    const { status, disk } = await this.#check();
    // Another kind of jobs may have looked as well.
    const refusal = this.#refusal as Refusal | null;
    if (refusal === null) return true;
    if (disk !== "ok") {
      this.#refusal = { ...refusal, isConfirmed: true };
      return false;
    }
    const isDue = refusal.isConfirmed || this.#now() - refusal.at >= RETRY_AFTER;
    if (status !== "ready" || !isDue) return false;
    this.#refusal = null;
    this.#options.log("The disk accepts writes again: jobs continue.");
    return true;
  }

  /** Whether the error occurred because a disk refuses writes. If so, no jobs are taken until there is space. */
  async explains(error: unknown): Promise<boolean> {
    return (await this.#refusalOf(error)) !== null;
  }

  /** Runs an attempt of a job, which may end with `endAttempt`. */
  async during(attempt: () => Promise<void>): Promise<void> {
    this.#running += 1;
    try {
      await attempt();
    } finally {
      this.#running -= 1;
    }
  }

  /**
   * Stores the end of an attempt that failed. Call it after the files of the attempt were removed, so that they are not what
   * fills the disk.
   */
  async endAttempt(
    error: unknown,
    { onError, fail, giveBack, isStopped }: AttemptEnd,
  ): Promise<void> {
    const refusal = await this.#refusalOf(error);
    const othersRun = this.#running > 1;
    if (refusal && (refusal.isConfirmed || othersRun)) return this.store(giveBack, isStopped);
    // Here and not in `fail`, which is repeated until the failure is stored.
    onError(error);
    await this.store(() => fail(refusal !== null), isStopped);
  }

  /** Stores the end of a job, again and again while the disk refuses it. */
  async store(write: () => Promise<void>, isStopped: () => boolean): Promise<void> {
    this.#unstored += 1;
    try {
      for (;;) {
        try {
          return await write();
        } catch (error) {
          if (isStopped() || !(await this.explains(error))) throw error;
        }
        await sleep(STORE_PAUSE);
      }
    } finally {
      this.#unstored -= 1;
    }
  }

  async #refusalOf(error: unknown): Promise<Refusal | null> {
    const isConfirmed = (await this.#check()).disk !== "ok";
    if (!isConfirmed && !(translateDatabaseError(error) instanceof DiskFullError)) return null;
    if (this.#refusal === null) {
      this.#options.log("The disk refuses writes: jobs wait until there is space.");
    }
    this.#refusal = { at: this.#now(), isConfirmed };
    return this.#refusal;
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  /** One check at a time serves all jobs. */
  #check(): Promise<Readiness> {
    this.#checking ??= this.#options.check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }
}
