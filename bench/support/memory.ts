/** The memory of a process and its descendants, as Linux counts it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** The pid and those of its descendants. */
export function processTree(pid: number): readonly number[] {
  const childrenOf = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // After the command's name, which may contain spaces and parentheses: state, then the parent.
    const [, parent] = read(name, "stat").split(") ").at(-1)?.split(" ") ?? [];
    if (parent === undefined) continue;
    const siblings = childrenOf.get(Number(parent)) ?? [];
    siblings.push(Number(name));
    childrenOf.set(Number(parent), siblings);
  }
  const tree = [pid];
  for (const one of tree) tree.push(...(childrenOf.get(one) ?? []));
  return tree;
}

/**
 * Megabytes of the whole tree in memory; shared pages count once (the sum of PSS). File pages are excluded: they are
 * the programs themselves, whose share falls while others on the machine run the same.
 */
export function treeMegabytes(pid: number): number {
  const kibibytes = processTree(pid).map((one) => {
    const shares = read(one, "smaps_rollup").matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm);
    return [...shares].reduce((sum, [, share]) => sum + Number(share), 0);
  });
  return (kibibytes.reduce((sum, one) => sum + one, 0) * 1024) / 1e6;
}

const STILL_SECONDS = 3;
const MAX_SECONDS = 20;

/** The same once it has changed by less than 1 % for three seconds, or after twenty. */
export async function settledMegabytes(pid: number): Promise<number> {
  let before = treeMegabytes(pid);
  let still = 0;
  for (let second = 0; second < MAX_SECONDS && still < STILL_SECONDS; second++) {
    await sleep(1000);
    const now = treeMegabytes(pid);
    if (Math.abs(now - before) < 0.01 * now) {
      still++;
      continue;
    }
    still = 0;
    before = now;
  }
  return treeMegabytes(pid);
}

/** Peak resident megabytes of the process; 0 if it is gone. */
export function peakMegabytes(pid: number): number {
  return (Number(/VmHWM:\s+(\d+)/.exec(read(pid, "status"))?.[1] ?? 0) * 1024) / 1e6;
}

/** Begins a new peak, as far as the process still has the memory of the former one. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** The highest peak of any process in the tree. */
export function largestPeakMegabytes(pid: number): number {
  return Math.max(...processTree(pid).map(peakMegabytes));
}

function read(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
