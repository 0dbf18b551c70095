/** The results of the newest simulation, the queue of accounts to decide about, and the decisions. */
import { combine } from "effector";
import * as actions from "#events/actions/correlation.ts";
import * as calls from "#events/calls/correlation.ts";
import { message } from "#events/messages/message.ts";
import { checkNewIdentity } from "#events/rules/identities.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { identitiesCall } from "../../data/directory/index.ts";
import { $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { notify } from "../../kernel/notify.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { DECISION_CHANGES, decideCall, SIMULATION_CHANGES, undoDecisionCall } from "./calls.ts";
import { decisionMessage } from "./decisions.ts";
import { $correlation, $overviewPlace } from "./place.ts";
import { OVERVIEW_ROUTES } from "./route.ts";
import { personOf } from "./rules.ts";

/** The simulation once it has results. */
const $source = combine($overviewPlace, $correlation, (place, { value }) => {
  const simulation = value?.simulation ?? null;
  return place && simulation?.counts ? { ...place, oid: simulation.oid } : null;
});

export const resultList = createList(actions.resultList, {
  call: createCall(calls.listResults),
  routes: OVERVIEW_ROUTES,
  inAddress: false,
  source: $source,
  request: (params, { contains, kind }) => ({
    params,
    query: { ...(contains !== "" && { contains }), ...(kind !== "all" && { kind }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.results,
  refreshOn: [...DECISION_CHANGES, ...SIMULATION_CHANGES],
});

export const openResult = createAction(actions.resultOpened);
const $openNo = createDialog("correlation/openResult", actions.resultOpened, ({ no }) => no);

/** The open account, or the next one after it has a decision. */
export const $openResult = combine($openNo, resultList.$view, (no, { find }) =>
  no === null ? null : find((one) => one.no >= no),
);
export const $isOpen = $openNo.map((no) => no !== null);

export const decide = createAction(actions.decisionMade);
export const $isDeciding = decideCall.$status.map((status) => status === "InProgress");
react(
  actions.decisionMade,
  combine({ place: $overviewPlace, result: $openResult }),
  ({ place, result }, { payload: { no, decision, identityOid } }) =>
    place && result?.no === no
      ? {
          params: place,
          body: {
            objectClass: result.objectClass,
            objectId: result.objectId,
            decision,
            identityOid,
          },
        }
      : null,
  decideCall.start,
);

export const openPersonSearch = createAction(actions.personSearchOpened);
const $searchedNo = createDialog(
  "correlation/personSearchOpen",
  actions.personSearchOpened,
  ({ no }) => no,
);
/** Whether people are searched for; a decision opens the next account and closes the search. */
export const $isSearching = combine(
  $searchedNo,
  $openResult,
  (no, result) => result !== null && result.no === no,
);
/** Whether the user may see all people of the client. */
export const $maySearch = $user.map((user) => user !== null && holdsGroup(user, "RoleMapping"));

/** All people of the client, for accounts whose owner is not a candidate. */
export const personSearch = createList(actions.personSearch, {
  call: identitiesCall,
  routes: OVERVIEW_ROUTES,
  inAddress: false,
  source: combine($overviewPlace, $isSearching, (place, isSearching) =>
    place !== null && isSearching ? place.clientId : null,
  ),
  request: (clientId, { contains, sort }) => ({
    params: { clientId },
    query: { sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.identities,
});

/** Whether the user may create a person for an account. */
export const $mayCreate = $user.map((user) => user !== null && holdsGroup(user, "EditAllUsers"));

export const creationForm = createForm(actions.creationForm, {
  saved: $openResult.map((result) => result && personOf(result)),
  call: decideCall,
  routes: OVERVIEW_ROUTES,
  inDialog: true,
  source: combine($overviewPlace, $openResult, (place, result) =>
    place && result ? { place, result } : null,
  ),
  check: checkNewIdentity,
  request: (newIdentity, { place, result: { objectClass, objectId } }) => ({
    params: place,
    body: { objectClass, objectId, decision: "create" as const, identityOid: null, newIdentity },
  }),
  fieldOf: (path) => path.replace(/^\/body\/(newIdentity\/)?/, ""),
  savedMessage: ({ body }) => message("correlation.personCreated", { name: body.identity ?? "" }),
  failedMessage: ({ familyName }, reason) =>
    message("identities.notCreated", { name: familyName, reason }),
});

export const decisionList = createList(actions.decisionList, {
  call: createCall(calls.listDecisions),
  routes: OVERVIEW_ROUTES,
  inAddress: false,
  source: combine($overviewPlace, $correlation, (place, { value }) =>
    value !== null && value.decidedCount > 0 ? place : null,
  ),
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.decisions,
  refreshOn: DECISION_CHANGES,
});

export const undoDecision = createAction(actions.decisionUndone);
react(
  actions.decisionUndone,
  $overviewPlace,
  (place, { payload: { id } }) => place && { params: { ...place, decisionId: id } },
  undoDecisionCall.start,
);
notify("success", decideCall.succeeded, ({ body }) => decisionMessage(body));
notify("success", undoDecisionCall.succeeded, () => message("correlation.decisionUndone"));
notifyFailures([decideCall.failed, undoDecisionCall.failed]);
