/** Reservations about comparing two results, which are known before the second is measured. */
import { sameMachine } from "./machine.ts";
import type { Result } from "./resultFile.ts";

type Measured = Pick<Result, "settings" | "machine">;

/** Lines to print, gravest first; empty if only the product may differ. */
export function reservationsOf(before: Measured, now: Measured): readonly string[] {
  const settings = (["rows", "seed"] as const)
    .filter((setting) => before.settings[setting] !== now.settings[setting])
    .map((setting) => {
      const [one, other] = [before.settings[setting], now.settings[setting]];
      return `NOT COMPARABLE: ${setting} was ${one} and is ${other}. No verdict means anything.`;
    });
  const { cpu, cores, memory } = before.machine;
  const machine = sameMachine(before.machine, now.machine)
    ? []
    : [`ANOTHER MACHINE: ${cores} x ${cpu}, ${memory} GiB. Differences may be its own.`];
  const parts = (["kernel", "node", "chromium"] as const)
    .filter((part) => before.machine[part] !== now.machine[part])
    .map((part) => `Another ${part}: ${before.machine[part]} before, ${now.machine[part]} now.`);
  return [...settings, ...machine, ...parts];
}
