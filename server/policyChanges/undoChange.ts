/** Undoes changes of policies. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { PolicyChange } from "#events/entities/policyChange.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { recordPeople } from "./changedPeople.ts";
import { finishChange, startChange } from "./history.ts";
import { requireChange } from "./queries.ts";
import type { ChangeScope } from "./scope.ts";
import {
  hasItsPeriod,
  ofChange,
  replacedPeriods,
  requireOwnRoles,
  requireUndoable,
  restorable,
  VALID_FROM,
  VALID_LIMITS,
  VALID_UNTIL,
} from "./undo.ts";
import { addGrants, changePeriods, removeGrants } from "./writeGrants.ts";

/**
 * Checks that the user may undo the change.
 *
 * @throws ApiError ENOTFOUND if it is not limited to the user's resources, or EFORBIDDEN if its undo no longer is.
 */
export async function requireOwnChange(
  db: Kysely<Database>,
  { client, user, at }: CallContext,
  changeId: string,
): Promise<void> {
  const own = policyResources(user);
  const { resourceId } = await requireChange(db, client.id, changeId, own);
  if (own === null) return;
  await requireOwnRoles(db, { clientId: client.id, resourceId, rootOid: null, at }, changeId);
}

/**
 * Undoes a change: removes the roles that it added if they are still there and nobody has set their periods since, and
 * restores those that it removed, with their periods, if they are still missing and their periods are not over. Replaced
 * periods are as before if nobody has changed them since.
 *
 * @throws ApiError ENOTFOUND or EFORBIDDEN if the user may not undo it, or ECONFLICT if it is already undone.
 */
export async function undoChange(context: CallContext, changeId: string): Promise<PolicyChange> {
  return inTransaction(context.db, async (tx) => {
    await holdLock(tx, "policies");
    await requireOwnChange(tx, context, changeId);
    const undo = await undoIn(tx, context, changeId);
    await recordPeople(tx, context, undo.id);
    return undo;
  });
}

/** Like `undoChange`, in a transaction that holds the lock "policies". */
export async function undoIn(
  tx: Transaction<Database>,
  context: CallContext,
  changeId: string,
): Promise<PolicyChange> {
  const { client, at } = context;
  const change = await requireUndoable(tx, client.id, changeId);
  const id = randomUUID();
  await startChange(tx, context, {
    id,
    kind: "undo",
    resourceId: change.resourceId,
    undoes: changeId,
  });
  const undone = { clientId: client.id, at };
  await removeGrants(
    tx,
    client.id,
    id,
    sql`exists (
        select from policy_change_orgs c
        where ${ofChange(client.id, changeId)} and c.org_oid = i.org_oid and i.role_oid = any(c.added))
      and ${hasItsPeriod(client.id, changeId)}`,
  );
  await restoreReplaced(tx, undone, changeId, id);
  await addGrants(tx, undone, id, restorable(undone, changeId));
  // Grants whose periods the change replaced get the periods that they had before.
  await changePeriods(tx, client.id, id, replacedPeriods(undone, changeId));
  await tx
    .updateTable("policy_changes")
    .set({ undone_by: id })
    .where("client_id", "=", client.id)
    .where("id", "=", changeId)
    .execute();
  return finishChange(tx, context, id, { undoes: changeId });
}

/** Gives grants that the change made valid, and that its undo removed, the periods that they had before. */
async function restoreReplaced(
  tx: Kysely<Database>,
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  changeId: string,
  undoId: string,
): Promise<void> {
  await sql`
    insert into inducements (client_id, id, org_oid, role_oid, created_at, valid_from, valid_until)
    select c.client_id, gen_random_uuid(), c.org_oid, t.role_oid, ${at}, ${VALID_FROM}, ${VALID_UNTIL}
    from policy_change_orgs c
    join policy_change_orgs u on u.client_id = c.client_id and u.change_id = ${undoId}
      and u.org_oid = c.org_oid
    cross join lateral unnest(u.removed) as t (role_oid)
    where ${ofChange(clientId, changeId)} and ${VALID_LIMITS} is not null
  `.execute(tx);
}
