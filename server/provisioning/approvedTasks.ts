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
import { createTask } from "../systems/tasks/commands.ts";
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
  const taskIds: string[] = [];
  for (const change of approved) {
    const { kind, account, identity_oid: identityOid } = change;
    const changes = kind === "remove" ? [] : changesOf(change);
    const task = { clientId, resourceId, action: ACTIONS[kind], account, identityOid, changes };
    taskIds.push(await createTask(tx, task, by));
  }
  await sql`
    update provisioning_changes change set state = 'task', task_id = item.task_id, ended_at = ${at}
    from unnest(${approved.map(({ no }) => no)}::integer[], ${taskIds}::uuid[]) as item (no, task_id)
    where change.client_id = ${clientId} and change.resource_id = ${resourceId}
      and change.plan_id = ${planId} and change.no = item.no
  `.execute(tx);
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
