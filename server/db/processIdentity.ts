/**
 * Identifies a process. Process ids are reused, in a container often immediately, so on Linux the id is combined with
 * the boot and the process's start time.
 */
import { readFileSync } from "node:fs";
import { errorCode } from "./errors.ts";

export interface ProcessMark {
  pid: number;
  /** Boot and start time on Linux; null if they cannot be read. */
  born: string | null;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** Null if there is no such process (zombies have ended) or no /proc. */
function birth(pid: number): string | null {
  const boot = readText("/proc/sys/kernel/random/boot_id");
  const stat = readText(`/proc/${pid}/stat`);
  if (boot === null || stat === null) return null;
  // The name in parentheses may itself contain spaces and parentheses. The state is the first field after it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  const startTime = fields[19];
  if (state === "Z" || state === "X" || startTime === undefined) return null;
  return `${boot.trim()}:${startTime}`;
}

export function thisProcess(): ProcessMark {
  return { pid: process.pid, born: birth(process.pid) };
}

/** Whether the identified process still runs on this machine. */
export function isRunning(mark: ProcessMark): boolean {
  if (mark.born !== null) return birth(mark.pid) === mark.born;
  try {
    process.kill(mark.pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
