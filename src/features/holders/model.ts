/** Who holds an entitlement among the members of an org, and who lacks it. */
import { combine, sample } from "effector";
import * as actions from "#events/actions/access.ts";
import { screenOpened } from "#events/actions/app.ts";
import * as calls from "#events/calls/access.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createList } from "../../kernel/list.ts";
import { parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { policyBuilderRoutes } from "../policy-builder/index.ts";
import { detailRoute, resourceDetailRoute } from "../role-mapping/index.ts";

const PAGE_SIZE = 20;

export const openHolders = createAction(actions.holdersOpened);
export const retryHolders = createAction(actions.holdersRetried);

interface Place {
  readonly orgOid: string;
  readonly roleOid: string;
}

interface Opened {
  readonly place: Place | null;
  readonly pathname: string | null;
}

const NOTHING: Opened = { place: null, pathname: null };

const $opened = createProjection("access/opened", NOTHING, (on) => [
  on(actions.holdersOpened, (state, { place }) => ({ ...state, place })),
  on(screenOpened, (state, { path }) => {
    const { pathname } = parsePath(path);
    return pathname === state.pathname ? state : { place: null, pathname };
  }),
]);

const $params = combine($opened, $clientId, ({ place }, clientId) =>
  place === null || clientId === null
    ? null
    : { clientId, oid: place.orgOid, roleOid: place.roleOid },
);

export const $isOpen = $params.map((params) => params !== null);

export const $counts = createQuery("access/counts", {
  call: createCall(calls.countHolders),
  input: $params.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.holdersRetried],
});

export const holderList = createList(actions.holderList, {
  call: createCall(calls.listHolders),
  routes: [detailRoute, resourceDetailRoute, ...policyBuilderRoutes].map(({ name }) => name),
  inAddress: false,
  source: $params,
  request: (params, { show, contains, sort }) => ({
    params,
    query: { show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.holders,
  pageSize: PAGE_SIZE,
  refreshOn: [actions.holdersRetried],
});
// Each entitlement begins with all its holders.
sample({
  clock: onLive(actions.holdersOpened),
  filter: ({ payload: { place } }) => place !== null,
  fn: () => ({}),
  target: holderList.clear,
});
