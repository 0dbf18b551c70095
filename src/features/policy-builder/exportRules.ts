/** What an export is called and what is said of it. */
import { formatCount } from "../../ui/format.ts";

export type ExportOf = "shown" | "selected";

/** "Senior-Teller-shown-2026-11-21.csv": letters and digits of any script, the day in UTC. */
export function exportFileName(orgName: string, of: ExportOf, time: number): string {
  const name = orgName.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  const day = new Date(time).toISOString().slice(0, 10);
  return `${name === "" ? "entitlements" : name}-${of}-${day}.csv`;
}

export function describeExported({
  records,
  fileName,
}: {
  readonly records: number;
  readonly fileName: string;
}): string {
  return `${formatCount(records)} ${records === 1 ? "entitlement" : "entitlements"} exported as ${fileName}.`;
}

/** "Exporting 40,960 of 1,000,000". */
export function describeExporting({
  records,
  total,
}: {
  readonly records: number;
  readonly total: number;
}): string {
  return `Exporting ${formatCount(records)} of ${formatCount(total)}`;
}
