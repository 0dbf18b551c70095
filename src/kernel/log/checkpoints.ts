/**
 * The states with which a session starts if earlier events are gone. A state is restored if its version matches this
 * build's projection. Otherwise it is lost, and viewers of the session report that.
 */
import type { Projection } from "../projection.ts";
import type { Checkpoint } from "./format.ts";
import { NO_OUTCOMES, type Outcomes } from "./outcomes.ts";

type Versioned = Pick<Projection, "name" | "version">;

/** @param projections all of this build, with the versions of their states. */
export function versionsOf(
  states: Readonly<Record<string, unknown>>,
  projections: Iterable<Versioned>,
): Readonly<Record<string, number>> {
  const there = [...projections].filter(({ name }) => Object.hasOwn(states, name));
  return Object.fromEntries(there.map(({ name, version }) => [name, version]));
}

/** Whether the checkpoint contains the projection's state in its version. */
export function isRestorable(
  { states, versions = {}, lost = [] }: Checkpoint,
  { name, version }: Versioned,
): boolean {
  return (
    Object.hasOwn(states, name) &&
    Object.hasOwn(versions, name) &&
    versions[name] === version &&
    !lost.includes(name)
  );
}

interface Begun {
  readonly checkpoint: Checkpoint | null;
  readonly outcomes: Outcomes;
}

/**
 * The session without states that this build cannot restore; the checkpoint lists their names. The recorded outcomes do
 * not apply without these states.
 *
 * @param projections all of this build.
 */
export function withKnownStates<Session extends Begun>(
  session: Session,
  projections: Iterable<Versioned>,
): Session {
  const { checkpoint } = session;
  if (!checkpoint) return session;
  const known = new Set(
    [...projections].filter((one) => isRestorable(checkpoint, one)).map(({ name }) => name),
  );
  const states = Object.entries(checkpoint.states);
  const others = states.map(([name]) => name).filter((name) => !known.has(name));
  const lost = [...new Set([...(checkpoint.lost ?? []), ...others])];
  if (lost.length === 0) return session;
  return {
    ...session,
    checkpoint: {
      ...checkpoint,
      states: Object.fromEntries(states.filter(([name]) => known.has(name))),
      lost,
    },
    outcomes: NO_OUTCOMES,
  };
}
