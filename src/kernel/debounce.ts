/** Follow-ups of the newest change, once changes have stopped for a while. */
import { sample, type Event, type EventCallable, type Store } from "effector";
import type { EventInfo } from "#events/kernel/event.ts";
import { delayFx } from "./ports.ts";
import { liveOf, type FollowUp } from "./recorder.ts";

/** State that holds a change until it is settled. */
export interface Unsettled {
  /** The event of the newest change that is not settled yet. */
  readonly pendingId: string | null;
}

export interface Debounce<State extends Unsettled, Payload> {
  /** The start of the tag of each delay. */
  readonly tag: string;
  readonly changed: readonly EventInfo[];
  readonly $state: Store<State>;
  /** In milliseconds. */
  readonly delay: number;
  /** Null settles nothing. */
  readonly payloadOf: (state: State) => Payload | null;
  readonly settle: EventCallable<FollowUp<Payload>>;
}

/** Debounces changes. Only the newest is settled; earlier delays are ignored. */
export function settleWhenStill<State extends Unsettled, Payload>({
  tag,
  changed,
  $state,
  delay,
  payloadOf,
  settle,
}: Debounce<State, Payload>): void {
  sample({
    clock: changed.map(({ type }) => liveOf(type)),
    fn: ({ id }) => ({ milliseconds: delay, tag: tag + id }),
    target: delayFx,
  });
  const settled: Event<FollowUp<Payload>> = sample({
    clock: delayFx.done,
    source: $state,
    fn: (state, { params }) => ({ state, isNewest: params.tag === `${tag}${state.pendingId}` }),
  }).filterMap(({ state, isNewest }) => {
    const payload = isNewest && state.pendingId !== null ? payloadOf(state) : null;
    return payload === null ? undefined : { payload, cause: state.pendingId };
  });
  // Effector cannot infer that a generic target accepts a generic clock.
  const wiring: unknown = { clock: settled, target: settle };
  sample(wiring as { clock: Event<FollowUp<unknown>>; target: EventCallable<FollowUp<unknown>> });
}
