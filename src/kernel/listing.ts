/**
 * Paged lists as state. A screen wants a page, the want leads to a request, the request to an answer: each names the
 * one before as its cause, so that of several callers of one call each gets its own answers, and only the newest.
 */
import type { Store } from "effector";
import { NO_PAGE, type PageInfo } from "#events/entities/common.ts";
import type { Failure, RequestStatus } from "#events/kernel/call.ts";
import type { Envelope, EventDefinition } from "#events/kernel/event.ts";
import { createProjection, type On, type Step } from "./projection.ts";

/** Whether a fetched page takes the place of the list or goes after it. */
type FetchMode = "replace" | "append";

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

function wantPage<Item>(list: Listing<Item>, mode: FetchMode, { id }: Cause): Listing<Item> {
  return { ...list, wantedId: id, requestId: null, mode, status: "InProgress", failure: null };
}

/** Remembers the request that follows from the newest want. */
function requestPage<Item>(list: Listing<Item>, { id, cause }: Cause): Listing<Item> {
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

/** What a call that answers in pages says. */
interface PageAnswer {
  readonly body: { readonly page: PageInfo };
}

export interface ListingOptions<Item, Want, Input, Answer extends PageAnswer> {
  /** A screen wants a page. */
  readonly wanted: EventDefinition<string, Want>;
  /** Whether that page takes the place of the list, as it does unless said otherwise, or goes after it. */
  readonly modeOf?: (want: Want) => FetchMode;
  /** The call that fetches it. */
  readonly call: {
    readonly requested: EventDefinition<string, Input>;
    readonly succeeded: EventDefinition<string, Answer>;
    readonly failed: EventDefinition<string, Failure>;
  };
  readonly itemsOf: (body: Answer["body"]) => readonly Item[];
  /** Further steps. */
  readonly steps?: (on: On<Listing<Item>>) => readonly Step<Listing<Item>>[];
}

/** A paged list as a projection. */
export function createListing<Item, Want, Input, Answer extends PageAnswer>(
  name: string,
  { wanted, modeOf, call, itemsOf, steps }: ListingOptions<Item, Want, Input, Answer>,
): Store<Listing<Item>> {
  return createProjection(name, emptyListing<Item>(), (on) => [
    on(wanted, (list, want, envelope) => wantPage(list, modeOf?.(want) ?? "replace", envelope)),
    on(call.requested, (list, _input, envelope) => requestPage(list, envelope)),
    on(call.succeeded, (list, { body }, envelope) =>
      receivePage(list, { items: itemsOf(body), page: body.page }, envelope),
    ),
    on(call.failed, (list, failure, envelope) => failPage(list, failure, envelope)),
    ...(steps?.(on) ?? []),
  ]);
}
