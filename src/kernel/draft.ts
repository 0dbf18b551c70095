/** Steps of projections that change nested state. */
import { produce, type Draft } from "immer";

/**
 * Turns changes of a draft into a step of a projection: `on(definition, draft((state, payload) => { … }))`. What did not
 * change keeps its identity, and the new state is frozen. Not for steps that run with each key or move in the builder,
 * nor for large data, which immer would visit.
 */
export function draft<State, Rest extends readonly unknown[]>(
  change: (state: Draft<NoInfer<State>>, ...rest: Rest) => void,
): (state: State, ...rest: Rest) => State {
  return (state, ...rest) =>
    produce(state, (changed) => {
      change(changed, ...rest);
    });
}
