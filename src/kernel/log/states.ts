/** What every projection was after an event of a logged session: a log is states that were not written down. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import type { LoggedSession } from "./writeLog.ts";

/** The state of each projection, by its name. */
export type States = ReadonlyMap<string, unknown>;

export interface StateChange {
  readonly projection: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface Folder {
  /** The states that a session begins in. */
  begin(session: Pick<LoggedSession, "checkpoint">): Map<string, unknown>;
  /** Moves the states on by one event. */
  step(states: Map<string, unknown>, event: Envelope): readonly StateChange[];
}

/** @param projections those of the build that asks; the log does not say what they were. */
export function createFolder(projections: Iterable<Projection>): Folder {
  const all = [...projections];
  /** Most projections have nothing to do with most events. */
  const concerned = new Map<string, readonly Projection[]>();
  const concernedBy = (type: string) => {
    const before = concerned.get(type);
    if (before) return before;
    const found = all.filter((projection) => projection.concerns(type));
    concerned.set(type, found);
    return found;
  };

  return {
    begin({ checkpoint }) {
      return new Map(
        all.map(({ name, initial }) => {
          const isKept = checkpoint !== null && Object.hasOwn(checkpoint.states, name);
          return [name, isKept ? checkpoint.states[name] : initial];
        }),
      );
    },
    step(states, event) {
      const changes: StateChange[] = [];
      for (const { name, evolve } of concernedBy(event.type)) {
        const before = states.get(name);
        const after = evolve(before, event);
        if (Object.is(before, after)) continue;
        states.set(name, after);
        changes.push({ projection: name, before, after });
      }
      return changes;
    },
  };
}
