/** Tasks of self-certified systems. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/systemTasks.ts";
import { mountCsvExport } from "../../lists/csvExport.ts";
import { readList } from "../../lists/list.ts";
import { mountCall } from "../../mount.ts";
import { requireSystem } from "../queries.ts";
import { addTask, attestTask, withdrawTask } from "./commands.ts";
import { TASKS, toTask } from "./queries.ts";

const placeOf = (params: { readonly resourceId: string }, clientId: string) => ({
  clientId,
  resourceId: params.resourceId.toLowerCase(),
});

const taskOf = (
  params: { readonly resourceId: string; readonly taskId: string },
  clientId: string,
) => ({ ...placeOf(params, clientId), taskId: params.taskId.toLowerCase() });

export function mountSystemTasks(app: FastifyInstance): void {
  mountCall(app, calls.listTasks, async ({ params, query }, { client, db }) => {
    const { show = "open", action, contains, ...paging } = query;
    const place = placeOf(params, client.id);
    await requireSystem(db, place);
    const selection = { ...place, state: show, action, contains };
    const { items, page } = await readList(db, TASKS, selection, paging);
    return { status: 200, body: { _embedded: { tasks: items.map(toTask) }, page } };
  });

  mountCsvExport(app, calls.listTasks, {
    fileName: "tasks.csv",
    list: TASKS,
    selection: ({ params, query: { show = "open", action, contains } }, clientId) => ({
      ...placeOf(params, clientId),
      state: show,
      action,
      contains,
    }),
    columns: {
      action: ({ action }) => action,
      account: ({ account }) => account,
      person: ({ person }) => person ?? "",
      changes: ({ changes }) => JSON.stringify(changes),
      note: ({ note }) => note,
      state: ({ state }) => state,
      createdBy: ({ createdBy }) => createdBy,
      createdAt: ({ createdAt }) => createdAt.toISOString(),
      settledBy: ({ settledBy }) => settledBy ?? "",
      settledAt: ({ settledAt }) => settledAt?.toISOString() ?? "",
    },
  });

  mountCall(app, calls.createTask, async ({ params, body }, context) => ({
    status: 201,
    body: await addTask(context, placeOf(params, context.client.id), body),
  }));

  mountCall(app, calls.attestTask, async ({ params }, context) => ({
    status: 200,
    body: await attestTask(context, taskOf(params, context.client.id)),
  }));

  mountCall(app, calls.withdrawTask, async ({ params }, context) => ({
    status: 200,
    body: await withdrawTask(context, taskOf(params, context.client.id)),
  }));
}
