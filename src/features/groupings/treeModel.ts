/**
 * The tree of groups: its children load as their rows come into view. It is no unit, because `createQuery` has one input and
 * `createList` numbered pages, while the tree keeps pages of many levels, each found by a cursor.
 */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import { listGroups } from "#events/calls/groupings.ts";
import type { InputOf } from "#events/kernel/call.ts";
import { isReportable } from "../../kernel/calls.ts";
import { fetchLatest, latestSteps, NOT_ASKED, type Latest } from "../../kernel/latest.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { CHANGES, groupsCall, REFUSALS } from "./calls.ts";
import { $place } from "./place.ts";
import {
  forgotten,
  missingPage,
  rowsOf,
  TOP,
  withPage,
  type MissingPage,
  type TreeCache,
} from "./treeRules.ts";

/** Orgs in one page of a level. */
const LEVEL_SIZE = 200;
/** Rows that are fetched before the first layout. */
const FIRST_ROWS = 40;

interface TreeState extends TreeCache {
  readonly latest: Latest;
  /** The newest request. */
  readonly asked: MissingPage | null;
  readonly rootOid: string | null;
  /** Visible rows: from `first` to before `end`. */
  readonly first: number;
  readonly end: number;
}

const EMPTY: TreeState = {
  latest: NOT_ASKED,
  asked: null,
  rootOid: null,
  children: {},
  former: {},
  open: [],
  first: 0,
  end: FIRST_ROWS,
};

/** A changed group clears the cached children. They are fetched again while the former ones stay visible. */
const forget = (state: TreeState): TreeState => ({
  ...state,
  ...forgotten(state),
  latest: { ...state.latest, isStale: true },
});

export const $tree = createProjection<TreeState>(
  "groupings/tree",
  EMPTY,
  (on) => [
    ...latestSteps<TreeState, InputOf<(typeof listGroups)["schema"]>, Answer>(
      on,
      "groupings/tree",
      listGroups,
      {
        requested: (state, { query }) => ({
          ...state,
          asked: { level: query.parentOid ?? TOP, after: query.after ?? null },
        }),
        succeeded: (state, { body }) => {
          const { asked } = state;
          if (asked === null) return state;
          const page = { items: body._embedded.orgs, next: body.next };
          return { ...state, ...withPage(state, asked, page), rootOid: body.rootOid };
        },
        opened: (state) => ({ ...EMPTY, latest: state.latest }),
        refreshOn: [],
      },
    ),
    on(actions.groupToggled, (state, { oid, open }) => ({
      ...state,
      open: [...state.open.filter((one) => one !== oid), ...(open ? [oid] : [])],
    })),
    on(actions.treeShown, (state, { first, end }) => ({ ...state, first, end })),
    on(actions.treeRetried, forget),
    ...CHANGES.map(({ type }) => ({ type, evolve: forget })),
    ...REFUSALS.map(({ type }) => ({ type, evolve: forget })),
  ],
  { version: 2 },
);

type Answer = Extract<Parameters<(typeof listGroups)["succeeded"]>[0], { readonly status: 200 }>;

/** The known levels. Unlike the rest of the tree, they stay the same while the user scrolls. */
export const $levels = combine({
  children: $tree.map(({ children }) => children),
  former: $tree.map(({ former }) => former),
  open: $tree.map(({ open }) => open),
});
export const $rootOid = $tree.map(({ rootOid }) => rootOid);
export const $isFetching = $tree.map(({ latest: { isBusy } }) => isBusy);

export const $rows = $levels.map(rowsOf);

const $missing = combine($tree, $rows, (tree, rows) =>
  missingPage(tree, rows, tree.first, tree.end),
);

fetchLatest(
  "groupings/tree",
  groupsCall,
  combine($place, $missing, (place, missing) =>
    place === null || missing === null
      ? null
      : {
          params: { clientId: place.clientId },
          query: {
            orgType: place.orgType,
            size: LEVEL_SIZE,
            ...(missing.level !== TOP && { parentOid: missing.level }),
            ...(missing.after !== null && { after: missing.after }),
          },
        },
  ),
  $tree.map(({ latest }) => latest),
);

export const $treeFailure = $tree.map(({ latest: { failure } }) =>
  failure !== null && isReportable(failure) ? failure : null,
);
/** Before the first import there is nothing to group. */
export const $hasNoOrgs = $treeFailure.map((failure) => failure?.status === 404);

export const toggleGroup = createAction(actions.groupToggled);
export const showRows = createAction(actions.treeShown);
export const retryTree = createAction(actions.treeRetried);
