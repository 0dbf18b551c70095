/** The history of one policy or of all policies: the effect of each change, and its undo. */
import { combine } from "effector";
import * as actions from "#events/actions/policyChanges.ts";
import { deleteInducement, induce, setInducementPeriod } from "#events/calls/orgs.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { message } from "#events/messages/message.ts";
import { $clientId, $mapsAllRoles } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { paramsOf } from "../../kernel/route.ts";
import { detailRoute, resourceBulkRoute, resourceDetailRoute } from "../role-mapping/index.ts";
import { accessBulkRoute, bulkRoute } from "./route.ts";

const BULK_ROUTES: readonly string[] = [bulkRoute.name, accessBulkRoute.name];
const ROUTES = [detailRoute.name, resourceDetailRoute.name, resourceBulkRoute.name, ...BULK_ROUTES];

/** The org, the resource or both whose history the open screen shows; both are null for that of all policies. Null without a history. */
const $place = combine($screen, $clientId, $mapsAllRoles, (screen, clientId, mapsAllRoles) => {
  if (screen === null || clientId === null) return null;
  const place = { clientId, orgOid: null, resourceId: null };
  const ofResource = paramsOf(resourceBulkRoute, screen);
  if (ofResource !== null) return { ...place, ...ofResource };
  const ofBoth = paramsOf(resourceDetailRoute, screen);
  if (ofBoth !== null) return { clientId, orgOid: ofBoth.oid, resourceId: ofBoth.resourceId };
  // Other histories cover all resources, so users who map roles of their own resources have none.
  if (!mapsAllRoles) return null;
  const ofOrg = paramsOf(detailRoute, screen);
  if (ofOrg !== null) return { ...place, orgOid: ofOrg.oid };
  return BULK_ROUTES.includes(screen.route) ? place : null;
});

/** Whether the history is that of one org, so that it need not name the org. */
export const $isOfOneOrg = $place.map((place) => place !== null && place.orgOid !== null);

/** The resource to which the history is limited; null: it is not limited. */
export const $historyResourceId = $place.map((place) => place?.resourceId ?? null);

export const historyList = createList(actions.historyList, {
  call: createCall(calls.listPolicyChanges),
  routes: ROUTES,
  inAddress: false,
  source: $place,
  request: ({ clientId, orgOid, resourceId }) => ({
    params: { clientId },
    query: { ...(orgOid !== null && { orgOid }), ...(resourceId !== null && { resourceId }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.changes,
  refreshOn: [
    induce.succeeded,
    deleteInducement.succeeded,
    setInducementPeriod.succeeded,
    calls.bulkUpdate.succeeded,
    calls.resourceBulkUpdate.succeeded,
    calls.applyPolicyFile.succeeded,
    calls.undoPolicyChange.succeeded,
    calls.undoPolicyChange.failed,
  ],
});

export const openChange = createAction(actions.changeOpened);

/** The id of the change whose details are open; null if none is. */
export const $openChange = createDialog(
  "policyChanges/opened",
  actions.changeOpened,
  ({ changeId }) => changeId,
);

/** What the change did to the policy of the screen's org, or to all policies. */
export const changeLines = createList(actions.changeLines, {
  call: createCall(calls.listChangeLines),
  routes: ROUTES,
  inAddress: false,
  source: combine($openChange, $place, (changeId, place) =>
    changeId === null || place === null ? null : { ...place, changeId },
  ),
  request: ({ clientId, changeId, orgOid }, { show, contains }) => ({
    params: { clientId, changeId },
    query: {
      show,
      ...(contains !== "" && { contains }),
      ...(orgOid !== null && { orgOid }),
    },
  }),
  itemsOf: ({ _embedded }) => _embedded.lines,
  startsOn: [actions.changeOpened],
  options: { version: 4 },
});

const undoCall = createCall(calls.undoPolicyChange);

export const undo = createConfirmation(actions.undo, {
  call: undoCall,
  source: $place,
  request: ({ changeId }, { clientId }) => ({ params: { clientId, changeId } }),
  doneMessage: (_subject, { body: { added, removed } }) =>
    message("policies.undone", { added, removed }),
  failedMessage: (_subject, reason) => message("policies.notUndone", { reason }),
});
export const retryUndoPreview = createAction(actions.undoRetried);

/** The effect that undoing the chosen change would have now. */
export const $undoPreview = createQuery("policyChanges/undoPreview", {
  call: createCall(calls.previewUndo),
  input: combine(undo.$view, $place, ({ isOpen, subject }, place) =>
    isOpen && subject !== null && place !== null
      ? { params: { clientId: place.clientId, changeId: subject.changeId } }
      : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [actions.undo.opened, actions.undoRetried],
  emptyOnFailure: true,
  options: { version: 3 },
});
