/** A logged session event by event: what each changed, and the digest of it. */
import { codeLoaded } from "#events/actions/app.ts";
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { stateDigest } from "./digest.ts";
import { createOutcomeDigester, type OutcomeCheck } from "./outcomes.ts";
import { createFolder, type StateChange, type States } from "./states.ts";
import type { LoggedSession } from "./writeLog.ts";

/** The name of the projection that says which projections were there. */
const LOADED = "app/projections";

export interface Walked {
  readonly event: Envelope;
  /** What it changed of the projections that were there when it was recorded. */
  readonly changes: readonly StateChange[];
  readonly digest: string;
  /** After it, of every projection that was there when it was recorded. */
  readonly check: () => Omit<OutcomeCheck, "seq">;
}

export interface Walk {
  readonly steps: Generator<Walked, void>;
  /** After the step that was taken last; changes with the next. */
  readonly states: States;
  /** Projections that count so far. */
  readonly counted: ReadonlySet<string>;
  /** Projections that were there when it was recorded and are not in this build. */
  readonly unknown: ReadonlySet<string>;
}

/** @param projections all of this build. */
export function walkSession(
  session: Pick<LoggedSession, "checkpoint" | "events">,
  projections: Iterable<Projection>,
): Walk {
  const folder = createFolder(projections);
  const states = folder.begin(session);
  const counted = new Set<string>();
  const unknown = new Set<string>();
  /** @returns the states of those that this build has. */
  const count = (names: readonly string[]): ReadonlyMap<string, unknown> => {
    const found = names.filter((name) => states.has(name));
    for (const name of names) (states.has(name) ? counted : unknown).add(name);
    return new Map(found.map((name) => [name, states.get(name)]));
  };
  const digester = createOutcomeDigester(count(namesIn(session.checkpoint?.states[LOADED])));

  function* steps(): Generator<Walked> {
    for (const event of session.events) {
      const changes = folder
        .step(states, event)
        .filter(
          ({ projection, before, after }) =>
            counted.has(projection) && stateDigest(before) !== stateDigest(after),
        );
      const brought = count(event.type === codeLoaded.type ? broughtBy(event) : []);
      const changed = new Map([
        ...changes.map(({ projection, after }) => [projection, after] as const),
        ...brought,
      ]);
      const { seq, type } = event;
      const digest = digester.take({ seq, type, changed, brought: new Set(brought.keys()) });
      yield { event, changes, digest, check: digester.check };
    }
  }
  return { steps: steps(), states, counted, unknown };
}

function broughtBy({ payload }: Envelope): readonly string[] {
  return namesIn((payload as { readonly projections?: unknown }).projections);
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
