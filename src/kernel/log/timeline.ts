/**
 * A logged session as states: every projection after each event. States are immutable, so a snapshot costs a list of
 * references, and any event is reached by folding a few.
 */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { createFolder, type StateChange, type States } from "./states.ts";
import type { LoggedSession } from "./writeLog.ts";

/** Events between two snapshots. */
const SNAPSHOT_EVERY = 500;

export interface Timeline {
  readonly events: readonly Envelope[];
  /** @param count the number of applied events; 0 is the start. */
  statesAt(count: number): States;
  /** The changes of the event at that index, from 0. */
  changesOf(index: number): readonly StateChange[];
}

/** @param projections those of the replaying build. */
export function createTimeline(
  session: Pick<LoggedSession, "checkpoint" | "events">,
  projections: Iterable<Projection>,
): Timeline {
  const { events } = session;
  const folder = createFolder(projections);
  /** Snapshots at intervals, created when they are first passed. */
  const snapshots: States[] = [folder.begin(session)];

  function fold(before: States, from: number, to: number): Map<string, unknown> {
    const states = new Map(before);
    for (const event of events.slice(from, to)) folder.step(states, event);
    return states;
  }

  function statesAt(count: number): Map<string, unknown> {
    const end = Math.max(0, Math.min(count, events.length));
    const wanted = Math.floor(end / SNAPSHOT_EVERY);
    for (let have = snapshots.length; have <= wanted; have += 1) {
      const from = (have - 1) * SNAPSHOT_EVERY;
      snapshots.push(fold(snapshots[have - 1] as States, from, from + SNAPSHOT_EVERY));
    }
    return fold(snapshots[wanted] as States, wanted * SNAPSHOT_EVERY, end);
  }

  return {
    events,
    statesAt,
    changesOf(index) {
      const event = events[index];
      return event ? folder.step(statesAt(index), event) : [];
    },
  };
}
