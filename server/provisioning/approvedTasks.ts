/** Makes the approved changes of a self-certified system tasks of its owner. */
import { sql, type Transaction } from "kysely";
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import { NOTE_MAX_LENGTH, type TaskAction, type TaskChange } from "#events/entities/systemTask.ts";
import { message } from "#events/messages/message.ts";
import { cutText } from "#events/rules/cutText.ts";
import type { CallContext } from "../callContext.ts";
import type { Database, Row } from "../db/schema.ts";
import { ApiError, conflict } from "../plugins/errors.ts";
import { parseContent } from "../systems/runs/content.ts";
import { createTask, takeOverTask } from "../systems/tasks/commands.ts";
import { TASK_ENTITLEMENTS } from "../systems/tasks/queries.ts";
import type { PlanPlace } from "./queries.ts";

/** Changes that people can do by hand, and that one transaction writes in about a second. */
const MAX_TASKS = 1000;

const ACTIONS: Readonly<Record<ProvisionKind, TaskAction>> = {
  create: "create",
  change: "change",
  grant: "change",
  revoke: "change",
  enable: "enable",
  disable: "disable",
  remove: "remove",
};

/** @returns the number of tasks. @throws ApiError ECONFLICT for no change and for too many. */
export async function giveApprovedTasks(
  tx: Transaction<Database>,
  context: CallContext,
  place: PlanPlace,
): Promise<number> {
  const approved = await readApproved(tx, place);
  if (approved.length === 0) throw conflict("provisioning.nothingApproved");
  if (approved.length > MAX_TASKS) {
    throw new ApiError("ECONFLICT", message("provisioning.tooMany", { max: MAX_TASKS }));
  }
  await giveTasks(tx, context, place, approved);
  return approved.length;
}

type Change = Row<"provisioning_changes">;

function readApproved(tx: Transaction<Database>, place: PlanPlace): Promise<Change[]> {
  return tx
    .selectFrom("provisioning_changes")
    .selectAll()
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("plan_id", "=", place.planId)
    .where("state", "=", "planned")
    .where("left_out", "=", false)
    .orderBy("no")
    .limit(MAX_TASKS + 1)
    .execute();
}

async function giveTasks(
  tx: Transaction<Database>,
  { at, user }: CallContext,
  { clientId, resourceId, planId }: PlanPlace,
  approved: readonly Change[],
): Promise<void> {
  const by = {
    at,
    actor: { id: user.id, username: user.username },
    call: "provisioning/approvePreview",
  };
  const byHand = await holdTasksByHand(tx, { clientId, resourceId, planId }, approved);
  const taskIds: string[] = [];
  for (const change of approved) {
    const { kind, account, identity_oid: identityOid } = change;
    const changes = kind === "remove" ? [] : changesOf(change);
    const task = { clientId, resourceId, action: ACTIONS[kind], account, identityOid, changes };
    const open = byHand.get(keyOf(task));
    const isSame = open !== undefined && (open.person === null || open.person === identityOid);
    if (isSame) await takeOverTask(tx, open.id, task, by);
    taskIds.push(isSame ? open.id : await createTask(tx, task, by));
  }
  await sql`
    update provisioning_changes change set state = 'task', task_id = item.task_id, ended_at = ${at}
    from unnest(${approved.map(({ no }) => no)}::integer[], ${taskIds}::uuid[]) as item (no, task_id)
    where change.client_id = ${clientId} and change.resource_id = ${resourceId}
      and change.plan_id = ${planId} and change.no = item.no
  `.execute(tx);
}

interface TaskByHand {
  readonly id: string;
  readonly action: TaskAction;
  readonly account: string;
  /** To whom the account belongs or will belong; null if that is unknown. */
  readonly person: string | null;
}

const keyOf = ({ action, account }: Pick<TaskByHand, "action" | "account">) =>
  `${action} ${account}`;

/**
 * Locks the open tasks that people added by hand for what the changes do. Only a note says what a task of the action
 * `change` does, so such a task is never the same as a change.
 */
async function holdTasksByHand(
  tx: Transaction<Database>,
  { clientId, resourceId }: PlanPlace,
  approved: readonly Change[],
): Promise<ReadonlyMap<string, TaskByHand>> {
  const { rows } = await sql<TaskByHand>`
    select t.id, t.action, t.account, t.identity_oid as person from system_tasks t
    where t.client_id = ${clientId} and t.resource_id = ${resourceId} and t.state = 'open'
      and t.action <> 'change' and t.account = any(${approved.map(({ account }) => account)}::text[])
      and not exists (select from provisioning_changes c where c.client_id = t.client_id
        and c.resource_id = t.resource_id and c.task_id = t.id)
    order by t.created_at desc, t.id for update of t
  `.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** What the account gains and loses, by attribute. */
function changesOf({ before, after }: Pick<Change, "before" | "after">): TaskChange[] {
  const [old, wanted] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(wanted)])].flatMap((attribute) => {
    const [from, to] = [old[attribute] ?? [], wanted[attribute] ?? []];
    const add = to.filter((value) => !from.includes(value));
    const remove = from.filter((value) => !to.includes(value));
    return add.length + remove.length === 0 ? [] : [{ attribute, add, remove }];
  });
}

function valuesOf(text: string | null): Readonly<Record<string, readonly string[]>> {
  if (text === null) return {};
  const { attributes, entitlements } = parseContent(text);
  const cut = Object.entries(attributes).map(
    ([name, values]) => [name, values.map((value) => cutText(value, NOTE_MAX_LENGTH))] as const,
  );
  return { ...Object.fromEntries(cut), [TASK_ENTITLEMENTS]: entitlements };
}
