/** Undoing a change of a user, which is itself a change. */
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { mailOwedNotices } from "../../mail/notices.ts";
import { ApiError, notFound } from "../../plugins/errors.ts";
import { changeUser } from "../commands.ts";
import { toEditable } from "../queries.ts";
import { findChange, withoutChange } from "./queries.ts";

/** @throws ApiError ENOTFOUND for the change, ECONFLICT if its fields were changed again. */
export async function undoChange(
  context: CallContext,
  userId: string,
  changeId: string,
): Promise<ManagedUser> {
  const user = await inTransaction(context.db, async (tx) => {
    const change = await findChange(tx, context.client.id, userId, changeId);
    if (!change) throw notFound("users.changeNotFound");
    return changeUser(tx, context, userId, (current) => {
      const undone = withoutChange(toEditable(current), change);
      if (undone) return undone;
      throw new ApiError("ECONFLICT", message("users.changedAgain"));
    });
  });
  mailOwedNotices(context.app);
  return user;
}
