/** Mines the requested reports one at a time while the server runs. */
import { startJobLoop, type JobLoop, type WorkerOptions } from "../jobs/jobLoop.ts";
import { LEASE_TIME, LostJobError } from "../jobs/leases.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import {
  discardParts,
  endAllLeases,
  failAttempt,
  giveBack,
  holdsLease,
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

class StoppedError extends Error {
  override readonly name = "StoppedError";
}

function startMiningThread(): Remote<MiningMethods> {
  return remote<MiningMethods>(startThread(new URL("./miningThread.ts", import.meta.url), null));
}

export function startMiner(options: WorkerOptions): JobLoop {
  const { database, disk, clock, onError, workerId } = options;
  const { background } = database;
  // The thread starts slowly, so it is started before the first request.
  let thread: Remote<MiningMethods> | undefined = startMiningThread();
  let current: { job: MiningJob; controller: AbortController } | undefined;

  /** Stops mining a report that was dropped or taken over. */
  const check = async (isOurs: (job: MiningJob) => Promise<boolean>): Promise<void> => {
    const checked = current;
    if (checked && !(await isOurs(checked.job))) checked.controller.abort(new LostJobError());
  };
  const renew = (): void => {
    check((job) => renewLease(database.db, job, workerId, clock())).catch(onError);
  };
  const look = (): void => {
    check((job) => holdsLease(database.db, job, workerId)).catch(onError);
  };

  const attempt = async (job: MiningJob, isStopped: () => boolean): Promise<void> => {
    const controller = new AbortController();
    current = { job, controller };
    if (isStopped()) controller.abort(new StoppedError());
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
      if (aborted && reason instanceof LostJobError) return await discardParts(background, job);
      if (aborted && reason instanceof StoppedError)
        return await giveBack(background, job, workerId);
      await thread.end();
      thread = undefined;
      await disk.endAttempt(error, {
        onError,
        fail: () => {
          const message = error instanceof Error ? error.message : String(error);
          return failAttempt(background, job, workerId, message);
        },
        giveBack: () => giveBack(background, job, workerId),
        isStopped,
      });
    } finally {
      clearInterval(renewal);
      current = undefined;
    }
  };

  const loop = startJobLoop({
    database,
    disk,
    onError,
    endLeases: endAllLeases,
    sweep: sweepParts,
    workOff: async (isStopped) => {
      while (!isStopped() && !disk.isFull) {
        const job = await takeJob(background, workerId, clock());
        if (!job) return;
        await disk.during(() => attempt(job, isStopped));
        // Concerns old reports, so it does not fail this one.
        await evictReports(background, job.clientId, clock()).catch(onError);
      }
    },
    interrupt: async () => {
      current?.controller.abort(new StoppedError());
      // Fails its open calls, so that nothing waits for a long one.
      await thread?.end();
    },
  });
  return {
    poke: () => {
      loop.poke();
      look();
    },
    stop: async () => {
      await loop.stop();
      await thread?.end();
    },
  };
}
