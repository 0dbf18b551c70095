/** Tasks of self-certified systems, which a person does and attests. */
import { Type } from "typebox";
import { HalList, OneOf, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { NewTask, SystemTask, TASK_ACTIONS, TASK_FILTERS } from "../entities/systemTask.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

const ENDPOINT = "/api/clients/:clientId/resources/:resourceId/tasks";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const TaskParams = Type.Object({ clientId: Uuid, resourceId: Uuid, taskId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

/** The oldest first. */
export const listTasks = defineCall({
  name: "systemTasks/listTasks",
  summary: "List the tasks of a self-certified system",
  method: "GET",
  endpoint: ENDPOINT,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({
      /** Tasks in one state (open by default), or all. */
      show: Type.Optional(OneOf(TASK_FILTERS)),
      action: Type.Optional(OneOf(TASK_ACTIONS)),
      contains: Type.Optional(Typed(Text)),
      ...PagingQuery,
    }),
    responses: { 200: HalList("tasks", SystemTask) },
  },
});

/** ECONFLICT unless the system is self-certified. */
export const createTask = defineCall({
  name: "systemTasks/createTask",
  summary: "Add a task to a self-certified system",
  method: "POST",
  endpoint: ENDPOINT,
  ...own,
  schema: { params: ResourceParams, body: NewTask, responses: { 201: SystemTask } },
});

/** Only the system's owner may attest. ECONFLICT if the task is not open, and for other users. */
export const attestTask = defineCall({
  name: "systemTasks/attestTask",
  summary: "Attest that a task of a self-certified system was done",
  method: "POST",
  endpoint: `${ENDPOINT}/:taskId/attest`,
  ...own,
  schema: { params: TaskParams, responses: { 200: SystemTask } },
});

/** ECONFLICT if the task is not open. */
export const withdrawTask = defineCall({
  name: "systemTasks/withdrawTask",
  summary: "Withdraw a task of a self-certified system",
  method: "POST",
  endpoint: `${ENDPOINT}/:taskId/withdraw`,
  ...own,
  schema: { params: TaskParams, responses: { 200: SystemTask } },
});
