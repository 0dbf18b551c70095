/** The file name of an export. */
import { dayOf } from "#events/rules/time.ts";

export type ExportOf = "shown" | "selected";

/** "Senior-Teller-shown-2026-11-21.csv": letters and digits of any script, the day in UTC. */
export function exportFileName(orgName: string, of: ExportOf, time: number): string {
  const name = orgName.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  const day = dayOf(new Date(time));
  return `${name === "" ? "entitlements" : name}-${of}-${day}.csv`;
}
