/** Reactions: consequences of a live event, decided by a pure function. A replay never reacts. */
import { sample, type Event, type EventCallable, type Store } from "effector";
import type { EventInfo } from "#events/kernel/event.ts";
import { liveOf, type Happening } from "./recorder.ts";

export type Caused = { readonly cause: string | null };
/** A reaction's call of its target; its cause is the triggering event unless it names another. */
export type RequestOf<Target extends Caused> = Target extends Caused
  ? Omit<Target, "cause"> & Partial<Caused>
  : never;

/** An event definition with any payload. */
interface AnyDefinition extends EventInfo {
  (payload: never): { readonly payload: unknown };
}
/** What happened, and the id of the event that a reaction to it has as its cause. */
export interface Outcome<Payload> {
  readonly payload: Payload;
  readonly id: string | null;
}
export type Clock = Event<Outcome<unknown>> | AnyDefinition;
type EventOf<One> =
  One extends Event<infer Outcomes>
    ? Outcomes
    : One extends (payload: infer Payload) => unknown
      ? Happening<Payload>
      : never;

/** Decides from an event what to request; null requests nothing. */
type Decide<One extends Clock, Request> = (event: EventOf<One>) => Request | null;
/** The same, with the state after the event. */
export type DecideWith<State, One extends Clock, Request> = (
  state: State,
  event: EventOf<One>,
) => Request | null;

/**
 * Calls `target` with the result of `fn`; null calls nothing.
 *
 * @param clock live events: event definitions, a call's `succeeded` or `failed`, a task's outcome, or a list of them
 * @param fn gets the state of `source` after the event if a source is given, and the event
 */
export function react<const One extends Clock, Target extends Caused>(
  clock: One | readonly One[],
  fn: Decide<One, RequestOf<Target>>,
  target: EventCallable<Target>,
): void;
export function react<const One extends Clock, State, Target extends Caused>(
  clock: One | readonly One[],
  source: Store<State>,
  fn: DecideWith<State, One, RequestOf<Target>>,
  target: EventCallable<Target>,
): void;
export function react<const One extends Clock, Target extends Caused>(
  clock: One | readonly One[],
  ...rest:
    | readonly [Decide<One, RequestOf<Target>>, EventCallable<Target>]
    | readonly [Store<unknown>, DecideWith<unknown, One, RequestOf<Target>>, EventCallable<Target>]
): void {
  const [request, target] =
    rest.length === 2
      ? [decided(clock, null, (_nothing, event) => rest[0](event)), rest[1]]
      : [decided(clock, rest[0], rest[1]), rest[2]];
  // The request is the target's payload without its cause, which is the event unless the request names one.
  // Effector cannot infer that a generic target accepts a generic clock.
  const wiring: unknown = {
    clock: request.map(({ request: made, event }) => ({ cause: event.id, ...made })),
    target,
  };
  sample(wiring as { clock: Event<Caused>; target: EventCallable<Caused> });
}

/** An event from outside the log, such as a message of another tab, as the clock of a reaction: it has no cause. */
export function withoutCause<Payload>(event: Event<Payload>): Event<Outcome<Payload>> {
  return event.map((payload) => ({ payload, id: null }));
}

/** What `fn` decided, with the event that led to it; nothing where it decided null. */
export function decided<One extends Clock, State, Request>(
  clock: One | readonly One[],
  source: Store<State> | null,
  fn: DecideWith<State, One, Request>,
): Event<{ readonly request: Request; readonly event: Outcome<unknown> }> {
  const clocks: readonly Clock[] = Array.isArray(clock) ? clock : [clock as One];
  const happenings = clocks.map((one) => ("schema" in one ? liveOf(one.type) : one));
  const decide = (state: State, event: Outcome<unknown>) => {
    const request = fn(state, event as EventOf<One>);
    return request === null ? null : { request, event };
  };
  return (
    source === null
      ? // A decision without a source has no state.
        sample({ clock: happenings, fn: (event) => decide(null as State, event) })
      : sample({ clock: happenings, source, fn: decide })
  ).filterMap((made) => made ?? undefined);
}
