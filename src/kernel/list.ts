/** A server list: its rows (`listState.ts`), its query in the address or in the list, and its search. */
import { combine, type EventCallable, type Store } from "effector";
import type { Static, TObject, TSchema } from "typebox";
import type { Failure } from "#events/kernel/call.ts";
import type { ListDefinition, RowSelection } from "#events/kernel/list.ts";
import { readQuery, writeQuery } from "#events/kernel/query.ts";
import { isReportable } from "./calls.ts";
import { csvAddress } from "./csvAddress.ts";
import { searchWhenStill } from "./debouncedSearch.ts";
import { fetchLatest, type CallEvents } from "./latest.ts";
import {
  createListState,
  missingPage,
  subjectOf,
  type PagedAnswer,
  type PagedInput,
  type RowOptions,
} from "./listState.ts";
import { $location, $screen, navigateTo, parsePath } from "./navigation.ts";
import { react } from "./react.ts";
import { createAction, createFollowUp } from "./recorder.ts";

/** The debounce delay of the search text, in milliseconds. */
export const SEARCH_DELAY = 200;

const DEFAULT_PAGE_SIZE = 100;

/** The list's state for views. */
export interface ListView<Item, Query> {
  readonly query: Query;
  /** The text in the search field. */
  readonly text: string;
  readonly status: "loading" | "ready" | "failed";
  /** null before the first answer. */
  readonly total: number | null;
  /** Whether more rows match than the total, which are not listed. */
  readonly hasMore: boolean;
  /** null for a row that is not loaded. */
  readonly itemAt: (index: number) => Item | null;
  /** The first loaded row that matches; null if there is none. */
  readonly find: (matches: (item: Item) => boolean) => Item | null;
  /** The address of all rows as a CSV file; null while the list is not open. */
  readonly exportHref: string | null;
  /** The failure of the whole list, or, while the list is ready, of some of its rows. */
  readonly failure: Failure | null;
  /** Whether search or filters narrow the list. */
  readonly hasFilters: boolean;
  readonly selection: RowSelection;
  /** Widths of resized columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface List<Item, Query> {
  readonly $view: Store<ListView<Item, Query>>;
  readonly $query: Store<Query>;
  /** Searches for the typed text after a pause in typing. */
  readonly search: EventCallable<{ text: string }>;
  /** Changes filters or the order. */
  readonly change: EventCallable<{ change: Partial<Query> }>;
  readonly clear: EventCallable<Record<string, never>>;
  readonly show: EventCallable<{ first: number; end: number }>;
  readonly select: EventCallable<{ selection: RowSelection }>;
  readonly resize: EventCallable<{ column: string; width: number }>;
  readonly retry: EventCallable<Record<string, never>>;
  readonly noteExport: EventCallable<Record<string, never>>;
}

export interface ListOptions<
  Item,
  Query,
  Source,
  Input extends PagedInput,
  Answer extends PagedAnswer,
> extends Omit<RowOptions<Query, Item, Answer>, "inAddress"> {
  readonly call: {
    readonly definition: CallEvents<Input, Answer> & {
      readonly endpoint: string;
      readonly schema: { readonly query?: TSchema };
    };
    readonly start: EventCallable<Input & { readonly cause: string | null }>;
  };
  /** The screens that show the list; it requests nothing on others. `all`: a dialog that any screen may open. */
  readonly routes: readonly string[] | "all";
  /** Whether the query is in the address (default), so that links and the back button restore it. */
  readonly inAddress?: boolean;
  /** Request data besides the query; null while it is not known. */
  readonly source: Store<Source | null>;
  /** The input of the call; the list adds page and size. */
  readonly request: (source: Source, query: Query) => Input;
  /** By default as many as the call allows, up to 100. */
  readonly pageSize?: number;
}

/** The most items of a page that the call allows. */
function maxSizeOf({ schema }: { readonly schema: { readonly query?: TSchema } }): number {
  const { properties } = (schema.query ?? {}) as { readonly properties?: Partial<Sizes> };
  return properties?.size?.maximum ?? Number.POSITIVE_INFINITY;
}

interface Sizes {
  readonly size: { readonly maximum?: number };
}

/**
 * Declares a list.
 *
 * @throws Error for pages that are larger than the call allows.
 */
export function createList<
  Name extends string,
  Schema extends TObject,
  Item,
  Source,
  Input extends PagedInput,
  Answer extends PagedAnswer,
