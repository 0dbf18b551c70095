/**
 * Notes what each event changes, as it happens. States are never changed, so that a note is a list of references; their
 * digests are taken later, when the main thread has nothing better to do.
 */
import { createWatch, type Scope } from "effector";
import { codeLoaded } from "#events/actions/app.ts";
import { stateChanged, statesRestored } from "../projection.ts";
import { recorded } from "../recorder.ts";

/** The states that an event changed, held until their digests are taken. */
export interface NotedOutcome {
  readonly seq: number;
  readonly type: string;
  readonly changed: Map<string, unknown>;
  /** Projections that count from this event on. */
  readonly brought: Set<string>;
}

/** Calls `note` with each event that is recorded in the scope; what the event changes is filled in right after. */
export function noteOutcomes(scope: Scope, note: (outcome: NotedOutcome) => void): void {
  let newest: NotedOutcome | null = null;
  createWatch({
    unit: recorded,
    scope,
    fn: ({ seq, type }) => {
      newest = { seq, type, changed: new Map(), brought: new Set() };
      note(newest);
    },
  });
  createWatch({
    unit: stateChanged,
    scope,
    fn: ({ name, state }) => void newest?.changed.set(name, state),
  });
  createWatch({
    unit: statesRestored,
    scope,
    fn: (states) => {
      for (const [name, state] of states) {
        newest?.changed.set(name, state);
        if (newest?.type === codeLoaded.type) newest.brought.add(name);
      }
    },
  });
}
