/** Assigns a resource to users, and takes it from them. */
import { sql, type Transaction } from "kysely";
import type { ResourceUser } from "#events/calls/systemUsers.ts";
import { message } from "#events/messages/message.ts";
import { canAssignUsers } from "#events/rules/permissions.ts";
import type { CallContext } from "../../callContext.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { invalid, invalidFields, notFound, notPermitted } from "../../plugins/errors.ts";
import { holdResource, lockUser } from "./queries.ts";

/** A resource that the user has already stays as it is. @throws ApiError EINVALID, ENOTFOUND, EFORBIDDEN */
export function assignResource(
  context: CallContext,
  { clientId, resourceId }: SystemPlace,
  username: string,
): Promise<ResourceUser> {
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, clientId, { username: username.trim() });
    if (!user) throw invalidFields({ username: message("systemUsers.unknown") });
    if (user.id === context.user.id) throw invalidFields({ username: message("systemUsers.self") });
    if (!canAssignUsers(context.user, resourceId)) throw notPermitted();
    await holdResource(tx, { clientId, resourceId });
    const added = await tx
      .insertInto("user_resources")
      .values({ client_id: clientId, user_id: user.id, resource_id: resourceId })
      .onConflict((known) => known.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) {
      await raiseVersion(tx, user.id);
      await context.audit(tx, { target: resourceId, after: { assignedTo: user.id } });
    }
    return user;
  });
}

/** @throws ApiError ENOTFOUND, EINVALID, EFORBIDDEN */
export function unassignResource(
  context: CallContext,
  { clientId, resourceId }: SystemPlace,
  userId: string,
): Promise<ResourceUser> {
  if (userId === context.user.id) throw invalid("/params/userId", message("systemUsers.self"));
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, clientId, { id: userId });
    if (!user) throw notFound("systemUsers.notFound");
    if (!canAssignUsers(context.user, resourceId)) throw notPermitted();
    const removed = await tx
      .deleteFrom("user_resources")
      .where("client_id", "=", clientId)
      .where("user_id", "=", userId)
      .where("resource_id", "=", resourceId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw notFound("systemUsers.notFound");
    await raiseVersion(tx, userId);
    await context.audit(tx, { target: resourceId, before: { assignedTo: userId } });
    return user;
  });
}

/** Forms show the resources of a user, so the user changes with them. */
async function raiseVersion(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ version: sql`version + 1` })
    .where("id", "=", userId)
    .execute();
}
