/** The position of a replay and its playback. Independent of states and screens, with injected time. */
import type { Envelope } from "#events/kernel/event.ts";

export const SPEEDS = [1, 2, 8, 32] as const;

/** Maximum pause between two events during playback, in milliseconds at single speed, which skips long breaks. */
const MAX_WAIT = 2000;
/** Minimum pause, so that a burst of events can be rendered. */
const SHORTEST_WAIT = 16;

export interface PlayerState {
  /** Number of applied events; 0 is before the first. */
  readonly position: number;
  readonly isPlaying: boolean;
  /** It is at the newest event and follows newer ones until a seek. */
  readonly isFollowing: boolean;
  readonly speed: number;
}

export interface Player {
  readonly getState: () => PlayerState;
  /** @returns a function that unsubscribes. */
  readonly subscribe: (changed: () => void) => () => void;
  /** Seeks to a position and stays there; positions are clamped. */
  readonly seek: (position: number) => void;
  readonly follow: () => void;
  /** Stops following. */
  readonly stay: () => void;
  /** Call it when the log has grown. */
  readonly grow: () => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly setSpeed: (speed: number) => void;
}

/** Calls back once after that many milliseconds; returns a function that cancels it. */
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
      // At the end, playback restarts.
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
