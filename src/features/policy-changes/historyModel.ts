/** The history of a policy, or of all: what each change did, and undoing it. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyChanges.ts";
import { deleteInducement, induce } from "#events/calls/orgs.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { message } from "#events/messages/message.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createList } from "../../kernel/list.ts";
import { $screen, parsePath } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { detailRoute, resourceDetailRoute } from "../role-mapping/index.ts";
import { bulkRoute } from "./route.ts";

const ORG_ROUTES: readonly string[] = [detailRoute.name, resourceDetailRoute.name];
const PAGE_SIZE = 20;

/** Of which policies the open screen shows the history: of one org, or, with null, of all; null on other screens. */
const $place = combine($screen, $clientId, (screen, clientId) => {
  if (screen === null || clientId === null) return null;
  if (ORG_ROUTES.includes(screen.route)) return { clientId, orgOid: screen.params.oid ?? "" };
  return screen.route === bulkRoute.name ? { clientId, orgOid: null } : null;
});

export const historyList = createList(actions.historyList, {
  call: createCall(calls.listPolicyChanges),
  routes: [...ORG_ROUTES, bulkRoute.name],
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

interface OpenChange {
  readonly changeId: string | null;
  readonly pathname: string | null;
}

const NO_CHANGE: OpenChange = { changeId: null, pathname: null };

const $opened = createProjection("policyChanges/opened", NO_CHANGE, (on) => [
  on(actions.changeOpened, (state, { changeId }) => ({ ...state, changeId })),
  on(screenOpened, (state, { path }) => {
    const { pathname } = parsePath(path);
    return pathname === state.pathname ? state : { changeId: null, pathname };
  }),
]);

/** The change that is looked at; null while none is. */
export const $openChange = $opened.map(({ changeId }) => changeId);

/** What the change did to the org of the screen, or to the first of all orgs. */
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

/** What undoing the change in question would do now. */
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
