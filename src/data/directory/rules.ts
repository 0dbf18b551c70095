/** How counts and the resource of a screen evolve: a reply to anything but the newest request changes nothing. */
import type { ClientCounts } from "#events/entities/client.ts";
import type { Resource } from "#events/entities/directory.ts";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";

export interface CurrentResource {
  /** null where the open screen is about no single resource. */
  readonly id: string | null;
  readonly requestId: string | null;
  readonly status: RequestStatus;
  readonly failure: Failure | null;
  readonly resource: Resource | null;
}

export const NO_RESOURCE: CurrentResource = {
  id: null,
  requestId: null,
  status: "NotStarted",
  failure: null,
  resource: null,
};

/** A screen opens: with another resource than before nothing is known yet. */
export function openResource(current: CurrentResource, id: string | undefined): CurrentResource {
  return (id ?? null) === current.id ? current : { ...NO_RESOURCE, id: id ?? null };
}

export function requestResource(
  current: CurrentResource,
  id: string,
  requestId: string,
): CurrentResource {
  return { ...openResource(current, id), requestId, status: "InProgress", failure: null };
}

export function receiveResource(
  current: CurrentResource,
  resource: Resource,
  cause: string | null,
): CurrentResource {
  return cause !== null && cause === current.requestId
    ? { ...current, status: "Success", resource }
    : current;
}

export function failResource(
  current: CurrentResource,
  failure: Failure,
  cause: string | null,
): CurrentResource {
  return cause !== null && cause === current.requestId
    ? { ...current, status: "Fail", failure, resource: null }
    : current;
}

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
