/**
 * A server list as state: its query is in the address or in the list, its pages load as their rows come into view, and
 * the previous query's rows stay until the first new rows arrive.
 */
import { combine, type EventCallable, type Store } from "effector";
import type { Static, TObject, TSchema } from "typebox";
import { fillEndpoint, type Failure } from "#events/kernel/call.ts";
import type { EventInfo } from "#events/kernel/event.ts";
import type { ListDefinition, RowSelection } from "#events/kernel/list.ts";
import { defaultQuery, readQuery, writeQuery } from "#events/kernel/query.ts";
import { recordable } from "#events/kernel/redaction.ts";
import { isReportable } from "./calls.ts";
import { searchWhenStill } from "./debouncedSearch.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type CallEvents, type Latest } from "./latest.ts";
import { $location, $screen, navigateTo, parsePath } from "./navigation.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";
import { react } from "./react.ts";
import { createAction, createFollowUp } from "./recorder.ts";

/** The debounce delay of the search text, in milliseconds. */
export const SEARCH_DELAY = 200;

const DEFAULT_PAGE_SIZE = 100;

const NONE_SELECTED: RowSelection = { all: false, ids: [] };

interface ListState<Item, Query> {
  readonly latest: Latest;
  /** For a list whose query is not in the address. */
  readonly query: Query;
  readonly text: string;
  /** The event of typing that is not searched for yet. */
  readonly pendingId: string | null;
  /** Visible rows: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
  /** The input of the loaded pages, without the page; null before the first answer. */
  readonly base: string | null;
  /** The newest request. */
  readonly asked: { readonly base: string; readonly page: number } | null;
  readonly total: number | null;
  readonly pages: Readonly<Record<number, readonly Item[]>>;
  readonly selection: RowSelection;
  readonly widths: Readonly<Record<string, number>>;
}

/** The list's state for views. */
export interface ListView<Item, Query> {
  readonly query: Query;
  /** The text in the search field. */
  readonly text: string;
  readonly status: "loading" | "ready" | "failed";
  /** null before the first answer. */
  readonly total: number | null;
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

interface PagedInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query: Readonly<Record<string, unknown>> & { readonly page?: number | undefined };
}

interface PagedAnswer {
  readonly body: { readonly page: { readonly number: number; readonly totalElements: number } };
}

export interface ListOptions<
  Item,
  Query,
  Source,
  Input extends PagedInput,
  Answer extends PagedAnswer,
