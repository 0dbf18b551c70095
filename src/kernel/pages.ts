/** A long list as state: its pages come as their rows come into view, and stay until the list is another. */
import type { Failure } from "#events/kernel/call.ts";

/** Items in one request. */
export const PAGE_SIZE = 100;

export interface Pages<Item> {
  /** The address that the pages are of. */
  readonly path: string | null;
  /** The newest request, while it is on its way. */
  readonly requestId: string | null;
  readonly failure: Failure | null;
  /** null until the first page has come. */
  readonly total: number | null;
  /** By number; of the address before, until the first page of this one comes. */
  readonly pages: Readonly<Record<number, readonly Item[]>>;
  readonly isStale: boolean;
  /** Rows in view: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

export function noPages<Item>(): Pages<Item> {
  return {
    path: null,
    requestId: null,
    failure: null,
    total: null,
    pages: {},
    isStale: false,
    first: 0,
    end: 0,
  };
}

/** The list opens at an address: rows of another stay until it has rows. */
export function openPages<Item>(state: Pages<Item>, path: string): Pages<Item> {
  return { ...state, path, requestId: null, failure: null, isStale: true };
}

export function receiveItems<Item>(
  state: Pages<Item>,
  page: number,
  items: readonly Item[],
  total: number,
): Pages<Item> {
  const isSame = !state.isStale && state.total === total;
  const pages = { ...(isSame && state.pages), [page]: items };
  const view = state.isStale ? { first: 0, end: 0 } : {};
  return { ...state, ...view, requestId: null, failure: null, total, isStale: false, pages };
}

/** The page to ask for next: the first of those in view that has not come; null where nothing is wanted. */
export function wantedPage<Item>(state: Pages<Item>): number | null {
  if (state.requestId !== null || state.failure !== null || state.path === null) return null;
  if (state.isStale || state.total === null) return 0;
  const last = Math.min(state.end, state.total) - 1;
  for (
    let page = Math.floor(state.first / PAGE_SIZE);
    page <= Math.floor(last / PAGE_SIZE);
    page += 1
  ) {
    if (!state.pages[page]) return page;
  }
  return null;
}

export function itemAt<Item>({ pages }: Pages<Item>, index: number): Item | null {
  return pages[Math.floor(index / PAGE_SIZE)]?.[index % PAGE_SIZE] ?? null;
}

/**
 * How far the list is: rows of another address do not count. With rows of this one, a page that failed is no failure of
 * the list.
 */
export function pagesState<Item>({
  failure,
  total,
  isStale,
}: Pages<Item>): "failed" | "loading" | "ready" {
  if (total !== null && !isStale) return "ready";
  return failure === null ? "loading" : "failed";
}
