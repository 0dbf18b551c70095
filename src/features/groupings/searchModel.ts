/** Searching orgs by name, each with its path. */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import { screenOpened } from "#events/actions/app.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { SEARCH_DELAY } from "../../kernel/list.ts";
import { searchWhenStill } from "../../kernel/debouncedSearch.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { ancestorsOfManyCall } from "../../data/orgs/index.ts";
import { CHANGES, groupsCall } from "./calls.ts";
import { $place } from "./place.ts";

/** Maximum shown results. */
export const MAX_RESULTS = 50;

interface SearchState {
  readonly text: string;
  readonly pendingId: string | null;
  /** The text that is searched for; empty: the tree is shown. */
  readonly wanted: string;
  readonly pathname: string | null;
}

const EMPTY: SearchState = { text: "", pendingId: null, wanted: "", pathname: null };

export const $search = createProjection("groupings/search", EMPTY, (on) => [
  on(actions.searchTyped, (state, { text }, { id }) => ({ ...state, text, pendingId: id })),
  on(actions.searchSettled, (state, { text }) => ({ ...state, pendingId: null, wanted: text })),
  on(screenOpened, (state, { path }) => {
    const { pathname } = parsePath(path);
    return pathname === state.pathname ? state : { ...EMPTY, pathname };
  }),
]);
export const search = createAction(actions.searchTyped);
searchWhenStill({
  typed: actions.searchTyped,
  $search,
  delay: SEARCH_DELAY,
  settle: createFollowUp(actions.searchSettled),
});

/** The orgs that match, groups first; null while nothing is searched for. */
export const $found = createQuery("groupings/found", {
  call: groupsCall,
  input: combine($place, $search, (place, { wanted }) =>
    place === null || wanted.trim() === ""
      ? null
      : {
          params: { clientId: place.clientId },
          query: { orgType: place.orgType, search: wanted, size: MAX_RESULTS },
        },
  ),
  valueOf: ({ body }) => ({ orgs: body._embedded.orgs, hasMore: body.next !== null }),
  refreshOn: [...CHANGES, actions.treeRetried],
  emptyOnFailure: true,
  options: { version: 3 },
});

const NO_PATHS: Readonly<Record<string, readonly string[]>> = {};

/** The names of the groups above each result, from the top; none after a failed fetch. */
export const $paths = createQuery("groupings/paths", {
  call: ancestorsOfManyCall,
  input: combine($place, $found, (place, { value }) =>
    place === null || value === null || value.orgs.length === 0
      ? null
      : {
          params: { clientId: place.clientId },
          query: { orgFilterType: "Ancestors" },
          body: { orgOids: value.orgs.map(({ oid }) => oid) },
        },
  ),
  valueOf: ({ body }) =>
    Object.fromEntries(
      body.ancestors.map(({ oid, ancestors }) => [
        oid,
        ancestors
          .filter(({ parentOrgRef }) => parentOrgRef !== null)
          .map(({ displayName }) => displayName),
      ]),
    ),
  refreshOn: CHANGES,
  emptyOnFailure: true,
}).map(({ value }) => value ?? NO_PATHS);
