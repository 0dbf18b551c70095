/** The runs of the open system: started, watched, decided about, and undone. */
import { combine, merge, sample } from "effector";
import { navigated } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systemRuns.ts";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { isRunning } from "#events/rules/runs.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { addressChanged } from "../../kernel/latest.ts";
import { createList } from "../../kernel/list.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { filled } from "../../kernel/filters.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { listRunsCall, startRunCall } from "./calls.ts";
import { placeOn } from "./place.ts";
import { manageRoute } from "./route.ts";
import { hasPlan } from "./runRules.ts";

const $here = placeOn("manage");
/** Users also decide about plans of HR systems on the screen of previews. */
const $decisionPlace = placeOn("manage", "preview");

const approveCall = createCall(calls.approveRun);
const rejectCall = createCall(calls.rejectRun);
const cancelCall = createCall(calls.cancelRun);
const abandonCall = createCall(calls.abandonRun);
const undoCall = createCall(calls.undoRun);

export const RUN_CHANGES = [
  calls.startRun.succeeded,
  calls.approveRun.succeeded,
  calls.rejectRun.succeeded,
  calls.cancelRun.succeeded,
  calls.abandonRun.succeeded,
  calls.undoRun.succeeded,
  calls.startRun.failed,
  calls.approveRun.failed,
  calls.rejectRun.failed,
  calls.cancelRun.failed,
  calls.abandonRun.failed,
  calls.undoRun.failed,
];

export const runList = createList(actions.runList, {
  call: listRunsCall,
  routes: [manageRoute.name],
  source: $here,
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.runs,
  kept: ["open"],
  refreshOn: [actions.systemRetried, calls.getRun.succeeded, ...RUN_CHANGES],
});

/** The run that the address names; null if it names none. */
export const $openRunId = runList.$query.map(({ open }) => (isUuid(open) ? open : null));

/** The run that is shown: that of the address, or the one that is not finished. */
const $shownRunId = combine(
  $openRunId,
  $openSystem,
  (open, { value }) => open ?? value?.importTaskOid ?? null,
);
const $runPlace = combine($here, $shownRunId, (here, oid) =>
  here !== null && oid !== null ? { ...here, oid } : null,
);

const runCall = createCall(calls.getRun);
export const $run = createQuery("systems/run", {
  options: { version: 14 },
  call: runCall,
  input: $runPlace.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.systemRetried, actions.runPolled, ...RUN_CHANGES],
});

/** The open run, once its plan is complete. */
// The run of another system may still be the value when this one is opened.
export const $planPlace = combine($runPlace, $openRunId, $run, (place, open, { value }) =>
  place !== null && open !== null && value?.oid === open && hasPlan(value) ? place : null,
);

/** What the open run changes. */
export const entryList = createList(actions.entryList, {
  options: { version: 4 },
  call: createCall(calls.listRunEntries),
  routes: [manageRoute.name],
  inAddress: false,
  source: $planPlace,
  request: (place, { contains, change }) => ({
    params: place,
    query: filled({ contains, change }),
  }),
  itemsOf: ({ _embedded }) => _embedded.entries,
  // The address names the run.
  startsOn: [addressChanged],
});

/** The people whom the open run affects, by department. */
export const $runDepartments = createQuery("systems/runDepartments", {
  call: createCall(calls.listRunDepartments),
  input: $planPlace.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  emptyOnFailure: true,
  refreshOn: [actions.systemRetried, calls.approveRun.succeeded],
});

export const openEntry = createAction(actions.entryOpened);
/** The number of the object that is shown before and after; null if none is. */
export const $openEntry = createDialog("systems/openEntry", actions.entryOpened, ({ no }) => no, {
  // The address names the run whose object it is.
  closesOn: [navigated],
});

export const startRun = createAction(actions.runWanted);
export const $isStarting = startRunCall.$status.map((status) => status === "InProgress");
react(
  actions.runWanted,
  $here,
  (params, { payload: { kind } }) => params && { params, body: { kind } },
  startRunCall.start,
);
react(
  startRunCall.succeeded,
  $here,
  (here, { payload: { body }, id }) =>
    here && notificationOf("success", message("systems.runStarted", { no: body.run.no }), id),
  showNotification,
);

// The new run is shown.
sample({
  clock: startRunCall.succeeded,
  source: $here,
  filter: (here) => here !== null,
  fn: (_here, { payload: { body } }) => ({ change: { open: body.run.oid } }),
  target: runList.change,
});
sample({
  clock: undoCall.succeeded,
  fn: ({ payload: { body } }) => ({ change: { open: body.oid } }),
  target: runList.change,
});

export const cancelRun = createAction(actions.runCancelled);
react(
  actions.runCancelled,
  $decisionPlace,
  (here, { payload: { oid } }) => here && { params: { ...here, oid } },
  cancelCall.start,
);
react(
  cancelCall.succeeded,
  $decisionPlace,
  (_here, { payload: { body }, id }) =>
    notificationOf("info", message("systems.runCancelled", { no: body.no }), id),
  showNotification,
);
notifyFailures([startRunCall.failed, cancelCall.failed]);

export const approval = createConfirmation(actions.approval, {
  options: { version: 3 },
  call: approveCall,
  source: $decisionPlace,
  request: ({ oid, hash }, here) => ({ params: { ...here, oid }, body: { hash } }),
  // Another person may have approved the plan since the dialog was opened.
  doneMessage: ({ no }, { body }) =>
    message(body.status === "planned" ? "systems.planApprovedFirst" : "systems.planApplied", {
      no,
    }),
  failedMessage: ({ no, isFirst }, reason) =>
    message(isFirst ? "systems.planNotApproved" : "systems.planNotApplied", { no, reason }),
});
export const rejection = createConfirmation(actions.rejection, {
  call: rejectCall,
  source: $decisionPlace,
  request: ({ oid }, here) => ({ params: { ...here, oid } }),
  doneMessage: ({ no }) => message("systems.planRejected", { no }),
  failedMessage: ({ no }, reason) => message("systems.planNotRejected", { no, reason }),
});
export const runAbandonment = createConfirmation(actions.runAbandonment, {
  call: abandonCall,
  source: $here,
  request: ({ oid }, here) => ({ params: { ...here, oid } }),
  doneMessage: ({ no }) => message("systems.runAbandoned", { no }),
  failedMessage: ({ no }, reason) => message("systems.runNotAbandoned", { no, reason }),
});
export const runUndo = createConfirmation(actions.runUndo, {
  call: undoCall,
  source: $here,
  request: ({ oid }, here) => ({ params: { ...here, oid } }),
  doneMessage: ({ no }) => message("systems.undoStarted", { no }),
  failedMessage: ({ no }, reason) => message("systems.undoNotStarted", { no, reason }),
});

pollWhile(
  actions.runPolled,
  merge<{ readonly id: string }>([runCall.succeeded, runCall.failed]),
  combine($here, $run, (here, { value }) => here !== null && isRunning(value)),
);
