/** Every projection's state after an event of a logged session, computed by folding. */
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

/** An event cannot be applied: the log starts in a state of another build, or was modified. */
export class FoldError extends MessageError {
  override readonly name = "FoldError";

  constructor({ seq, type }: Envelope, options: ErrorOptions) {
    super(message("logs.cannotReplay", { seq, event: type }), options);
  }
}

export interface Folder {
  /** The session's start states: the initial ones if they are unknown. */
  begin(session: Pick<LoggedSession, "checkpoint">): Map<string, unknown>;
  /**
   * Applies one event to the states.
   * @throws FoldError if that is impossible.
   */
  step(states: Map<string, unknown>, event: Envelope): readonly StateChange[];
}

/** @param projections those of the calling build; the log does not contain the recording build's. */
export function createFolder(projections: Iterable<Projection>): Folder {
  const all = [...projections];
  /** Most projections ignore most events. */
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

/** A failing reducer keeps the state, as in the app. */
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
