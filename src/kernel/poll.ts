/** The progress of long work, asked for again a while after each answer. */
import { combine, createStore, sample, type Event, type Store } from "effector";
import type { EventDefinition } from "#events/kernel/event.ts";
import { delayFx } from "./ports.ts";
import { createFollowUp } from "./recorder.ts";

/** Milliseconds between an answer and the next request. */
const POLL_DELAY = 1000;

/**
 * @param polled recorded when the next request is due, so that a query's `refreshOn` names it
 * @param answered with the id of the answer's event; a newer answer replaces the pending request
 * @param isWanted whether the work continues and its screen is open
 */
export function pollWhile<Type extends string>(
  polled: EventDefinition<Type, object>,
  answered: Event<{ readonly id: string }>,
  isWanted: Store<boolean>,
): void {
  const tagOf = (id: string) => `poll:${polled.type}:${id}`;
  const $pollId = createStore<string | null>(null, { serialize: "ignore" });
  const pollLater = sample({
    clock: answered,
    source: isWanted,
    filter: (isOn) => isOn,
    fn: (_isOn, { id }) => id,
  });
  $pollId.on(pollLater, (_id, id) => id);
  sample({
    clock: pollLater,
    fn: (id) => ({ milliseconds: POLL_DELAY, tag: tagOf(id) }),
    target: delayFx,
  });
  sample({
    clock: delayFx.done,
    source: combine({ id: $pollId, isOn: isWanted }),
    filter: ({ id, isOn }, { params }) => id !== null && params.tag === tagOf(id) && isOn,
    fn: ({ id }) => ({ payload: {}, cause: id }),
    target: createFollowUp(polled),
  });
}
