/** Reads the tasks of self-certified systems. */
import { sql, type Kysely } from "kysely";
import type { SystemTask, TaskAction, TaskFilter } from "#events/entities/systemTask.ts";
import type { Database } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import type { List } from "../../lists/list.ts";
import { matchesText } from "../../lists/sqlText.ts";
import { notFound } from "../../plugins/errors.ts";
import type { SystemPlace } from "../queries.ts";

/** The attribute of a task's change that stands for the account's entitlements. */
export const TASK_ENTITLEMENTS = "entitlements";

export interface TaskPlace extends SystemPlace {
  readonly taskId: string;
}

interface TaskSelection extends SystemPlace {
  readonly state: TaskFilter;
  readonly action?: TaskAction | undefined;
  readonly contains?: string | undefined;
}

export interface TaskRow extends Omit<SystemTask, "createdAt" | "settledAt"> {
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

const columns = (clientId: string) => sql`
  t.id, t.resource_id as "resourceId", t.action, t.account, t.identity_oid as "identityOid",
  (select ${personName("i")} from identities i
    where i.client_id = ${clientId} and i.oid = t.identity_oid) as person,
  t.changes, t.note, t.state, t.created_by as "createdBy", t.created_at as "createdAt",
  t.settled_by as "settledBy", t.settled_at as "settledAt"`;

export const TASKS: List<TaskSelection, TaskRow, "createdAt"> = {
  table: "system_tasks",
  alias: "t",
  key: ["id"],
  scope: ({ clientId, resourceId, state }) => [
    sql`t.client_id = ${clientId}`,
    sql`t.resource_id = ${resourceId}`,
    ...(state === "all" ? [] : [sql`t.state = ${state}`]),
  ],
  filters: ({ action, contains }) => [
    ...(action === undefined ? [] : [sql`t.action = ${action}`]),
    ...matchesText(sql`t.search_key`, contains),
  ],
  sorts: { createdAt: [{ by: sql`t.created_at` }] },
  defaultOrder: { field: "createdAt", direction: "asc" },
  items: ({ clientId, resourceId }) => sql`
    select p.position, ${columns(clientId)}
    from page p join system_tasks t
      on t.client_id = ${clientId} and t.resource_id = ${resourceId} and t.id = p.id`,
};

export function toTask({ createdAt, settledAt, ...task }: TaskRow): SystemTask {
  return {
    ...task,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}

/** @throws ApiError ENOTFOUND for a task that the system does not have. */
export async function loadTask(
  db: Kysely<Database>,
  { clientId, resourceId, taskId }: TaskPlace,
): Promise<SystemTask> {
  const { rows } = await sql<TaskRow>`
    select ${columns(clientId)} from system_tasks t
    where t.client_id = ${clientId} and t.resource_id = ${resourceId} and t.id = ${taskId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("systemTasks.notFound");
  return toTask(row);
}
