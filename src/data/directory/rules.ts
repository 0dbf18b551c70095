/** How counts evolve: a reply to anything but the newest request changes nothing. */
import type { ClientCounts } from "#events/entities/client.ts";
import type { Failure } from "#events/kernel/call.ts";

export interface CountsState {
  readonly requestId: string | null;
  readonly counts: ClientCounts | null;
  readonly failure: Failure | null;
}

export const NO_COUNTS: CountsState = { requestId: null, counts: null, failure: null };

export function requestCounts(state: CountsState, requestId: string): CountsState {
  return { ...state, requestId, failure: null };
}

export function receiveCounts(
  state: CountsState,
  counts: ClientCounts,
  cause: string | null,
): CountsState {
  return cause !== null && cause === state.requestId ? { ...state, counts } : state;
}

/** A failed fetch empties the counts. */
export function failCounts(
  state: CountsState,
  failure: Failure,
  cause: string | null,
): CountsState {
  return cause !== null && cause === state.requestId ? { ...state, counts: null, failure } : state;
}
