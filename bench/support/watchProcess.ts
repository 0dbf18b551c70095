/** This process while it works: whether it could have done something else, and what memory it took. */
import { readFileSync } from "node:fs";

/** Milliseconds. */
const TICK = 5;

export interface WatchedProcess {
  /** Milliseconds that the event loop stood still at most. */
  readonly longestStall: number;
  /**
   * Milliseconds of processor time of the event loop's own thread within such a time at most: what waits for a processor
   * does not count, nor what other threads do meanwhile.
   */
  readonly longestWork: number;
  /** Most that was resident. */
  readonly megabytes: number;
}

/** Looks every TICK milliseconds. */
export function watchProcess(): { readonly stop: () => WatchedProcess } {
  let longestStall = 0;
  let longestWork = 0;
  let megabytes = 0;
  let last = performance.now();
  let worked = threadTime();
  const look = () => {
    const now = performance.now();
    const stall = now - last - TICK;
    const before = worked;
    last = now;
    worked = threadTime();
    longestStall = Math.max(longestStall, stall);
    longestWork = Math.max(longestWork, Math.min(stall, worked - before));
    megabytes = Math.max(megabytes, process.memoryUsage.rss() / 1e6);
  };
  const ticks = setInterval(look, TICK);
  return {
    stop: () => {
      clearInterval(ticks);
      look();
      return { longestStall, longestWork, megabytes };
    },
  };
}

/** Of the thread that asks, which is the main one; milliseconds. */
function threadTime(): number {
  return (
    Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  );
}
