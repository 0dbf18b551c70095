/** What a reader sees of a log, live or replayed. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import type { Timeline } from "../../kernel/log/timeline.ts";
import type { Player } from "./player.ts";

export interface EventHistory {
  readonly timeline: Timeline;
  readonly player: Player;
}

export interface FoundDivergence {
  readonly divergence: Divergence;
  /** The place of its event. */
  readonly at: number;
}

export interface InspectorProps {
  readonly history: EventHistory;
  /** Events so far: a live log grows. */
  readonly count: number;
  readonly divergence: FoundDivergence | null;
}

/** The place of the event in its list; -1 where it is not there. */
export function placeOf(events: readonly Envelope[], id: string): number {
  return events.findIndex((event) => event.id === id);
}

export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