>(
  definition: ListDefinition<Name, Schema>,
  options: ListOptions<Item, Static<Schema>, Source, Input, Answer>,
): List<Item, Static<Schema>> {
  type Query = Static<Schema>;
  const { call, routes, inAddress = true } = options;
  const maxSize = maxSizeOf(call.definition);
  const pageSize = options.pageSize ?? Math.min(DEFAULT_PAGE_SIZE, maxSize);
  if (pageSize > maxSize)
    throw new Error(`${call.definition.endpoint} allows ${maxSize} items a page`);
  const { $state, initial, cleared, baseOf } = createListState<Schema, Item, Input, Answer>(
    definition,
    call.definition,
    { ...options, inAddress },
  );

  /**
   * The address of the open list; null while another screen is open. The address changes slightly before the screen.
   */
  const $place = combine($screen, $location, (screen, location) => {
    if (screen === null || (routes !== "all" && !routes.includes(screen.route))) return null;
    const { pathname, search } = parsePath(screen.path);
    const isLeft = location.pathname !== pathname;
    return { pathname, search: isLeft ? search : location.search, isLeft };
  });
  const $query = combine($place, $state, (place, { query }) =>
    inAddress ? readQuery(definition.query, place?.search ?? "") : query,
  );
  const $input = combine($place, options.source, $query, (place, source, query) =>
    place === null || source === null ? null : options.request(source, query),
  );
  const $base = $input.map((input) => (input === null ? "" : baseOf(input)));
  const $page = combine($state, $base, (state, base) =>
    base === "" ? null : missingPage(state, base, pageSize),
  );
  const $wanted = combine($input, $page, (input, page) =>
    input === null || page === null
      ? null
      : { ...input, query: { ...input.query, page, size: pageSize } },
  );
  fetchLatest(
    definition.name,
    call,
    $wanted,
    $state.map(({ latest }) => latest),
  );

  const search = createAction(definition.searchTyped);
  const change = createAction(definition.queried);
  const clear = createAction(definition.filtersCleared);
  searchWhenStill({
    typed: definition.searchTyped,
    $search: $state,
    delay: SEARCH_DELAY,
    settle: createFollowUp(definition.searchSettled),
  });
  if (inAddress) {
    const $here = combine($place, $query, (place, query) => ({ place, query }));
    const pathOf = (pathname: string, query: Query) =>
      pathname + writeQuery(definition.query, query);
    react(
      definition.searchSettled,
      $here,
      ({ place, query }, { payload: { text } }) =>
        place === null || place.isLeft
          ? null
          : // Typing replaces the history entry, so that the back button returns to before the search.
            { path: pathOf(place.pathname, { ...query, contains: text }), replace: true },
      navigateTo,
    );
    react(
      definition.queried,
      $here,
      ({ place, query }, { payload }) =>
        place === null || place.isLeft
          ? null
          : { path: pathOf(place.pathname, { ...query, ...payload.change }) },
      navigateTo,
    );
    react(
      definition.filtersCleared,
      $here,
      ({ place, query }) =>
        place === null || place.isLeft ? null : { path: pathOf(place.pathname, cleared(query)) },
      navigateTo,
    );
  }

  const $exportHref = $input.map((input) => input && csvAddress(call.definition.endpoint, input));
  const $view = combine(
    $state,
    $query,
    $base,
    $exportHref,
    (state, query, base, href): ListView<Item, Query> => {
      const { failure } = state.latest;
      const isOther =
        base !== "" && state.base !== null && subjectOf(state.base) !== subjectOf(base);
      const { total, hasMore = false, pages } = isOther ? initial : state;
      const isCurrent = state.total !== null && (state.base === base || base === "");
      return {
        query,
        text:
          state.pendingId === null
            ? String((query as { contains?: string }).contains ?? "")
            : state.text,
        status: isCurrent ? "ready" : failure === null ? "loading" : "failed",
        total,
        hasMore,
        find: (matches) => Object.values(pages).flat().find(matches) ?? null,
        exportHref: href,
        itemAt: (index) => pages[Math.floor(index / pageSize)]?.[index % pageSize] ?? null,
        failure: failure !== null && isReportable(failure) ? failure : null,
        hasFilters:
          JSON.stringify(cleared(query)) !== JSON.stringify({ ...initial.query, ...query }),
        selection: state.selection,
        widths: state.widths,
      };
    },
  );
  return {
    $view,
    $query,
    search,
    change,
    clear,
    show: createAction(definition.rowsShown),
    select: createAction(definition.rowsSelected),
    resize: createAction(definition.columnResized),
    retry: createAction(definition.retried),
    noteExport: createAction(definition.exported),
  };
}
