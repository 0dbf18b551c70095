/** What every projection was after an event of a logged session: a log is states that were not written down. */
import type { Projection } from "../projection.ts";
import type { LoggedSession } from "./writeLog.ts";

/** The state of each projection, by its name. */
export type States = ReadonlyMap<string, unknown>;

/**
 * @param projections those of the build that asks; the log does not say what they were.
 * @param count how many of the session's events have happened; 0 is its beginning.
 */
export function statesAfter(
  { checkpoint, events }: LoggedSession,
  projections: Iterable<Projection>,
  count: number,
): States {
  const states = new Map<string, unknown>();
  for (const { name, initial, evolve } of projections) {
    const isKept = checkpoint !== null && Object.hasOwn(checkpoint.states, name);
    const start = isKept ? checkpoint.states[name] : initial;
    states.set(name, events.slice(0, count).reduce(evolve, start));
  }
  return states;
}
