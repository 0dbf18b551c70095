/** The people who gained or lost access by a change in the history, and those whom its undo would affect. */
import { combine } from "effector";
import * as actions from "#events/actions/policyChanges.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDialog } from "../../kernel/dialog.ts";
import { createList } from "../../kernel/list.ts";
import { createQuery } from "../../kernel/query.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $openChange } from "./historyModel.ts";

export const openPeople = createAction(actions.peopleOpened);
export const retryPeople = createAction(actions.peopleRetried);

export const $openPeople = createDialog(
  "policyChanges/openPeople",
  actions.peopleOpened,
  ({ people }) => people,
);

/** How many people gained and lost access by the change whose details or people are open. */
export const $peopleCounts = createQuery("policyChanges/peopleCounts", {
  call: createCall(calls.countChangedPeople),
  input: combine($openPeople, $openChange, $clientId, (opened, shown, clientId) => {
    const changeId = opened?.of === "made" ? opened.changeId : shown;
    return changeId === null || clientId === null ? null : { params: { clientId, changeId } };
  }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.peopleRetried],
});

export const changedPeople = createList(actions.changedPeople, {
  call: createCall(calls.listChangedPeople),
  routes: "all",
  inAddress: false,
  source: combine($openPeople, $clientId, (opened, clientId) =>
    opened === null || clientId === null ? null : { clientId, ...opened },
  ),
  request: ({ clientId, changeId, of }, { show, contains, sort }) => ({
    params: { clientId, changeId },
    query: { of, show, sort, ...(contains !== "" && { contains }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.people,
  refreshOn: [actions.peopleRetried],
  startsOn: [actions.peopleOpened],
});
