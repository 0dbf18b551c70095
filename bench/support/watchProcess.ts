/** This process while it works: whether it could have done something else, and what memory it took. */

/** Milliseconds. */
const TICK = 5;

export interface WatchedProcess {
  /** Milliseconds that the event loop stood still at most. */
  readonly longestStall: number;
  /** Milliseconds of processor time within such a time at most: other programs that have the processor do not count. */
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
  let used = process.cpuUsage();
  const look = () => {
    const now = performance.now();
    const stall = now - last - TICK;
    const { user, system } = process.cpuUsage(used);
    last = now;
    used = process.cpuUsage();
    longestStall = Math.max(longestStall, stall);
    longestWork = Math.max(longestWork, Math.min(stall, (user + system) / 1000));
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
