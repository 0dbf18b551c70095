/** A logged session event by event: the changes of each and their digest. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { stateDigest } from "./digest.ts";
import { createOutcomeDigester, type OutcomeCheck } from "./outcomes.ts";
import { createFolder, type StateChange, type States } from "./states.ts";
import type { LoggedSession } from "./writeLog.ts";

export interface FoldedEvent {
  readonly event: Envelope;
  /** Its changes of the projections that existed in the recording build. */
  readonly changes: readonly StateChange[];
  readonly digest: string;
  /** The states after it, for every projection that existed in the recording build. */
  readonly check: () => Omit<OutcomeCheck, "seq">;
}

export interface Walk {
  readonly steps: Generator<FoldedEvent, void>;
  /** The current states; they change with each step. */
  readonly states: States;
  /** Projections that count: those that existed in the recording build. */
  readonly counted: ReadonlySet<string>;
  /** Projections of the recording build that this build lacks. */
  readonly unknown: ReadonlySet<string>;
}

type Walkable = Pick<LoggedSession, "checkpoint" | "events" | "outcomes">;

/** @param projections all of this build. */
export function foldSession(session: Walkable, projections: Iterable<Projection>): Walk {
  const folder = createFolder(projections);
  const states = folder.begin(session);
  const names = recordedNames(session) ?? [...states.keys()];
  const counted = new Set(names.filter((name) => states.has(name)));
  const unknown = new Set(names.filter((name) => !states.has(name)));
  const digester = createOutcomeDigester(
    new Map([...counted].map((name) => [name, states.get(name)])),
  );

  function* steps(): Generator<FoldedEvent> {
    for (const event of session.events) {
      const changes = folder
        .step(states, event)
        .filter(
          ({ projection, before, after }) =>
            counted.has(projection) && stateDigest(before) !== stateDigest(after),
        );
      const changed = new Map(changes.map(({ projection, after }) => [projection, after]));
      const digest = digester.take({ changed });
      yield { event, changes, digest, check: digester.check };
    }
  }
  return { steps: steps(), states, counted, unknown };
}

/** The projections of the recording build; null if unknown. */
function recordedNames({ checkpoint, outcomes }: Walkable): readonly string[] | null {
  const known = outcomes.checks[0] ?? checkpoint;
  return known && Object.keys(known.states);
}
