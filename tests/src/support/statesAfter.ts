/** Reference states for a timeline and the app, folded from the start. */
import { createFolder, type States } from "#src/kernel/log/states.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import type { Projection } from "#src/kernel/projection.ts";

/** @param count number of applied events of the session; 0 is its start. */
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
