/** Upcasts let new builds read old events: each version of a type has at most one upcast to the next version. */
import type { Draft } from "./event.ts";

export interface Upcast {
  readonly type: string;
  /** The version that is read. The result has the next one. */
  readonly from: number;
  readonly up: (payload: unknown) => unknown;
}

/**
 * Upgrades an event to the newest version that the upcasts reach.
 *
 * @param upcasts all upcasts of the build; one per type and version.
 */
export function upcast<Event extends Draft>(upcasts: readonly Upcast[], event: Event): Event {
  let current = event;
  for (;;) {
    const step = upcasts.find(
      ({ type, from }) => type === current.type && from === current.version,
    );
    if (!step) return current;
    current = { ...current, version: current.version + 1, payload: step.up(current.payload) };
  }
}
