/** What every projection was after an event of a logged session: a log is states that were not written down. */
import type { Envelope } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import type { Projection } from "../projection.ts";
import { MessageError } from "../messageError.ts";
import { isRestorable } from "./checkpoints.ts";
import type { LoggedSession } from "./writeLog.ts";

/** The state of each projection, by its name. */
export type States = ReadonlyMap<string, unknown>;

export interface StateChange {
  readonly projection: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * An event cannot move a state on: the log begins in one of another build, or was changed.
 */
export class FoldError extends MessageError {
  override readonly name = "FoldError";

  constructor({ seq, type }: Envelope, options: ErrorOptions) {
    super(message("logs.cannotReplay", { seq, event: type }), options);
  }
}

export interface Folder {
  /** The states that a session begins in: the initial ones where they are not known. */
  begin(session: Pick<LoggedSession, "checkpoint">): Map<string, unknown>;
  /**
   * Moves the states on by one event.
   * @throws FoldError where one cannot be.
   */
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
        all.map((one) => {
          const isKept = checkpoint !== null && isRestorable(checkpoint, one);
          return [one.name, isKept ? checkpoint.states[one.name] : one.initial];
        }),
      );
    },
    step(states, event) {
      const changes: StateChange[] = [];
      for (const { name, evolve } of concernedBy(event.type)) {
        const before = states.get(name);
        const after = evolved(evolve, before, event);
        if (Object.is(before, after)) continue;
        states.set(name, after);
        changes.push({ projection: name, before, after });
      }
      return changes;
    },
  };
}

/** As in the app, a state stays as it is where its step breaks. */
export function movedAsInApp(
  { evolve }: Pick<Projection, "evolve">,
  state: unknown,
  event: Envelope,
): unknown {
  try {
    return evolve(state, event);
  } catch {
    return state;
  }
}

function evolved(evolve: Projection["evolve"], before: unknown, event: Envelope): unknown {
  try {
    return evolve(before, event);
  } catch (cause) {
    throw new FoldError(event, { cause });
  }
}
