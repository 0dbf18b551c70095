/** The file name of an export. */

export type ExportOf = "shown" | "selected";

/** "Senior-Teller-shown-2026-11-21.csv": letters and digits of any script, the day in UTC. */
export function exportFileName(orgName: string, of: ExportOf, time: number): string {
  const name = orgName.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  const day = new Date(time).toISOString().slice(0, 10);
  return `${name === "" ? "entitlements" : name}-${of}-${day}.csv`;
}
