/** When the next scheduled run of a system begins. */
import type { Milliseconds } from "#events/entities/common.ts";
import type { SystemRow } from "./queries.ts";

const MINUTE: Milliseconds = 60_000;

/** @returns null for a system that is not published or confirmed, that is paused, or that has no schedule. */
export function nextRunAt(
  {
    confirmed,
    paused,
    published_settings: settings,
  }: Pick<SystemRow, "confirmed" | "paused" | "published_settings">,
  from: Date,
): Date | null {
  const every = settings?.everyMinutes ?? null;
  if (every === null || !confirmed || paused) return null;
  return new Date(from.getTime() + every * MINUTE);
}
