/** Who holds an entitlement among the members of an org, and who lacks it. */
import { combine, sample } from "effector";
import * as actions from "#events/actions/access.ts";
import * as calls from "#events/calls/access.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction, onLive } from "../../kernel/recorder.ts";
import { policyBuilderRoutes } from "../policy-builder/index.ts";
import { detailRoute, resourceDetailRoute } from "../role-mapping/index.ts";

export const openHolders = createAction(actions.holdersOpened);
export const retryHolders = createAction(actions.holdersRetried);

const $opened = createDialog("access/opened", actions.holdersOpened, ({ place }) => place);

const $params = combine($opened, $clientId, (place, clientId) =>
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
  refreshOn: [actions.holdersRetried],
});
// The dialog of each entitlement starts with all holders, without a filter.
sample({
  clock: onLive(actions.holdersOpened),
  filter: ({ payload: { place } }) => place !== null,
  fn: () => ({}),
  target: holderList.clear,
});
