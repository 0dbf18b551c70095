/** Looks for jobs when it is poked, and every few seconds for due jobs and jobs of dead workers. */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "../db/schema.ts";
import type { OpenDatabase } from "../db/open.ts";
import type { DiskSpace } from "./diskSpace.ts";

const LOOK_TIME: Milliseconds = 5000;

/** What every kind of worker gets. */
export interface WorkerOptions {
  readonly database: OpenDatabase;
  readonly disk: DiskSpace;
  readonly clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
}

export interface JobLoopOptions {
  readonly database: OpenDatabase;
  readonly disk: DiskSpace;
  /** Called for every failure of the loop itself. */
  readonly onError: (error: unknown) => void;
  /** Called before the first look. An embedded database has no other workers, so that all leases are old. */
  endLeases(db: Kysely<Database>): Promise<void>;
  /** Called before the first look: removes what killed attempts left. */
  sweep?(db: Kysely<Database>): Promise<void>;
  /** Performs or starts the jobs that wait. It returns early once the loop is stopped, or the disk refuses writes. */
  workOff(isStopped: () => boolean): Promise<void>;
  /** Ends the work on running jobs early, because the server stops. */
  interrupt(): void | Promise<void>;
}

export interface JobLoop {
  /** Call it after a job was requested or cancelled. Returns immediately. */
  poke(): void;
  /** Gives running jobs back, so that another worker can take them, and stops. Takes about as long as one query. */
  stop(): Promise<void>;
}

export function startJobLoop(options: JobLoopOptions): JobLoop {
  const { database, disk, onError } = options;
  let isStopped = false;
  let isWanted = true;
  let wake = (): void => {};

  const run = async (): Promise<void> => {
    let isPrepared = false;
    while (!isStopped) {
      isWanted = false;
      try {
        if (!isPrepared) {
          if (database.kind === "embedded") await options.endLeases(database.background);
          await options.sweep?.(database.background);
          isPrepared = true;
        }
        if (await disk.hasSpace()) await options.workOff(() => isStopped);
      } catch (error) {
        if (!(await disk.explains(error))) onError(error);
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
      await options.interrupt();
      wake();
      await running;
    },
  };
}
