/** Projections: stores that evolve only by recorded events, each with a stable sid equal to its name. */
import { createEvent, createStore, sample, type Store } from "effector";
import { clientChosen, endedElsewhere, sessionLost } from "#events/actions/session.ts";
import { endSession, logout } from "#events/calls/session.ts";
import type { Envelope, EventDefinition } from "#events/kernel/event.ts";
import { recorded, recordedOf } from "./recorder.ts";

export interface Step<State> {
  /** A type or a predicate on types, which may match more types as models are loaded. */
  readonly type: string | ((type: string) => boolean);
  readonly evolve: (state: State, envelope: Envelope) => State;
}

/** Declares how a state evolves by one event. */
export type On<State> = <Type extends string, Payload>(
  definition: EventDefinition<Type, Payload>,
  evolve: (state: State, payload: Payload, envelope: Envelope) => State,
) => Step<State>;

export interface ProjectionOptions {
  /** A successful logout clears all stored state, except state of the browser. */
  readonly keepOnLogout?: boolean;
  /** Choosing another client clears its predecessor's state, except state of the session. */
  readonly keepOnClientChange?: boolean;
  /**
   * The version of the state's shape, initially 1. Increment it with each change of the shape, because logs outlive
   * builds.
   */
  readonly version?: number;
}

/** Events that end a session and clear its user's stored state. */
const ENDS_OF_SESSION = new Set<string>([
  logout.succeeded.type,
  endSession.succeeded.type,
  sessionLost.type,
  endedElsewhere.type,
]);

/** Whether an event of that type ends a user's session. */
export function endsSession(type: string): boolean {
  return ENDS_OF_SESSION.has(type);
}

/** A projection for replays and checkpoints: its initial state and its reducers. */
export interface Projection {
  readonly name: string;
  /** The version of the state's shape. */
  readonly version: number;
  readonly $state: Store<unknown>;
  readonly initial: unknown;
  /** Pure; returns the same state for unrelated events. */
  readonly evolve: (state: unknown, envelope: Envelope) => unknown;
  /** Whether events of that type can change it. */
  readonly concerns: (type: string) => boolean;
}

export interface NamedState {
  readonly name: string;
  readonly state: unknown;
}

/** The last recorded event changed a projection. */
export const stateChanged = createEvent<NamedState>();

/** Sets projections to the states of a fold, by name. */
export const statesRestored = createEvent<ReadonlyMap<string, unknown>>();

const projections = new Map<string, Projection>();

/**
 * All projections by name, which make up a snapshot of the app. The list grows until the models of all screens are
 * loaded.
 */
export function allProjections(): ReadonlyMap<string, Projection> {
  return projections;
}

/**
 * Declares a projection.
 *
 * @param name unique and stable; it is the store's sid.
 * @throws Error if the name is taken or an event has two reducers.
 */
export function createProjection<State>(
  name: string,
  initial: State,
  evolution: (on: On<State>) => readonly Step<State>[],
  { keepOnLogout = false, keepOnClientChange = keepOnLogout, version = 1 }: ProjectionOptions = {},
): Store<State> {
  if (projections.has(name)) throw new Error(`Two projections are named ${name}`);
  const steps = evolution((definition, evolve) => ({
    type: definition.type,
    // The envelope was created from this definition, so its payload has the definition's shape.
    evolve: (state, envelope) =>
      evolve(state, envelope.payload as Parameters<typeof evolve>[1], envelope),
  }));
  const byType = new Map<string, Step<State>["evolve"]>();
  const byTest: { readonly passes: (type: string) => boolean; evolve: Step<State>["evolve"] }[] =
    [];
  for (const { type, evolve } of steps) {
    if (typeof type === "function") byTest.push({ passes: type, evolve });
    else if (byType.has(type)) throw new Error(`${name} has two steps for one event`);
    else byType.set(type, evolve);
  }
  const stepFor = (type: string) =>
    byType.get(type) ?? byTest.find(({ passes }) => passes(type))?.evolve;
  const isEnd = (type: string) =>
    (!keepOnLogout && ENDS_OF_SESSION.has(type)) ||
    (!keepOnClientChange && type === clientChosen.type);
  const evolve = (state: State, envelope: Envelope): State => {
    const before = isEnd(envelope.type) ? initial : state;
    const step = stepFor(envelope.type);
    return step ? step(before, envelope) : before;
  };
  const types = new Set(byType.keys());
  if (!keepOnLogout) ENDS_OF_SESSION.forEach((type) => types.add(type));
  if (!keepOnClientChange) types.add(clientChosen.type);
  const $state = createStore<State>(initial, { sid: name, name })
    .on(byTest.length > 0 ? [recorded] : [...types].map(recordedOf), evolve)
    .on(statesRestored, (state, states) => {
      const restored = states.get(name) as State | undefined;
      // Equal states keep their identity, so that no change is reported.
      return restored === undefined || isSameJson(restored, state) ? state : restored;
    });
  sample({ clock: $state.updates, fn: (state) => ({ name, state }), target: stateChanged });
  projections.set(name, {
    name,
    version,
    $state,
    initial,
    evolve: evolve as Projection["evolve"],
    concerns: (type) => types.has(type) || byTest.some(({ passes }) => passes(type)),
  });
  return $state;
}

function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
