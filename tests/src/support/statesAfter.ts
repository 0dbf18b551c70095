/** What a timeline and the app are held against: the states, folded from the beginning. */
import { createFolder, type States } from "#src/kernel/log/states.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import type { Projection } from "#src/kernel/projection.ts";

/** @param count how many of the session's events have happened; 0 is its beginning. */
export function statesAfter(
  session: Pick<LoggedSession, "checkpoint" | "events">,
  projections: Iterable<Projection>,
  count: number,
): States {
  const folder = createFolder(projections);
  const states = folder.begin(session);
  for (const event of session.events.slice(0, count)) folder.step(states, event);
  return states;
}
