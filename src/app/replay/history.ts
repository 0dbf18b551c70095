/** The inspector's view of a live or replayed log. */
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
  /** Position of its event. */
  readonly at: number;
}

export interface InspectorProps {
  readonly history: EventHistory;
  /** Number of events so far; a live log grows. */
  readonly count: number;
  readonly divergence: FoundDivergence | null;
}

/** The position of the event in its list; -1 if it is missing. */
export function placeOf(events: readonly Envelope[], id: string): number {
  return events.findIndex((event) => event.id === id);
}

export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
