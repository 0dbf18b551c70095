/**
 * A logged session as states: what every projection was after each event. States are never changed, so that a snapshot
 * costs a list of references, and any event is reached by folding a few.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import type { LoggedSession } from "./writeLog.ts";

/** Events between two snapshots. */
const SNAPSHOT_EVERY = 500;

/** The state of each projection, by its name. */
export type States = ReadonlyMap<string, unknown>;

export interface StateChange {
  readonly projection: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface Timeline {
  readonly events: readonly Envelope[];
  /** @param count how many events have happened; 0 is the beginning. */
  statesAt(count: number): States;
  /** What the event at that index changed. */
  changesOf(index: number): readonly StateChange[];
  /** What each event changed, in order: one pass over all. */
  walk(): Generator<readonly StateChange[], void>;
}

/** @param projections those of the build that replays; the log does not say what they were. */
export function createTimeline(
  { checkpoint, events }: LoggedSession,
  projections: Iterable<Projection>,
): Timeline {
  const all = [...projections];
  const start = new Map(
    all.map(({ name, initial }) => {
      const kept = checkpoint && Object.hasOwn(checkpoint.states, name);
      return [name, kept ? checkpoint.states[name] : initial];
    }),
  );
  /** After every so many events, made as they are first passed. */
  const snapshots: States[] = [start];

  function statesAt(count: number): States {
    const end = Math.max(0, Math.min(count, events.length));
    const wanted = Math.floor(end / SNAPSHOT_EVERY);
    while (snapshots.length <= wanted) {
      const from = (snapshots.length - 1) * SNAPSHOT_EVERY;
      const before = snapshots.at(-1) ?? start;
      snapshots.push(fold(all, before, events, from, from + SNAPSHOT_EVERY));
    }
    return fold(all, snapshots[wanted] ?? start, events, wanted * SNAPSHOT_EVERY, end);
  }

  return {
    events,
    statesAt,
    changesOf(index) {
      const event = events[index];
      return event ? step(all, new Map(statesAt(index)), event) : [];
    },
    *walk() {
      const states = new Map(start);
      for (const event of events) yield step(all, states, event);
    },
  };
}

function fold(
  projections: readonly Projection[],
  before: States,
  events: readonly Envelope[],
  from: number,
  to: number,
): States {
  const states = new Map(before);
  for (const event of events.slice(from, to)) step(projections, states, event);
  return states;
}

/** Moves the states on by one event. */
function step(
  projections: readonly Projection[],
  states: Map<string, unknown>,
  event: Envelope,
): readonly StateChange[] {
  const changes: StateChange[] = [];
  for (const { name, evolve } of projections) {
    const before = states.get(name);
    const after = evolve(before, event);
    if (Object.is(before, after)) continue;
    states.set(name, after);
    changes.push({ projection: name, before, after });
  }
  return changes;
}
