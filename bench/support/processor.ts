/** The CPU time of a process, as Linux counts it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

let ticks = 0;

/** CPU seconds of all threads since the process started. */
export function processorSeconds(pid: number): number {
  ticks ||= Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  // After the command's name: state is the first field, user time the 12th, system time the 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}
