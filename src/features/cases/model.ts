/** Cases: their list, the open one, those of a person's report, and the dialog that opens one. */
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/cases.ts";
import * as calls from "#events/calls/cases.ts";
import type { Case, CaseDetail } from "#events/entities/case.ts";
import { NO_PAGE } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { checkComment, checkCommentLength } from "#events/rules/cases.ts";
import { $clientId, $mapsAllRoles, $user, createPlace } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { nameParam } from "../../kernel/openNames.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { identityReportRoute } from "../identities/index.ts";
import { caseRoute, casesRoute } from "./route.ts";
import { changeOf, filtersOf } from "./rules.ts";

const CHANGES = [
  calls.openCase.succeeded,
  calls.updateCase.succeeded,
  calls.addCaseComment.succeeded,
  calls.changeCases.succeeded,
];

/** The client whose cases this user may see; null if the user may see none. */
export const $seenClient = combine($clientId, $mapsAllRoles, (clientId, mapsAllRoles) =>
  mapsAllRoles ? clientId : null,
);

/** The client and the user, who can filter by their own cases. */
const $reader = combine($seenClient, $user, (clientId, user) =>
  clientId === null || user === null ? null : { clientId, userId: user.id },
);

export const caseList = createList(actions.caseList, {
  call: createCall(calls.listCases),
  routes: [casesRoute.name],
  source: $reader,
  request: ({ clientId, userId }, query) => ({
    params: { clientId },
    query: { ...filtersOf(query, userId), sort: query.sort },
  }),
  itemsOf: ({ _embedded }) => _embedded.cases,
  refreshOn: CHANGES,
  deselectOn: [calls.changeCases.succeeded],
  options: { version: 4 },
});

/** What the newest answers contained: a page of the list, and the open cases of a person's report. */
interface CasesState {
  readonly cases: readonly Case[];
  readonly casesForReport: readonly Case[];
  readonly pageInfo: typeof NO_PAGE;
}

export const $cases = createProjection<CasesState>(
  "cases",
  { cases: [], casesForReport: [], pageInfo: NO_PAGE },
  (on) => [
    on(screenOpened, (state) => ({ ...state, casesForReport: [] })),
    on(calls.listCases.succeeded, (state, { body }) => ({
      ...state,
      cases: body._embedded.cases,
      pageInfo: body.page,
    })),
    on(calls.listCasesForReport.succeeded, (state, { body }) => ({
      ...state,
      casesForReport: body._embedded.cases,
    })),
  ],
  { version: 4 },
);

/** The open cases of the person whose report is open. */
export const $reportCases = createQuery("cases/forReport", {
  call: createCall(calls.listCasesForReport),
  input: createPlace(identityReportRoute, $seenClient).map(
    (place) =>
      place && { params: { clientId: place.clientId, identityOid: place.userOid }, query: {} },
  ),
  valueOf: ({ body }) => body.page.totalElements,
  emptyOnFailure: true,
  refreshOn: CHANGES,
});
export const $casesForReport = $cases.map(({ casesForReport }) => casesForReport);

export const retryCase = createAction(actions.caseRetried);

const $params = createPlace(caseRoute, $seenClient);

export const $case = createQuery("cases/case", {
  call: createCall(calls.getCase),
  input: $params.map((params) => params && { params }),
  valueOf: ({ body }): CaseDetail => body,
  emptyOnFailure: true,
  refreshOn: [actions.caseRetried],
  options: { version: 4 },
  changes: (on) => [
    on(calls.updateCase.succeeded, (one, { body }) => (body.id === one.id ? body : one)),
    on(calls.addCaseComment.succeeded, (one, { body }) => (body.id === one.id ? body : one)),
  ],
});
nameParam(
  "caseId",
  $case.map(({ value }) => value && value.subject),
);

export const openCaseOf = createAction(actions.findingChosen);
/** A finding that a case can be opened about, and the name by which the dialog shows it. */
export type ChosenFinding = NonNullable<Parameters<typeof actions.findingChosen>[0]["finding"]>;
/** The finding that a case is being opened about. */
export const $finding = createProjection<ChosenFinding | null>(
  "cases/finding",
  null,
  (on) => [
    on(actions.findingChosen, (_finding, { finding }) => finding),
    on(calls.openCase.succeeded, () => null),
    on(screenOpened, () => null),
  ],
  { version: 3 },
);

