import { versionsOf } from "#src/kernel/log/checkpoints.ts";
import { allProjections } from "#src/kernel/projection.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import type { States } from "#src/kernel/log/states.ts";

/** States before each event, by its seq. They share all parts that the events leave as they are. */
export type StatesBefore = ReadonlyMap<number, ReadonlyMap<string, unknown>>;

/** Notes the states of a walk after an event, which are those before the next one. */
export function noteStates(
  before: Map<number, ReadonlyMap<string, unknown>>,
  seq: number,
  states: States,
) {
  before.set(seq + 1, new Map(states));
}

/**
 * The session from an event on, as the product keeps it after it dropped the earlier events. A replay of it is as long as
 * what follows, so that hundreds of faults can be tried.
 */
export function sessionFrom(
  session: LoggedSession,
  before: StatesBefore,
  seq: number,
): LoggedSession {
  const kept = before.get(seq);
  if (!kept) throw new Error(`There are no states before event ${seq}`);
  const states = Object.fromEntries(kept);
  const versions = versionsOf(states, allProjections().values());
  const checkpoint = { seq: seq - 1, time: 0, states, versions };
  return { ...session, checkpoint, events: session.events.filter((event) => event.seq >= seq) };
}
