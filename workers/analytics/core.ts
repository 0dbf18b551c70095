/** The analytics core: its methods, bound to a state. Calls are served in the order in which they are sent. */
import { createCoreState, type CoreState } from "./coreState.ts";
import type { IndexNames } from "./indexing/indexNames.ts";
import { indexInSlices } from "./indexing/inSlices.ts";
import * as methods from "./methods/index.ts";

type Methods = typeof methods;

export type AnalyticsCore = {
  readonly [Name in keyof Methods]: Methods[Name] extends (
    core: CoreState,
    ...args: infer Args
  ) => infer Reply
    ? (...args: Args) => Reply
    : never;
};

/** @param indexNames builds the index of a report's names once the report is current */
export function createAnalyticsCore(indexNames: IndexNames = indexInSlices): AnalyticsCore {
  const state = createCoreState(indexNames);
  const bind = (method: (core: CoreState, ...args: never[]) => unknown) => method.bind(null, state);
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [name, bind(method)]),
  ) as AnalyticsCore;
}
