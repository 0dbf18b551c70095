/**
 * Mines the requested reports one at a time while the server runs. It looks for work when it is poked, and every few
 * seconds for jobs of dead workers.
 */
import type { OpenDatabase } from "../db/open.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import {
  discardParts,
  endAllLeases,
  failAttempt,
  giveBack,
  holdsLease,
  LEASE_TIME,
  publishReport,
  renewLease,
  savePart,
  sweepParts,
  takeJob,
  type MiningJob,
} from "./leases.ts";
import { evictReports } from "./evictReports.ts";
import { mineReport } from "./mineReport.ts";
import type { MiningMethods } from "./miningThread.ts";

export interface MinerOptions {
  database: OpenDatabase;
  clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  onError: (error: unknown) => void;
  /** Different for every server start. */
  workerId: string;
}

export interface Miner {
  /** Call it after a report was requested or dropped. Returns immediately. */
  poke(): void;
  /** Returns the running job, so that another worker can take it, and stops. Takes about as long as one query. */
  stop(): Promise<void>;
}

/** Milliseconds between checks for expired leases. */
const LOOK_TIME = 5000;

class Lost extends Error {
  override readonly name = "Lost";
}

class Stopped extends Error {
  override readonly name = "Stopped";
}

function startMiningThread(): Remote<MiningMethods> {
  return remote<MiningMethods>(startThread(new URL("./miningThread.ts", import.meta.url), null));
}

export function startMiner(options: MinerOptions): Miner {
  const { database, clock, onError, workerId } = options;
  const { background } = database;
  // The thread starts slowly, so it is started before the first request.
  let thread: Remote<MiningMethods> | undefined = startMiningThread();
  let current: { job: MiningJob; controller: AbortController } | undefined;
  let stopped = false;
  let wanted = true;
  let wake = (): void => {};

  /** Stops mining a report that was dropped or taken over. */
  const check = async (isOurs: (job: MiningJob) => Promise<boolean>): Promise<void> => {
    const checked = current;
    if (checked && !(await isOurs(checked.job))) checked.controller.abort(new Lost());
  };
  const renew = (): void => {
    check((job) => renewLease(database.db, job, workerId, clock())).catch(onError);
  };
  const look = (): void => {
    check((job) => holdsLease(database.db, job, workerId)).catch(onError);
  };

  const attempt = async (job: MiningJob): Promise<void> => {
    const controller = new AbortController();
    current = { job, controller };
    if (stopped) controller.abort(new Stopped());
    thread ??= startMiningThread();
    const renewal = setInterval(renew, LEASE_TIME / 3);
    try {
      const mined = await mineReport(job, {
        background,
        thread,
        clock,
        signal: controller.signal,
        savePart: (part, body) => savePart(background, job, part, body),
      });
      await publishReport(background, job, workerId, mined);
    } catch (error) {
      const { aborted, reason } = controller.signal;
      if (aborted && reason instanceof Lost) return await discardParts(background, job);
      if (aborted && reason instanceof Stopped) return await giveBack(background, job, workerId);
      onError(error);
      await thread.end();
      thread = undefined;
      const message = error instanceof Error ? error.message : String(error);
      await failAttempt(background, job, workerId, message);
    } finally {
      clearInterval(renewal);
      current = undefined;
    }
  };

  const workOff = async (): Promise<void> => {
    for (;;) {
      if (stopped) return;
      const job = await takeJob(background, workerId, clock());
      if (!job) return;
      await attempt(job);
      // Concerns old reports, so it does not fail this one.
      await evictReports(background, job.clientId, clock()).catch(onError);
    }
  };

  const run = async (): Promise<void> => {
    let prepared = false;
    while (!stopped) {
      wanted = false;
      try {
        if (!prepared) {
          if (database.kind === "embedded") await endAllLeases(background);
          await sweepParts(background);
          prepared = true;
        }
        await workOff();
      } catch (error) {
        onError(error);
      }
      if (!wanted && !stopped) await pause();
    }
    await thread?.end();
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
      look();
    },
    stop: async () => {
      stopped = true;
      current?.controller.abort(new Stopped());
      // Fails its open calls, so that nothing waits for a long one.
      await thread?.end();
      wake();
      await running;
    },
  };
}
