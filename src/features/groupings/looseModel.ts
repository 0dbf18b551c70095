/** The orgs outside of groups, and those without members. */
import { combine } from "effector";
import * as actions from "#events/actions/groupings.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/groupings.ts";
import type { LooseList } from "#events/entities/grouping.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction } from "../../kernel/recorder.ts";
import { CHANGES, REFUSALS } from "./calls.ts";
import { $place, ROUTES, type Place } from "./place.ts";

const common = {
  routes: ROUTES,
  inAddress: false,
  source: $place,
  request: (
    { clientId, orgType }: Place,
    { contains, sort }: { readonly contains: string; readonly sort: string },
  ) => ({
    params: { clientId },
    query: { orgType, sort, ...(contains !== "" && { contains }) },
  }),
  refreshOn: [...CHANGES, ...REFUSALS],
  deselectOn: [calls.updateGroup.succeeded],
  emptyOnFailure: true,
};

export const ungroupedList = createList(actions.ungroupedList, {
  ...common,
  call: createCall(calls.listUngrouped),
  itemsOf: ({ _embedded }) => _embedded.orgs,
});

export const inactiveList = createList(actions.inactiveList, {
  ...common,
  call: createCall(calls.listInactive),
  itemsOf: ({ _embedded }) => _embedded.orgs,
});

interface Shown {
  readonly list: LooseList;
  readonly pathname: string | null;
}

export const $looseList = createProjection<Shown>(
  "groupings/looseList",
  { list: "ungrouped", pathname: null },
  (on) => [
    on(actions.looseListChosen, (state, { list }) => ({ ...state, list })),
    on(screenOpened, (state, { path }) => {
      const { pathname } = parsePath(path);
      return pathname === state.pathname ? state : { list: "ungrouped", pathname };
    }),
  ],
).map(({ list }) => list);
export const chooseLooseList = createAction(actions.looseListChosen);

/** How many orgs each list has; null while unknown. */
export const $looseCounts = combine(
  ungroupedList.$view,
  inactiveList.$view,
  (ungrouped, inactive) => ({ ungrouped: ungrouped.total, inactive: inactive.total }),
);
