/**
 * The rows of a list as state: its pages load as their rows come into view, and the previous query's rows stay until the
 * first new rows arrive.
 */
import type { Static, TObject } from "typebox";
import type { EventInfo } from "#events/kernel/event.ts";
import type { ListDefinition, RowSelection } from "#events/kernel/list.ts";
import { defaultQuery } from "#events/kernel/query.ts";
import { recordable } from "#events/kernel/redaction.ts";
import {
  latestSteps,
  NOT_ASKED,
  triggerSteps,
  type CallEvents,
  type Latest,
  type Trigger,
} from "./latest.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";

/** Added to the version of each list, whose items and query have their own. Increment it with each change of `ListState`. */
const SHAPE_VERSION = 1;

const NONE_SELECTED: RowSelection = { all: false, ids: [] };

export interface ListState<Item, Query> {
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
  /** Whether more rows match than the total counts. */
  readonly hasMore?: boolean | undefined;
  readonly pages: Readonly<Record<number, readonly Item[]>>;
  readonly selection: RowSelection;
  readonly widths: Readonly<Record<string, number>>;
}

export interface PagedInput {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query: Readonly<Record<string, unknown>> & { readonly page?: number | undefined };
}

export interface PagedAnswer {
  readonly body: { readonly page: AnsweredPage };
}

interface AnsweredPage {
  readonly number: number;
  readonly totalElements: number;
  readonly hasMore?: boolean;
}

/** How a list handles its rows. */
export interface RowOptions<Query, Item, Answer extends PagedAnswer> {
  /** Whether the query is in the address, so that another screen keeps the rows. */
  readonly inAddress: boolean;
  readonly itemsOf: (body: Answer["body"]) => readonly Item[];
  /** Query properties that are not filters, such as the tab, and that clearing filters keeps; `sort` is one. */
  readonly kept?: readonly (keyof Query & string)[];
  /** Events after which rows are fetched again. */
  readonly refreshOn?: readonly Trigger[];
  /**
   * Successes of calls that change the selected rows, which may have left the list: nothing is selected afterwards, and
   * rows are fetched again.
   */
  readonly deselectOn?: readonly EventInfo[];
  /**
   * Events with which the list starts for another subject, such as the opening of its dialog: without rows, search, filters
   * or selection. Column widths stay. Only for a list whose query is not in the address.
   */
  readonly startsOn?: readonly Trigger[];
  /** Whether single selected rows stay selected while other rows are searched for; "all that match" never stays. */
  readonly keepsSelection?: boolean;
  readonly options?: ProjectionOptions;
  /** Whether a page that could not be fetched empties the list; otherwise (default) loaded rows stay. */
  readonly emptyOnFailure?: boolean;
}

/** The state of a list, with what its query and its pages are compared with. */
export function createListState<
  Schema extends TObject,
  Item,
  Input extends PagedInput,
  Answer extends PagedAnswer,
>(
  definition: ListDefinition<string, Schema>,
  call: CallEvents<Input, Answer>,
  options: RowOptions<Static<Schema>, Item, Answer>,
) {
  type Query = Static<Schema>;
  type State = ListState<Item, Query>;
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
  const deselectOn = new Set(options.deselectOn?.map(({ type }) => type));
  const deselect = (state: State): State => ({
    ...state,
    selection: NONE_SELECTED,
    latest: { ...state.latest, isStale: true },
  });
  /** Nothing is loaded, so the rows are requested again also for the same subject as before. */
  const start = ({ latest, widths }: State): State => ({
    ...initial,
    latest: { ...latest, isStale: true },
    widths,
  });
  const selectionAfter = ({ selection }: State): RowSelection =>
    options.keepsSelection && !selection.all ? selection : NONE_SELECTED;
  const newQuery = (state: State, change: object): State => ({
    ...state,
    query: { ...state.query, ...change },
    selection: selectionAfter(state),
  });
  /** Identifies the rows of an input, on any page. */
  const baseOf = (input: Input): string => {
    const { query, ...rest } = recordable(call.requested.schema, input) as Input;
    const filters = JSON.stringify({ ...query, page: undefined, size: undefined });
    return `${JSON.stringify(rest)}\n${filters}`;
  };

  const $state = createProjection<State>(
    name,
    initial,
    (on) => [
      ...latestSteps<State, Input, Answer>(on, name, call, {
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
          ...(options.inAddress && {
            base: state.base,
            total: state.total,
            hasMore: state.hasMore,
            pages: state.pages,
            first: state.first,
            end: state.end,
          }),
        }),
        refreshOn: [definition.retried, ...(options.refreshOn ?? [])].filter(
          ({ type }) => !deselectOn.has(type),
        ),
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
      ...[...deselectOn].map((type) => ({ type, evolve: deselect })),
      ...triggerSteps(options.startsOn ?? [], start),
      on(definition.columnResized, (state, { column, width }) => ({
        ...state,
        widths: { ...state.widths, [column]: width },
      })),
    ],
    { ...options.options, version: SHAPE_VERSION + (options.options?.version ?? 2) },
  );
  return { $state, initial, cleared, baseOf };
}

/** What the rows belong to. Rows of another client or file are never shown instead. */
export function subjectOf(base: string): string {
  return base.slice(0, base.indexOf("\n"));
}

/** The first missing page for the visible rows; null if none is missing. */
export function missingPage<Item, Query>(
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
  { number, totalElements, hasMore }: AnsweredPage,
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
    hasMore,
    pages: { ...(keeps && state.pages), [number]: items },
  };
}
