import { sessionAt, type CoreState } from "../coreState.ts";

/**
 * For each resource of the report the entitlements at the threshold whose names match the text, whether or not the
 * resource is in the filter; null if the generation is stale.
 */
export function shownCounts(core: CoreState, generation: number): Uint32Array | null {
  return sessionAt(core, generation)?.counts.shown.slice() ?? null;
}
