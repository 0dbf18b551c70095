/**
 * The states that a session begins in where the events before are gone. A state is restored where this build's projection
 * is of the version that it was kept of; the others are lost, and whoever shows the session says so.
 */
import type { Projection } from "../projection.ts";
import type { Checkpoint } from "./format.ts";
import { NO_OUTCOMES, type Outcomes } from "./outcomes.ts";

type Versioned = Pick<Projection, "name" | "version">;

/** @param projections all of this build, with the versions of the states that they have. */
export function versionsOf(
  states: Readonly<Record<string, unknown>>,
  projections: Iterable<Versioned>,
): Readonly<Record<string, number>> {
  const there = [...projections].filter(({ name }) => Object.hasOwn(states, name));
  return Object.fromEntries(there.map(({ name, version }) => [name, version]));
}

/** Whether the state of the projection stands in the checkpoint, and is of its version. */
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
 * The session without states that this build cannot restore; their names stand in the checkpoint. What its events led to
 * with them is not what they lead to without.
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
