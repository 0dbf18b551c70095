/** The tasks of the open self-certified system: listed, added, attested and withdrawn. */
import { combine } from "effector";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systemTasks.ts";
import type { TaskAction } from "#events/entities/systemTask.ts";
import { message } from "#events/messages/message.ts";
import { checkTask, mayAttest } from "#events/rules/systemTasks.ts";
import { $user } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createForm } from "../../kernel/createForm.ts";
import { createList } from "../../kernel/list.ts";
import { filled } from "../../kernel/filters.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { placeOn } from "./place.ts";
import { tasksRoute } from "./route.ts";

const $here = placeOn("tasks");

export const taskList = createList(actions.taskList, {
  call: createCall(calls.listTasks),
  routes: [tasksRoute.name],
  source: combine($here, $openSystem, (here, { value }) =>
    value?.kind === "manual" ? here : null,
  ),
  request: (params, { contains, show, change }) => ({
    params,
    query: { show, ...filled({ contains, action: change }) },
  }),
  itemsOf: ({ _embedded }) => _embedded.tasks,
  refreshOn: [
    actions.systemRetried,
    calls.createTask.succeeded,
    calls.attestTask.succeeded,
    calls.attestTask.failed,
    calls.withdrawTask.succeeded,
    calls.withdrawTask.failed,
  ],
});

/** Whether the user may attest the tasks of the open system. */
export const $mayAttest = combine(
  $user,
  $openSystem,
  (user, { value }) => user !== null && value !== null && mayAttest(user, value),
);

const EMPTY = { action: "remove" as TaskAction, account: "", note: "" };

export const taskForm = createForm(actions.taskForm, {
  saved: EMPTY,
  call: createCall(calls.createTask),
  routes: [tasksRoute.name],
  inDialog: true,
  source: $here,
  check: checkTask,
  request: ({ action, account, note }, params) => ({
    params,
    body: { action, account: account.trim(), note: note.trim() },
  }),
  savedMessage: ({ body: { account } }) => message("systemTasks.added", { account }),
  failedMessage: ({ account }, reason) => message("systemTasks.notAdded", { account, reason }),
});

export const attestation = createConfirmation(actions.taskAttestation, {
  call: createCall(calls.attestTask),
  source: $here,
  request: ({ taskId }, here) => ({ params: { ...here, taskId } }),
  doneMessage: ({ account }) => message("systemTasks.attested", { account }),
  failedMessage: ({ account }, reason) => message("systemTasks.notAttested", { account, reason }),
});

export const withdrawal = createConfirmation(actions.taskWithdrawal, {
  call: createCall(calls.withdrawTask),
  source: $here,
  request: ({ taskId }, here) => ({ params: { ...here, taskId } }),
  doneMessage: ({ account }) => message("systemTasks.withdrawn", { account }),
  failedMessage: ({ account }, reason) => message("systemTasks.notWithdrawn", { account, reason }),
});
