/** Who holds an entitlement among the members of an org or among all people, and who lacks it. */
import { combine } from "effector";
import * as actions from "#events/actions/access.ts";
import * as calls from "#events/calls/access.ts";
import { openCase } from "#events/calls/cases.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { createQuery } from "../../kernel/query.ts";
import { $screen } from "../../kernel/navigation.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { entitlementRoute } from "./route.ts";

export const openHolders = createAction(actions.holdersOpened);
export const retryHolders = createAction(actions.holdersRetried);

const $opened = createDialog("access/opened", actions.holdersOpened, ({ place }) => place, {
  version: 3,
});

/** The place of the dialog, or that of the open screen. */
const $place = combine($opened, $screen, (opened, screen) => {
  if (opened !== null) return opened;
  const params = paramsOf(entitlementRoute, screen);
  return params && { orgOid: null, roleOid: params.entitlementOid };
});
const $params = combine($place, $clientId, (place, clientId) =>
  place === null || clientId === null
    ? null
    : {
        params: { clientId, roleOid: place.roleOid },
        query: place.orgOid === null ? {} : { orgOid: place.orgOid },
      },
);

export const $isOpen = $opened.map((place) => place !== null);
/** Whether all people are looked at, and not only the members of an org. */
export const $isOfAll = $place.map((place) => place?.orgOid === null);

export const $counts = createQuery("access/counts", {
  call: createCall(calls.countHolders),
  input: $params,
  valueOf: ({ body }) => body,
  refreshOn: [actions.holdersRetried],
  options: { version: 3 },
});

nameParam(
  "entitlementOid",
  combine($counts, $screen, ({ value }, screen) =>
    screen?.route === entitlementRoute.name ? (value?.entitlement.name ?? null) : null,
  ),
);

export const holderList = createList(actions.holderList, {
  call: createCall(calls.listHolders),
  routes: "all",
  inAddress: false,
  source: $params,
  request: ({ params, query }, { show, contains, sort }) => ({
    params,
    query: { ...query, show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.holders,
  refreshOn: [actions.holdersRetried, openCase.succeeded],
  startsOn: [actions.holdersOpened],
  options: { version: 3 },
});
