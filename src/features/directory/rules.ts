/** How the resource of a screen evolves: a reply to anything but the newest request changes nothing. */
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
