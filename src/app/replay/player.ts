/** Where a replay stands and how it moves. It knows neither states nor screens; time comes from outside. */
import type { Envelope } from "#events/kernel/event.ts";

export const SPEEDS = [1, 2, 8, 32] as const;

/** Longest wait between two events while playing, in milliseconds at single speed: nobody watches a lunch break. */
const MAX_WAIT = 2000;
/** Shortest, so that a burst of events can be drawn. */
const SHORTEST_WAIT = 16;

export interface PlayerState {
  /** How many events have happened; 0 is before the first. */
  readonly position: number;
  readonly isPlaying: boolean;
  /** It stands at the newest event and goes on to each newer one, until it is led elsewhere. */
  readonly isFollowing: boolean;
  readonly speed: number;
}

export interface Player {
  readonly getState: () => PlayerState;
  /** @returns how to end it. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Goes to a place and stays there; places beyond the ends are the ends. */
  readonly seek: (position: number) => void;
  readonly follow: () => void;
  /** Follows no more. */
  readonly stay: () => void;
  /** To be called when there are more events than before. */
  readonly grow: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly setSpeed: (speed: number) => void;
}

/** Calls back once, after so many milliseconds; what it returns takes that back. */
export type After = (milliseconds: number, callback: () => void) => () => void;

export function createPlayer(events: readonly Envelope[], after: After): Player {
  let state: PlayerState = { position: 0, isPlaying: false, isFollowing: false, speed: 1 };
  let stop: (() => void) | null = null;
  const listeners = new Set<() => void>();

  const become = (next: Partial<PlayerState>) => {
    state = { ...state, ...next };
    for (const changed of listeners) changed();
  };
  const waitForNext = () => {
    stop?.();
    stop = null;
    const next = events[state.position];
    if (!state.isPlaying || !next) return;
    const gap = next.time - (events[state.position - 1]?.time ?? next.time);
    const wait = Math.min(Math.max(gap, 0), MAX_WAIT) / state.speed;
    stop = after(Math.max(wait, SHORTEST_WAIT), () => {
      const position = state.position + 1;
      become({ position, isPlaying: position < events.length });
      waitForNext();
    });
  };

  return {
    getState: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    seek(position) {
      const to = Math.max(0, Math.min(Math.round(position), events.length));
      if (to === state.position && !state.isPlaying && !state.isFollowing) return;
      become({ position: to, isPlaying: false, isFollowing: false });
      waitForNext();
    },
    follow() {
      become({ position: events.length, isPlaying: false, isFollowing: true });
      waitForNext();
    },
    stay() {
      become({ isFollowing: false });
    },
    grow() {
      if (state.isFollowing) become({ position: events.length });
    },
    play() {
      // At its end it begins again.
      const position = state.position >= events.length ? 0 : state.position;
      become({ position, isPlaying: events.length > 0, isFollowing: false });
      waitForNext();
    },
    pause() {
      become({ isPlaying: false });
      waitForNext();
    },
    setSpeed(speed) {
      become({ speed });
      waitForNext();
    },
  };
}
