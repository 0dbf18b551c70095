/** All rows of a paged call as one value: the pages are fetched one after another while they are wanted. */
import { combine, type EventCallable, type Store } from "effector";
import type { PageInfo } from "#events/entities/common.ts";
import type { EventInfo } from "#events/kernel/event.ts";
import { isReportable } from "./calls.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type CallEvents, type Latest } from "./latest.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";
import type { Query } from "./query.ts";

interface PageQuery {
  readonly query: { readonly page?: number | undefined };
}

interface PagesState<Item> {
  readonly latest: Latest;
  readonly items: readonly Item[];
  /** The next page, or the last one once all are loaded. */
  readonly page: number;
  readonly isComplete: boolean;
}

interface PagesOptions<Input, Answer, Item> {
  readonly call: {
    readonly definition: CallEvents<Input, Answer>;
    readonly start: EventCallable<Input & { readonly cause: string | null }>;
  };
  /** The input without a page; null while nothing is wanted. */
  readonly input: Store<Omit<Input, "query"> | null>;
  readonly itemsOf: (answer: Answer) => readonly Item[];
  /** Events after which all pages are fetched again; opening another screen alone is not one. */
  readonly refreshOn: readonly EventInfo[];
  readonly options?: Pick<ProjectionOptions, "version">;
}

/** The query state for views. */
export interface AllPages<Item> extends Query<readonly Item[]> {
  /** The rows loaded so far; complete once the status is `ready`. */
  readonly value: readonly Item[];
}

/**
 * Declares the query.
 *
 * @param name the unique name of its projection
 */
export function createAllPages<
  Input extends PageQuery,
  Answer extends { readonly body: { readonly page: PageInfo } },
  Item,
>(
  name: string,
  { call, input, itemsOf, refreshOn, options = {} }: PagesOptions<Input, Answer, Item>,
): Store<AllPages<Item>> {
  const initial: PagesState<Item> = { latest: NOT_ASKED, items: [], page: 0, isComplete: false };
  const $state = createProjection(
    name,
    initial,
    (on) =>
      latestSteps<PagesState<Item>, Input, Answer>(on, name, call.definition, {
        requested: (state, { query: { page = 0 } }) => ({
          ...state,
          page,
          ...(page === 0 && { items: [], isComplete: false }),
        }),
        succeeded: (state, answer) => {
          const { number, totalPages } = answer.body.page;
          const isComplete = number + 1 >= totalPages;
          const items = [...state.items, ...itemsOf(answer)];
          return { ...state, items, isComplete, page: isComplete ? number : number + 1 };
        },
        failed: (state) => ({ ...state, items: [], isComplete: false }),
        refreshOn,
        refreshOnOpen: false,
      }),
    { version: 3, ...options },
  );
  const $wanted = combine($state, input, ({ latest, page }, wanted) =>
    // A paged call has a page in its query.
    wanted === null ? null : ({ ...wanted, query: { page: latest.isStale ? 0 : page } } as Input),
  );
  fetchLatest(
    name,
    call,
    $wanted,
    $state.map(({ latest }) => latest),
  );
  return combine($state, input, ({ latest, items, isComplete }, wanted) => {
    const failure = wanted === null ? null : latest.failure;
    return {
      value: items,
      isBusy: latest.isBusy,
      failure: failure !== null && isReportable(failure) ? failure : null,
      status: isComplete ? "ready" : failure === null ? "loading" : "failed",
    };
  });
}
