/** Tasks: effects that run because of a live event. A replay runs none. */
import {
  attach,
  createEvent,
  createStore,
  sample,
  type Effect,
  type Event,
  type EventCallable,
  type Store,
} from "effector";
import type { Message } from "#events/kernel/message.ts";
import { reasonOfError } from "./messageError.ts";
import type { Caused, Outcome } from "./react.ts";

/** The outcomes have the cause of the run as their id, so that a reaction to them has the same cause. */
export interface Task<Input, Result, Fault = Error> {
  /** Start it with `react`: the run's cause is then the event. */
  readonly start: EventCallable<Caused & { readonly input: Input }>;
  readonly $isRunning: Store<boolean>;
  readonly done: Event<Outcome<{ readonly input: Input; readonly result: Result }>>;
  readonly failed: Event<
    Outcome<{ readonly input: Input; readonly error: Fault; readonly reason: Message }>
  >;
}

/**
 * Declares an effect whose runs follow from live events. Neither its input nor its result is recorded; record what people
 * see of it with `react` to its outcomes.
 *
 * @param options.newestOnly whether a later run makes the outcomes of earlier runs void
 */
export function createTask<Input, Result, Fault = Error>(
  effect: Effect<Input, Result, Fault>,
  { newestOnly = false }: { readonly newestOnly?: boolean } = {},
): Task<Input, Result, Fault> {
  interface Run extends Caused {
    readonly input: Input;
  }
  const start = createEvent<Run>();
  const runFx = attach({ effect, mapParams: ({ input }: Run) => input });
  sample({ clock: start, target: runFx });
  /** The newest run, each a new object. */
  const $newest = createStore<Run | null>(null, { serialize: "ignore" }).on(
    runFx,
    (_run, run) => run,
  );
  const isAwaited = (newest: Run | null, { params }: { readonly params: Run }) =>
    !newestOnly || newest === params;
  return {
    start,
    $isRunning: runFx.pending,
    done: sample({
      clock: runFx.done,
      source: $newest,
      filter: isAwaited,
      fn: (_newest, { params: { input, cause }, result }) => ({
        id: cause,
        payload: { input, result },
      }),
    }),
    failed: sample({
      clock: runFx.fail,
      source: $newest,
      filter: isAwaited,
      fn: (_newest, { params: { input, cause }, error }) => ({
        id: cause,
        payload: { input, error, reason: reasonOfError(error) },
      }),
    }),
  };
}
