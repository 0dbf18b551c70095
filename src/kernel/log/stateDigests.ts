/**
 * Records the changes of each event as it happens. States are immutable, so a record is a list of references. Their
 * digests are computed later in idle time.
 */
import { createWatch, type Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import { stateChanged, type Projection } from "../projection.ts";
import { recorded } from "../recorder.ts";

/** The states that an event changed, held until their digests are computed. */
export interface RecordedOutcome {
  /** The event's log session. */
  readonly session: string;
  readonly seq: number;
  readonly type: string;
  readonly changed: Map<string, unknown>;
}

/** Calls `note` with each event recorded in the scope; the event's changes are filled in right afterwards. */
export function recordStateDigests(scope: Scope, note: (outcome: RecordedOutcome) => void): void {
  let newest: RecordedOutcome | null = null;
  createWatch({
    unit: recorded,
    scope,
    fn: ({ session, seq, type }) => {
      newest = { session, seq, type, changed: new Map() };
      note(newest);
    },
  });
  createWatch({
    unit: stateChanged,
    scope,
    fn: ({ name, state }) => void newest?.changed.set(name, state),
  });
}

/**
 * Completes the outcomes of events that were recorded before some projections were loaded.
 *
 * @param outcomes one for each event, in order.
 * @param late those projections.
 */
export function completeOutcomes(
  outcomes: readonly RecordedOutcome[],
  events: readonly Envelope[],
  late: Iterable<Projection>,
): void {
  for (const { name, initial, evolve, concerns } of late) {
    let state = initial;
    for (const [at, { changed }] of outcomes.entries()) {
      changed.delete(name);
      const event = events[at];
      if (!event || !concerns(event.type)) continue;
      const before = state;
      state = evolve(before, event);
      if (state !== before) changed.set(name, state);
    }
  }
}
