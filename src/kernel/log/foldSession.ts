/** A logged session event by event: what each changed, and the digest of it. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { stateDigest } from "./digest.ts";
import { createOutcomeDigester, type OutcomeCheck } from "./outcomes.ts";
import { createFolder, type StateChange, type States } from "./states.ts";
import type { LoggedSession } from "./writeLog.ts";

export interface FoldedEvent {
  readonly event: Envelope;
  /** What it changed of the projections that were there when it was recorded. */
  readonly changes: readonly StateChange[];
  readonly digest: string;
  /** After it, of every projection that was there when it was recorded. */
  readonly check: () => Omit<OutcomeCheck, "seq">;
}

export interface Walk {
  readonly steps: Generator<FoldedEvent, void>;
  /** After the step that was taken last; changes with the next. */
  readonly states: States;
  /** Projections that count: those that were there when it was recorded. */
  readonly counted: ReadonlySet<string>;
  /** Projections that were there when it was recorded and are not in this build. */
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

/** The projections that were there when a session was recorded; null where it does not say. */
function recordedNames({ checkpoint, outcomes }: Walkable): readonly string[] | null {
  const known = outcomes.checks[0] ?? checkpoint;
  return known && Object.keys(known.states);
}
