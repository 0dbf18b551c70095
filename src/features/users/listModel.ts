/** The list of users: its address says what it shows, and pages come as their rows come into view. */
import { sample } from "effector";
import { navigated, screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/users.ts";
import { deleteUser, listUsers } from "#events/calls/users.ts";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { $screen, navigateTo, parsePath } from "../../kernel/navigation.ts";
import { noPages, openPages, pagesState, receiveItems, wantedPage } from "../../kernel/pages.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { NO_SEARCH, openSearch, searchWhenStill, typeSearch } from "../../kernel/searchText.ts";
import { $clientId } from "../../data/session/index.ts";
import { listUsersCall } from "./calls.ts";
import {
  readUsersQuery,
  userQueryOf,
  usersPath,
  DEFAULT_QUERY,
  type UsersQuery,
} from "./listRules.ts";
import { usersRoute } from "./route.ts";

/** How long nobody types before the text is searched for, in milliseconds. */
export const SEARCH_DELAY = 200;

export const typeUserSearch = createAction(actions.userSearchTyped);
export const chooseStatus = createAction(actions.userStatusChosen);
export const chooseManagerKind = createAction(actions.managerKindChosen);
export const sortUsers = createAction(actions.usersSorted);
export const clearUserFilters = createAction(actions.userFiltersCleared);
export const showUserRows = createAction(actions.userRowsShown);
export const retryUserList = createAction(actions.userListRetried);
const settleSearch = createFollowUp(actions.userSearchSettled);

/** Where the list is, from its opening until somebody goes elsewhere; quick changes follow each other in it. */
const $path = createProjection<string | null>("users/path", null, (on) => [
  on(screenOpened, (_path, { route, path }) => (route === usersRoute.name ? path : null)),
  on(navigated, (path, to) =>
    path !== null && parsePath(to.path).pathname === usersRoute.path ? to.path : null,
  ),
]);
export const $usersQuery = $screen.map((screen) =>
  screen?.route === usersRoute.name ? readUsersQuery(screen.path) : DEFAULT_QUERY,
);

const $search = createProjection("users/search", NO_SEARCH, (on) => [
  on(actions.userSearchTyped, (_search, { text }, { id }) => typeSearch(text, id)),
  on(actions.userSearchSettled, (_search, { text }) => ({ text, pendingId: null })),
  on(actions.userFiltersCleared, () => NO_SEARCH),
  on(screenOpened, (search, { route, path }) =>
    openSearch(search, route === usersRoute.name ? readUsersQuery(path).contains : null),
  ),
]);
/** The text in the search field. */
export const $userSearch = $search.map(({ text }) => text);

export const $userPages = createProjection("users/pages", noPages<ListedUser>(), (on) => [
  on(screenOpened, (state, { route, path }) =>
    route === usersRoute.name ? openPages(state, path) : noPages<ListedUser>(),
  ),
  on(actions.userListRetried, (state) => ({ ...state, failure: null })),
  on(actions.userRowsShown, (state, { first, end }) => ({ ...state, first, end })),
  // Whoever is deleted is in no list any more.
  on(deleteUser.succeeded, (state) => ({ ...state, isStale: true, requestId: null })),
  on(listUsers.requested, (state, _input, { id }) => ({ ...state, requestId: id })),
  on(listUsers.succeeded, (state, { body }, { cause }) =>
    cause === state.requestId
      ? receiveItems(state, body.page.number, body._embedded.users, body.page.totalElements)
      : state,
  ),
  on(listUsers.failed, (state, failure, { cause }) =>
    cause === state.requestId ? { ...state, requestId: null, failure } : state,
  ),
]);

sample({
  clock: [
    onLive(screenOpened),
    onLive(actions.userListRetried),
    onLive(actions.userRowsShown),
    onLive(deleteUser.succeeded),
    listUsersCall.succeeded,
  ],
  source: { pages: $userPages, query: $usersQuery, clientId: $clientId },
  filter: ({ pages, clientId }) => clientId !== null && wantedPage(pages) !== null,
  fn: ({ pages, query, clientId }, { id }) => ({
    params: { clientId: clientId ?? "" },
    query: userQueryOf(query, wantedPage(pages) ?? 0),
    cause: id,
  }),
  target: listUsersCall.start,
});

searchWhenStill({
  typed: actions.userSearchTyped,
  $search,
  delay: SEARCH_DELAY,
  settle: settleSearch,
});

interface Change {
  readonly change: Partial<UsersQuery>;
  /** Typing replaces the address: back leads to where the search began. */
  readonly replace?: boolean;
  readonly id: string;
}

sample({
  clock: [
    onLive(actions.userSearchSettled).map(({ payload, id }): Change => ({
      change: { contains: payload.text },
      replace: true,
      id,
    })),
    onLive(actions.userStatusChosen).map(({ payload, id }): Change => ({ change: payload, id })),
    onLive(actions.managerKindChosen).map(({ payload, id }): Change => ({ change: payload, id })),
    onLive(actions.usersSorted).map(({ payload, id }): Change => ({
      change: { sort: payload },
      id,
    })),
    onLive(actions.userFiltersCleared).map(({ id }): Change => ({
      change: { contains: "", manager: "all" },
      id,
    })),
  ],
  source: $path,
  filter: (path) => path !== null,
  fn: (path, { change, replace, id }) => ({
    path: usersPath({ ...readUsersQuery(path ?? ""), ...change }),
    replace: replace ?? false,
    cause: id,
  }),
  target: navigateTo,
});

export const $listState = $userPages.map(pagesState);
