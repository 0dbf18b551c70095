/**
 * Tells one process from another. A process id is used again after the process ended (in a container often at once),
 * so on Linux the id goes with the boot and the time at which the process started.
 */
import { readFileSync } from "node:fs";
import { errorCode } from "./errors.ts";

export interface ProcessMark {
  pid: number;
  /** Boot and start time on Linux; null where they cannot be read. */
  born: string | null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Null where there is no such process (a zombie has ended) or no /proc. */
function birth(pid: number): string | null {
  const boot = readText("/proc/sys/kernel/random/boot_id");
  const stat = readText(`/proc/${pid}/stat`);
  if (boot === null || stat === null) return null;
  // The name, in parentheses, may itself hold spaces and parentheses; state is the first field behind it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  const startTime = fields[19];
  if (state === "Z" || state === "X" || startTime === undefined) return null;
  return `${boot.trim()}:${startTime}`;
}

export function thisProcess(): ProcessMark {
  return { pid: process.pid, born: birth(process.pid) };
}

/** Whether the marked process still runs on this machine. */
export function isRunning(mark: ProcessMark): boolean {
  if (mark.born !== null) return birth(mark.pid) === mark.born;
  try {
    process.kill(mark.pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
