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
type Clock = Event<Happening<unknown>> | AnyDefinition;
type PayloadOf<One> =
  One extends Event<Happening<infer Payload>>
    ? Payload
    : One extends (payload: infer Payload) => unknown
      ? Payload
      : never;

/**
 * Calls `target` with the result of `fn`; null calls nothing.
 *
 * @param clock live events: event definitions, a call's `succeeded` or `failed`, or a list of them
 * @param fn gets the state of `source` after the event, and the event
 */
export function react<const One extends Clock, State, Target extends Caused>(
  clock: One | readonly One[],
  source: Store<State>,
  fn: (state: State, event: Happening<PayloadOf<One>>) => RequestOf<Target> | null,
  target: EventCallable<Target>,
): void {
  const clocks: readonly Clock[] = Array.isArray(clock) ? clock : [clock as One];
  const request = sample({
    clock: clocks.map((one) => ("schema" in one ? liveOf(one.type) : one)),
    source,
    fn: (state, event): Target | null => {
      const made = fn(state, event as Happening<PayloadOf<One>>);
      // The request is the target's payload without its cause, which is the event unless the request names one.
      return made && ({ cause: event.id, ...made } as unknown as Target);
    },
  }).filterMap((made) => made ?? undefined);
  // Effector cannot infer that a generic target accepts a generic clock.
  const wiring: unknown = { clock: request, target };
  sample(wiring as { clock: Event<Caused>; target: EventCallable<Caused> });
}
