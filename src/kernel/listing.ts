/**
 * Paged lists as state. A screen wants a page, the want leads to a request, the request to an answer: each names the
 * one before as its cause, so that of several callers of one call each gets its own answers, and only the newest.
 */
import type { FetchMode } from "#events/actions/orgs.ts";
import { NO_PAGE, type PageInfo } from "#events/entities/common.ts";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";

export interface Listing<Item> {
  /** The newest want, and the request that it led to. */
  readonly wantedId: string | null;
  readonly requestId: string | null;
  readonly mode: FetchMode;
  readonly status: RequestStatus;
  readonly failure: Failure | null;
  readonly items: readonly Item[];
  readonly page: PageInfo;
}

type Cause = Pick<Envelope, "id" | "cause">;

/** A list that was never fetched. */
export function emptyListing<Item>(): Listing<Item> {
  return {
    wantedId: null,
    requestId: null,
    mode: "replace",
    status: "NotStarted",
    failure: null,
    items: [],
    page: NO_PAGE,
  };
}

export function wantPage<Item>(list: Listing<Item>, mode: FetchMode, { id }: Cause): Listing<Item> {
  return { ...list, wantedId: id, requestId: null, mode, status: "InProgress", failure: null };
}

/** Remembers the request that follows from the newest want. */
export function requestPage<Item>(list: Listing<Item>, { id, cause }: Cause): Listing<Item> {
  return cause !== null && cause === list.wantedId ? { ...list, requestId: id } : list;
}

export function receivePage<Item>(
  list: Listing<Item>,
  received: { readonly items: readonly Item[]; readonly page: PageInfo },
  { cause }: Cause,
): Listing<Item> {
  if (cause === null || cause !== list.requestId) return list;
  const items = list.mode === "append" ? [...list.items, ...received.items] : received.items;
  return { ...list, status: "Success", items, page: received.page };
}

/** A failed fetch empties the list. */
export function failPage<Item>(
  list: Listing<Item>,
  failure: Failure,
  { cause }: Cause,
): Listing<Item> {
  if (cause === null || cause !== list.requestId) return list;
  return { ...list, status: "Fail", failure, items: [], page: NO_PAGE };
}
