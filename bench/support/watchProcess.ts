/** This process during work: the responsiveness of its event loop, and its memory. */
import { readFileSync } from "node:fs";

/** Milliseconds. */
const TICK = 5;

export interface WatchedProcess {
  /** Maximum milliseconds that the event loop was blocked. */
  readonly longestStall: number;
  /**
   * Maximum CPU milliseconds of the event loop's own thread within such a time: waiting for a CPU does not count, nor
   * do other threads.
   */
  readonly longestWork: number;
  /** Peak resident memory. */
  readonly megabytes: number;
}

/** Samples every TICK milliseconds. */
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

/** Of the calling thread, which is the main one; milliseconds. */
function threadTime(): number {
  return (
    Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  );
}
