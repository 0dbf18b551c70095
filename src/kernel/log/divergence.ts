/** Where a replay departs from what happened: the first event whose outcome is another. */
import type { Envelope } from "#events/kernel/event.ts";
import { outcomeDigest } from "./digest.ts";
import type { Timeline } from "./timeline.ts";

export interface Divergence {
  readonly event: Envelope;
  /** Its place among the events of the log, from 0. */
  readonly index: number;
  readonly recorded: string;
  readonly replayed: string;
  /** What the replay made of it: the names of the projections that changed. */
  readonly changed: readonly string[];
}

/**
 * @param outcomes by index of the event, as they were recorded; null where none was.
 * @param isCounted whether a projection was there when the event happened: code of screens comes later.
 * @returns null where every outcome is as recorded.
 */
export function findDivergence(
  timeline: Timeline,
  outcomes: readonly (string | null)[],
  isCounted: (projection: string, index: number) => boolean,
): Divergence | null {
  let index = -1;
  for (const changes of timeline.walk()) {
    index += 1;
    const event = timeline.events[index];
    const recorded = outcomes[index] ?? null;
    if (recorded === null || !event) continue;
    const counted = changes.filter(({ projection }) => isCounted(projection, index));
    const replayed = outcomeDigest(counted.map(({ projection, after }) => [projection, after]));
    if (replayed === recorded) continue;
    const changed = counted.map(({ projection }) => projection);
    return { event, index, recorded, replayed, changed };
  }
  return null;
}