/** What happens to the selected cases. */
export const casesForm = createForm(actions.casesForm, {
  saved: { action: "resolved" as const, ownerId: "", ownerName: "", dueOn: "" },
  call: createCall(calls.changeCases),
  routes: [casesRoute.name],
  inDialog: true,
  source: combine(
    $reader,
    caseList.$view,
    (reader, { query, selection }) =>
      reader && { clientId: reader.clientId, selection, filters: filtersOf(query, reader.userId) },
  ),
  check: ({ action, ownerId }) => ({
    ownerId: action === "assign" && ownerId === "" ? message("cases.ownerRequired") : null,
  }),
  request: (values, { clientId, selection, filters }) => ({
    params: { clientId },
    body: { ...selection, filters, change: changeOf(values) },
  }),
  fieldOf: (path) => path.replace(/^\/body\/(?:change\/)?/, ""),
  savedMessage: ({ body: { changed, unchanged } }) =>
    unchanged === 0
      ? message("cases.allChanged", { count: changed })
      : message("cases.changed", { count: changed, unchanged }),
  failedMessage: (_values, reason) => message("cases.notChanged", { reason }),
  options: { version: 4 },
});
const $isChanging = casesForm.$view.map((view) => view?.isOpen === true);

const caseOwnersCall = createCall(calls.listCaseOwners);

/** The users who own a case, by whom the list can be filtered. */
export const filterOwners = createList(actions.filterOwners, {
  call: caseOwnersCall,
  routes: [casesRoute.name],
  inAddress: false,
  source: $seenClient,
  request: (clientId, { contains }) => ({
    params: { clientId },
    query: { owning: "true" as const, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.owners,
  refreshOn: [calls.changeCases.succeeded],
});

/** The users who can own a case: the first by name, or those that the search finds. */
export const ownerChoices = createList(actions.ownerChoices, {
  call: caseOwnersCall,
  routes: "all",
  inAddress: false,
  source: combine($seenClient, $finding, $params, $isChanging, (clientId, ...uses) =>
    uses.some(Boolean) ? clientId : null,
  ),
  request: (clientId, { contains }) => ({
    params: { clientId },
    query: contains === "" ? {} : { contains },
  }),
  itemsOf: ({ _embedded }) => _embedded.owners,
});

export const openForm = createForm(actions.openForm, {
  saved: { ownerId: "", ownerName: "", dueOn: "", comment: "" },
  call: createCall(calls.openCase),
  routes: "all",
  inDialog: true,
  startsOn: actions.findingChosen,
  source: combine($seenClient, $finding, (clientId, finding) =>
    clientId === null || finding === null ? null : { clientId, finding },
  ),
  check: ({ comment }) => ({ comment: checkCommentLength(comment) }),
  request: ({ ownerId, dueOn, comment }, { clientId, finding: { name: _name, ...finding } }) => ({
    params: { clientId },
    body: { ...finding, ownerId: ownerId || null, dueOn: dueOn || null, comment },
  }),
  savedMessage: () => message("cases.opened"),
  failedMessage: (_values, reason) => message("cases.notOpened", { reason }),
  options: { version: 4 },
});

export const caseForm = createForm(actions.caseForm, {
  saved: $case.map(
    ({ value }) =>
      value && {
        state: value.state,
        ownerId: value.ownerId ?? "",
        ownerName: value.owner ?? "",
        dueOn: value.dueOn ?? "",
      },
  ),
  call: createCall(calls.updateCase),
  routes: [caseRoute.name],
  source: combine($params, $case, (params, { value }) =>
    params === null || value === null ? null : { params, version: value.version },
  ),
  check: () => null,
  request: ({ state, ownerId, dueOn }, { params, version }) => ({
    params,
    body: { version, state, ownerId: ownerId || null, dueOn: dueOn || null },
  }),
  savedMessage: () => message("cases.saved"),
  failedMessage: (_values, reason) => message("cases.notSaved", { reason }),
  options: { version: 4 },
});

export const commentForm = createForm(actions.commentForm, {
  saved: { text: "" },
  call: createCall(calls.addCaseComment),
  routes: [caseRoute.name],
  source: $params,
  check: ({ text }) => ({ text: checkComment(text) }),
  request: ({ text }, params) => ({ params, body: { text } }),
  failedMessage: (_values, reason) => message("cases.notCommented", { reason }),
});
