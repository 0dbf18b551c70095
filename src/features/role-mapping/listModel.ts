/** The list of orgs: its address says what it shows; what people do changes the address. */
import { combine, sample } from "effector";
import { navigated, screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/roleMapping.ts";
import { ALL_ORGS } from "#events/rules/orgQuery.ts";
import { $location, $screen, navigateTo, parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import {
  NO_SEARCH,
  openSearch,
  searchWhenStill,
  typeSearch,
} from "../../kernel/debouncedSearch.ts";
import { fetchResource } from "../../data/directory/index.ts";
import { $orgList, fetchOrgs, orgsCall } from "../../data/orgs/index.ts";
import {
  isBehindLastPage,
  isListRoute,
  listPath,
  orgQueryOf,
  readListQuery,
  DEFAULT_QUERY,
  type ListQuery,
} from "./listRules.ts";

/** How long nobody types before the text is searched for, in milliseconds. */
export const SEARCH_DELAY = 250;

export const chooseOrgType = createAction(actions.orgTypeChosen);
export const typeOrgSearch = createAction(actions.orgSearchTyped);
export const chooseLetter = createAction(actions.letterChosen);
export const sortOrgs = createAction(actions.orgsSorted);
export const pageOrgs = createAction(actions.orgsPaged);
export const clearOrgFilters = createAction(actions.orgFiltersCleared);
export const retryOrgList = createAction(actions.orgListRetried);
const settleSearch = createFollowUp(actions.orgSearchSettled);

/**
 * Where the list is open, and at which state; null while another screen is. The address is ahead of the screen by a
 * moment: two quick changes must both end up in it.
 */
const $place = combine($screen, $location, (screen, location) => {
  if (screen === null || !isListRoute(screen.route)) return null;
  const { pathname } = parsePath(screen.path);
  const isAhead = location.pathname === pathname;
  const query = readListQuery(isAhead ? pathname + location.search : screen.path);
  return { pathname, query };
});
/** Where somebody has gone since the screen opened; the next screen may still be loading. */
const $gone = createProjection<string | null>("roleMapping/listGone", null, (on) => [
  on(navigated, (_gone, { path }) => parsePath(path).pathname),
  on(screenOpened, () => null),
]);
/** As `$place`, but null as soon as the list was left: a late search must not lead back to it. */
const $placeToChange = combine($place, $gone, (place, gone) =>
  place !== null && (gone === null || gone === place.pathname) ? place : null,
);
/** What the list shows. */
export const $listQuery = $place.map((place) => place?.query ?? DEFAULT_QUERY);

const $search = createProjection("roleMapping/orgSearch", NO_SEARCH, (on) => [
  on(actions.orgSearchTyped, (_search, { text }, { id }) => typeSearch(text, id)),
  on(actions.orgSearchSettled, ({ text }) => ({ text, pendingId: null })),
  on(actions.orgFiltersCleared, () => NO_SEARCH),
  on(screenOpened, (search, { route, path }) =>
    openSearch(search, isListRoute(route) ? readListQuery(path).contains : null),
  ),
]);
/** The text in the search field. */
export const $searchText = $search.map(({ text }) => text);
const opened = onLive(screenOpened).filter({ fn: ({ payload }) => isListRoute(payload.route) });
sample({
  clock: [opened, onLive(actions.orgListRetried)],
  source: $listQuery,
  fn: (query, { id }) => ({
    payload: { mode: "replace" as const, query: orgQueryOf(query) },
    cause: id,
  }),
  target: fetchOrgs,
});
sample({
  clock: opened,
  filter: ({ payload }) => payload.params.resourceId !== undefined,
  fn: ({ payload, id }) => ({
    payload: { resourceId: payload.params.resourceId ?? "" },
    cause: id,
  }),
  target: fetchResource,
});

searchWhenStill({
  typed: actions.orgSearchTyped,
  $search,
  delay: SEARCH_DELAY,
  settle: settleSearch,
});

interface Change {
  readonly change: Partial<ListQuery>;
  /** Typing replaces the address: back leads to where the search began. */
  readonly replace?: boolean;
  readonly id: string;
}

const changed = sample({
  clock: [
    onLive(actions.orgTypeChosen).map(({ payload, id }): Change => ({
      change: { orgType: payload.orgType, page: 0 },
      id,
    })),
    onLive(actions.orgSearchSettled).map(({ payload, id }): Change => ({
      change: { contains: payload.text, page: 0 },
      replace: true,
      id,
    })),
    onLive(actions.letterChosen).map(({ payload, id }): Change => ({
      change: { startsWith: payload.startsWith, page: 0 },
      id,
    })),
    onLive(actions.orgsSorted).map(({ payload, id }): Change => ({
      change: { sort: payload, page: 0 },
      id,
    })),
    onLive(actions.orgsPaged).map(({ payload, id }): Change => ({
      change: { page: payload.page },
      id,
    })),
    onLive(actions.orgFiltersCleared).map(({ id }): Change => ({
      change: { contains: "", startsWith: ALL_ORGS, page: 0 },
      id,
    })),
  ],
});
sample({
  clock: changed,
  source: $placeToChange,
  filter: (place) => place !== null,
  fn: (place, { change, replace, id }) => ({
    path: listPath(place?.pathname ?? "", { ...DEFAULT_QUERY, ...place?.query, ...change }),
    replace: replace ?? false,
    cause: id,
  }),
  target: navigateTo,
});

// The list became shorter than the address thinks: show its last page.
sample({
  clock: orgsCall.succeeded,
  source: { place: $placeToChange, list: $orgList },
  filter: ({ place, list }) =>
    place !== null && list.status === "Success" && isBehindLastPage(place.query, list.page),
  fn: ({ place, list }, { id }) => ({
    path: listPath(place?.pathname ?? "", {
      ...DEFAULT_QUERY,
      ...place?.query,
      page: list.page.totalPages - 1,
    }),
    replace: true,
    cause: id,
  }),
  target: navigateTo,
});
