/**
 * Dispatches events by type. Dozens of projections and more than a hundred reactions wait for one type or a few each. A
 * lookup finds the listeners of a type, where a filter in each of them would make every event cost as much as all of
 * them together.
 */
import { createEvent, createNode, launch, step, type Event, type EventCallable } from "effector";

/** @returns the event that fires for one type; the same for the same type */
export function dispatchByType<Item>(
  clock: Event<Item>,
  typeOf: (item: Item) => string,
): (type: string) => Event<Item> {
  const events = new Map<string, EventCallable<Item>>();
  createNode({
    parent: [clock],
    node: [
      step.compute({
        fn: (item: Item, _local, { scope }) => {
          const target = events.get(typeOf(item));
          // Deferred, so that it keeps its place in the current computation.
          if (target) launch({ target, params: item, defer: true, ...(scope && { scope }) });
        },
      }),
    ],
  });
  return (type) => {
    const known = events.get(type) ?? createEvent<Item>({ name: type });
    events.set(type, known);
    return known;
  };
}
