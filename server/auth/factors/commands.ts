/** The user's own factors, and the reset by an administrator. */
import type { Factor } from "#events/entities/factor.ts";
import { checkFactorName } from "#events/rules/factors.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { mailOwedNotices, noticesFor, oweNotices } from "../../mail/notices.ts";
import { ApiError, invalid, notFound } from "../../plugins/errors.ts";
import { requireManageable, requireManagedUser } from "../../users/commands.ts";
import { requireFresh } from "../session/freshness.ts";
import { endSessionsOfUser } from "../session/queries.ts";
import { requiresFactor } from "./pendingSignIns.ts";
import { findFactors, holdUser, removeAllFactors, toFactor } from "./queries.ts";
import { makeRecoveryCodes } from "./recoveryCodes.ts";

export async function renameFactor(
  context: CallContext,
  factorId: string,
  name: string,
): Promise<Factor> {
  const { db, user } = context;
  const problem = checkFactorName(name);
  if (problem) throw invalid("/body/name", problem);
  return inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable("factors")
      .set({ name: name.trim() })
      .where("id", "=", factorId)
      .where("user_id", "=", user.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound("factors.notFound");
    await context.audit(tx, { target: user.id, after: { kind: row.kind } });
    return toFactor(row);
  });
}

/** Removing the last factor removes the recovery codes. */
export async function removeFactor(context: CallContext, factorId: string): Promise<void> {
  const { app, db, services, user } = context;
  await inTransaction(db, async (tx) => {
    await requireFresh(context, tx);
    await holdUser(tx, user.id);
    const factors = await findFactors(tx, user.id);
    const factor = factors.find(({ id }) => id === factorId.toLowerCase());
    if (!factor) throw notFound("factors.notFound");
    if (factors.length === 1) {
      if (requiresFactor(user, services.config)) {
        throw new ApiError("ECONFLICT", message("factors.lastRequired"));
      }
      await removeAllFactors(tx, user.id);
    } else {
      await tx.deleteFrom("factors").where("id", "=", factor.id).execute();
    }
    await context.audit(tx, { target: user.id, before: { kind: factor.kind } });
    await oweNotices(tx, noticesFor(user, "factorRemoved"), context);
  });
  mailOwedNotices(app);
}

export async function renewRecoveryCodes(context: CallContext): Promise<string[]> {
  const { db, user } = context;
  return inTransaction(db, async (tx) => {
    await requireFresh(context, tx);
    await holdUser(tx, user.id);
    const factors = await findFactors(tx, user.id);
    if (factors.length === 0) throw notFound("factors.notFound");
    await context.audit(tx, { target: user.id });
    return [...(await makeRecoveryCodes(tx, user.id))];
  });
}

/** If a factor is required, the user sets up a new one at the next sign-in. */
export async function resetFactors(
  context: CallContext,
  userId: string,
): Promise<{ readonly username: string; readonly removed: number }> {
  const { app, db } = context;
  const reset = await inTransaction(db, async (tx) => {
    const user = await requireManagedUser(tx, context, userId);
    requireManageable(user);
    if (userId.toLowerCase() === context.user.id) {
      throw new ApiError("EFORBIDDEN", message("factors.resetOwn"));
    }
    const removed = await removeAllFactors(tx, user.id);
    await endSessionsOfUser(tx, user.id);
    await context.audit(tx, { target: user.id, before: { factors: removed } });
    await oweNotices(tx, noticesFor(user, "factorsReset"), context);
    return { username: user.username, removed };
  });
  mailOwedNotices(app);
  return reset;
}