> {
  readonly call: {
    readonly definition: CallEvents<Input, Answer> & {
      readonly endpoint: string;
      readonly schema: { readonly query?: TSchema };
    };
    readonly start: EventCallable<Input & { readonly cause: string | null }>;
  };
  /** The screens that show the list; it requests nothing on others. */
  readonly routes: readonly string[];
  /** Whether the query is in the address (default), so that links and the back button restore it. */
  readonly inAddress?: boolean;
  /** Request data besides the query; null while it is not known. */
  readonly source: Store<Source | null>;
  /** The input of the call; the list adds page and size. */
  readonly request: (source: Source, query: Query) => Input;
  readonly itemsOf: (body: Answer["body"]) => readonly Item[];
  /** By default as many as the call allows, up to 100. */
  readonly pageSize?: number;
  /** Query properties that are not filters, such as the tab, and that clearing filters keeps; `sort` is one. */
  readonly kept?: readonly (keyof Query & string)[];
  /** Events after which rows are fetched again. */
  readonly refreshOn?: readonly EventInfo[];
  /** Whether single selected rows stay selected while other rows are searched for; "all that match" never stays. */
  readonly keepsSelection?: boolean;
  readonly options?: ProjectionOptions;
  /** Whether a page that could not be fetched empties the list; otherwise (default) loaded rows stay. */
  readonly emptyOnFailure?: boolean;
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
  type State = ListState<Item, Query>;
  const { call, routes, inAddress = true } = options;
  const maxSize = maxSizeOf(call.definition);
  const pageSize = options.pageSize ?? Math.min(DEFAULT_PAGE_SIZE, maxSize);
  if (pageSize > maxSize)
    throw new Error(`${call.definition.endpoint} allows ${maxSize} items a page`);
  const { name } = definition;
  const initialQuery = defaultQuery(definition.query);
  const initial: State = {
    latest: NOT_ASKED,
    query: initialQuery,
    text: "",
    pendingId: null,
    first: 0,
    end: 0,
    base: null,
    asked: null,
    total: null,
    pages: {},
    selection: NONE_SELECTED,
    widths: {},
  };
  const kept = new Set<string>(["sort", ...(options.kept ?? [])]);
  const cleared = (query: Query): Query =>
    Object.fromEntries(
      Object.entries({ ...initialQuery, ...query }).map(([key, value]) => [
        key,
        kept.has(key) ? value : initialQuery[key as keyof Query],
      ]),
    ) as Query;
  const selectionAfter = ({ selection }: State): RowSelection =>
    options.keepsSelection && !selection.all ? selection : NONE_SELECTED;
  const newQuery = (state: State, change: object): State => ({
    ...state,
    query: { ...state.query, ...change },
    selection: selectionAfter(state),
  });
  /** Identifies the rows of an input, on any page. */
  const baseOf = (input: Input): string => {
    const { query, ...rest } = recordable(call.definition.requested.schema, input) as Input;
    const filters = JSON.stringify({ ...query, page: undefined, size: undefined });
    return `${JSON.stringify(rest)}\n${filters}`;
  };

  const $state = createProjection<State>(
    name,
    initial,
    (on) => [
      ...latestSteps<State, Input, Answer>(on, name, call.definition, {
        requested: (state, input) => ({
          ...state,
          asked: { base: baseOf(input), page: input.query.page ?? 0 },
        }),
        succeeded: (state, { body }) => receivePage(state, options.itemsOf(body), body.page),
        ...(options.emptyOnFailure && {
          failed: (state) => ({
            ...state,
            base: state.asked?.base ?? null,
            total: null,
            pages: {},
          }),
        }),
        opened: (state) => ({
          ...initial,
          latest: state.latest,
          widths: state.widths,
          // The rows of this list stay until they are fetched again; those of another are dropped with its base.
          ...(inAddress && {
            base: state.base,
            total: state.total,
            pages: state.pages,
            first: state.first,
            end: state.end,
          }),
        }),
        refreshOn: [definition.retried, ...(options.refreshOn ?? [])],
      }),
      on(definition.searchTyped, (state, { text }, { id }) => ({ ...state, text, pendingId: id })),
      on(definition.searchSettled, (state, { text }) => ({
        ...newQuery(state, { contains: text }),
        pendingId: null,
      })),
      on(definition.queried, (state, { change }) => newQuery(state, change)),
      on(definition.filtersCleared, (state) => ({
        ...state,
        query: cleared(state.query),
        text: "",
        pendingId: null,
        selection: selectionAfter(state),
      })),
      on(definition.rowsShown, (state, { first, end }) => ({ ...state, first, end })),
      on(definition.rowsSelected, (state, { selection }) => ({ ...state, selection })),
      on(definition.columnResized, (state, { column, width }) => ({
        ...state,
        widths: { ...state.widths, [column]: width },
      })),
    ],
    { version: 2, ...options.options },
  );

  /**
   * The address of the open list; null while another screen is open. The address changes slightly before the screen.
   */
  const $place = combine($screen, $location, (screen, location) => {
    if (screen === null || !routes.includes(screen.route)) return null;
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
    name,
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

  const $exportHref = $input.map((input) => input && exportHref(call.definition.endpoint, input));
  const $view = combine(
    $state,
    $query,
    $base,
    $exportHref,
    (state, query, base, href): ListView<Item, Query> => {
      const { failure } = state.latest;
      const isOther =
        base !== "" && state.base !== null && subjectOf(state.base) !== subjectOf(base);
      const { total, pages } = isOther ? initial : state;
      const isCurrent = state.total !== null && (state.base === base || base === "");
      return {
        query,
        text:
          state.pendingId === null
            ? String((query as { contains?: string }).contains ?? "")
            : state.text,
        status: isCurrent ? "ready" : failure === null ? "loading" : "failed",
        total,
        find: (matches) => Object.values(pages).flat().find(matches) ?? null,
        exportHref: href,
        itemAt: (index) => pages[Math.floor(index / pageSize)]?.[index % pageSize] ?? null,
        failure: failure !== null && isReportable(failure) ? failure : null,
        hasFilters:
          JSON.stringify(cleared(query)) !== JSON.stringify({ ...initialQuery, ...query }),
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

/** What the rows belong to. Rows of another client or file are never shown instead. */
function subjectOf(base: string): string {
  return base.slice(0, base.indexOf("\n"));
}

function exportHref(endpoint: string, { params, query }: PagedInput): string {
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
  return `${fillEndpoint(endpoint, params)}.csv${search.size === 0 ? "" : `?${search.toString()}`}`;
}

/** The first missing page for the visible rows; null if none is missing. */
function missingPage<Item, Query>(
  state: ListState<Item, Query>,
  base: string,
  pageSize: number,
): number | null {
  if (base !== state.base) return 0;
  // The failure of this page has emptied the list.
  if (state.total === null) return state.asked?.page ?? 0;
  const firstPage = Math.floor(state.first / pageSize);
  if (state.latest.isStale) return firstPage;
  const last = Math.min(Math.max(state.end, 1), state.total) - 1;
  for (let page = firstPage; page <= Math.floor(last / pageSize); page += 1) {
    if (!state.pages[page]) return page;
  }
  return null;
}

function receivePage<Item, Query>(
  state: ListState<Item, Query>,
  items: readonly Item[],
  { number, totalElements }: { readonly number: number; readonly totalElements: number },
): ListState<Item, Query> {
  const { asked } = state;
  if (asked === null) return state;
  const isNew = asked.base !== state.base;
  // A refetched page or another total: the other pages may have changed as well.
  const keeps = !isNew && state.total === totalElements && !state.pages[number];
  return {
    ...state,
    ...(isNew && { first: 0, end: 0 }),
    base: asked.base,
    total: totalElements,
    pages: { ...(keeps && state.pages), [number]: items },
  };
}
