/** The history of one policy or of all policies: the effect of each change, and its undo. */
import { combine } from "effector";
import * as actions from "#events/actions/policyChanges.ts";
import { deleteInducement, induce } from "#events/calls/orgs.ts";
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
import { detailRoute, resourceDetailRoute } from "../role-mapping/index.ts";
import { accessBulkRoute, bulkRoute } from "./route.ts";

const ORG_ROUTES: readonly string[] = [detailRoute.name, resourceDetailRoute.name];
const BULK_ROUTES: readonly string[] = [bulkRoute.name, accessBulkRoute.name];
const PAGE_SIZE = 20;

/** The org whose history the open screen shows; `orgOid` is null for the history of all policies. Null without a history. */
const $place = combine($screen, $clientId, $mapsAllRoles, (screen, clientId, mapsAllRoles) => {
  // A change covers all resources, so users who map roles of their own resources have no history.
  if (screen === null || clientId === null || !mapsAllRoles) return null;
  if (ORG_ROUTES.includes(screen.route)) return { clientId, orgOid: screen.params.oid ?? "" };
  return BULK_ROUTES.includes(screen.route) ? { clientId, orgOid: null } : null;
});

export const historyList = createList(actions.historyList, {
  call: createCall(calls.listPolicyChanges),
  routes: [...ORG_ROUTES, ...BULK_ROUTES],
  inAddress: false,
  source: $place,
  request: ({ clientId, orgOid }) => ({
    params: { clientId },
    query: orgOid === null ? {} : { orgOid },
  }),
  itemsOf: ({ _embedded }) => _embedded.changes,
  pageSize: PAGE_SIZE,
  refreshOn: [
    induce.succeeded,
    deleteInducement.succeeded,
    calls.bulkUpdate.succeeded,
    calls.applyPolicyFile.succeeded,
    calls.undoPolicyChange.succeeded,
    calls.undoPolicyChange.failed,
  ],
});

export const openChange = createAction(actions.changeOpened);
export const retryChange = createAction(actions.changeRetried);

/** The id of the change whose details are open; null if none is. */
export const $openChange = createDialog(
  "policyChanges/opened",
  actions.changeOpened,
  ({ changeId }) => changeId,
);

/** The effect of the change on the org of the screen, or on the first orgs. */
export const $changeDetails = createQuery("policyChanges/details", {
  call: createCall(calls.getPolicyChange),
  input: combine($openChange, $place, (changeId, place) => {
    if (changeId === null || place === null) return null;
    const { clientId, orgOid } = place;
    return {
      params: { clientId, changeId },
      query: { size: PAGE_SIZE, ...(orgOid !== null && { orgOid }) },
    };
  }),
  valueOf: ({ body }) => ({ details: body._embedded.details, orgs: body.page.totalElements }),
  refreshOn: [actions.changeRetried],
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
});
