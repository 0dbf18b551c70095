/** Adds, attests and withdraws the tasks of self-certified systems. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type {
  NewTask,
  SystemTask,
  TaskAction,
  TaskChange,
  TaskState,
} from "#events/entities/systemTask.ts";
import { message } from "#events/messages/message.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { checkTask, mayAttest } from "#events/rules/systemTasks.ts";
import { recordAudit } from "../../audit/audit.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { noteSettledTask } from "../../provisioning/settledTasks.ts";
import { ApiError, conflict, invalidFields } from "../../plugins/errors.ts";
import { holdSystem, type SystemPlace, type SystemRow } from "../queries.ts";
import { loadTask, type TaskPlace } from "./queries.ts";

export interface TaskRequest extends SystemPlace {
  readonly action: TaskAction;
  /** The account's name. */
  readonly account: string;
  /** Undefined: the person to whom the account belongs now. */
  readonly identityOid?: string | null;
  readonly changes?: readonly TaskChange[];
  readonly note?: string;
}

interface TaskOrigin {
  readonly at: Date;
  /** Null for the server itself. */
  readonly actor: { readonly id: string; readonly username: string } | null;
  /** The call or the operation of the server that the audit trail names. */
  readonly call: string;
}

/**
 * Adds a task, audited, in the transaction of the change that needs it.
 *
 * @returns the id of the task.
 * @throws ApiError ECONFLICT unless the system is self-certified.
 */
export async function createTask(
  tx: Transaction<Database>,
  { clientId, resourceId, action, account, changes = [], note = "", ...more }: TaskRequest,
  { at, actor, call }: TaskOrigin,
): Promise<string> {
  const place = { clientId, resourceId };
  requireSelfCertified(await holdSystem(tx, place));
  const identityOid =
    more.identityOid === undefined ? await findHolder(tx, place, account) : more.identityOid;
  const id = randomUUID();
  await tx
    .insertInto("system_tasks")
    .values({
      client_id: clientId,
      resource_id: resourceId,
      id,
      action,
      account,
      identity_oid: identityOid,
      changes: JSON.stringify(changes),
      note,
      search_key: normalizeForFilter(`${account} ${note}`),
      created_by: actor?.username ?? "system",
      created_at: at,
    })
    .execute();
  await recordAudit(tx, {
    at,
    actor,
    clientId,
    call,
    target: resourceId,
    after: { task: id, action, account, note, changes: JSON.stringify(changes) },
  });
  return id;
}

/**
 * Makes an open task that was added by hand the task of a change, which says what to do and for whom. Audited.
 *
 * @param taskId locked by the transaction.
 */
export async function takeOverTask(
  tx: Transaction<Database>,
  taskId: string,
  { clientId, resourceId, action, account, identityOid, changes = [] }: TaskRequest,
  { at, actor, call }: TaskOrigin,
): Promise<void> {
  await tx
    .updateTable("system_tasks")
    .set({ changes: JSON.stringify(changes), identity_oid: identityOid ?? null })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", taskId)
    .execute();
  await recordAudit(tx, {
    at,
    actor,
    clientId,
    call,
    target: resourceId,
    before: { task: taskId, action, account, changes: "[]" },
    after: { task: taskId, action, account, changes: JSON.stringify(changes) },
  });
}

/** @throws ApiError EINVALID, ECONFLICT */
export function addTask(
  context: CallContext,
  place: SystemPlace,
  wanted: NewTask,
): Promise<SystemTask> {
  const problems = checkTask(wanted);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const request = {
    ...place,
    action: wanted.action,
    account: wanted.account.trim(),
    note: wanted.note.trim(),
  };
  const origin = { at: context.at, actor: context.user, call: "systemTasks/createTask" };
  return inTransaction(context.db, async (tx) => {
    const taskId = await createTask(tx, request, origin);
    return loadTask(tx, { ...place, taskId });
  });
}

/** @throws ApiError ENOTFOUND; ECONFLICT for a task that is not open, and for users other than the owner. */
export function attestTask(context: CallContext, place: TaskPlace): Promise<SystemTask> {
  return settle(context, place, "attested", (system) => {
    if (!mayAttest(context.user, { ownerId: system.owner_id })) {
      throw new ApiError("ECONFLICT", message("systemTasks.notOwner"));
    }
  });
}

/** @throws ApiError ENOTFOUND; ECONFLICT for a task that is not open. */
export function withdrawTask(context: CallContext, place: TaskPlace): Promise<SystemTask> {
  return settle(context, place, "withdrawn", () => {});
}

function settle(
  context: CallContext,
  place: TaskPlace,
  state: Exclude<TaskState, "open">,
  check: (system: SystemRow) => void,
): Promise<SystemTask> {
  const { at, db, user } = context;
  const { clientId, resourceId, taskId } = place;
  return inTransaction(db, async (tx) => {
    check(await holdSystem(tx, place));
    const { action, account, state: before } = await loadTask(tx, place);
    if (before !== "open") throw conflict("systemTasks.notOpen");
    await tx
      .updateTable("system_tasks")
      .set({ state, settled_by_id: user.id, settled_by: user.username, settled_at: at })
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("id", "=", taskId)
      .execute();
    await noteSettledTask(tx, { clientId, resourceId, taskId, state, at });
    const what = { task: taskId, action, account };
    await context.audit(tx, {
      target: resourceId,
      before: { ...what, state: before },
      after: { ...what, state },
    });
    return loadTask(tx, place);
  });
}

function requireSelfCertified({ kind }: SystemRow): void {
  if (kind !== "manual") throw conflict("systemTasks.notSelfCertified");
}

async function findHolder(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  account: string,
): Promise<string | null> {
  const found = await tx
    .selectFrom("accounts")
    .select("identity_oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("name", "=", account)
    .executeTakeFirst();
  return found?.identity_oid ?? null;
}
