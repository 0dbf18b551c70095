/**
 * Sign-ins with a correct password that wait for the second factor. They are not sessions and expire after ten minutes.
 */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { SecondStep } from "#events/entities/signIn.ts";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { ApiError } from "../../plugins/errors.ts";
import { findUserById } from "../queries.ts";
import { hashOf, newCookie, sendCookie } from "../session/cookies.ts";
import { endSession } from "../session/queries.ts";

const LIFETIME: Milliseconds = 600_000;

/** Whether a client or a role of the user requires a second factor. */
export function requiresFactor(
  user: User,
  { secondFactorRoles }: Pick<Config, "secondFactorRoles">,
): boolean {
  const names = new Set(secondFactorRoles.map((name) => name.toLowerCase()));
  return (
    user.clients.some(({ requiresSecondFactor }) => requiresSecondFactor === true) ||
    user.roles.some(({ name }) => names.has(name.toLowerCase()))
  );
}

/** @returns null where the password suffices. */
export async function secondStepOf(
  db: Kysely<Database>,
  user: User,
  config: Pick<Config, "secondFactorRoles">,
): Promise<SecondStep | null> {
  const rows = await db
    .selectFrom("factors")
    .select("kind")
    .distinct()
    .where("user_id", "=", user.id)
    .orderBy("kind")
    .execute();
  const kinds = rows.map(({ kind }) => kind);
  if (kinds.length > 0) return { kinds, enrols: false };
  return requiresFactor(user, config) ? { kinds, enrols: true } : null;
}

/** Uses a new cookie, like a new session, and ends the browser's previous session. */
export async function beginPending(
  { at, cookie, db, reply, services }: CallContext,
  user: User,
  pending: { readonly passwordHash: string; readonly enrols: boolean },
): Promise<void> {
  const fresh = newCookie();
  await inTransaction(db, async (tx) => {
    if (cookie) await endSession(tx, cookie);
    await tx
      .insertInto("pending_sign_ins")
      .values({
        cookie_hash: hashOf(fresh),
        user_id: user.id,
        password_hash: pending.passwordHash,
        enrols: pending.enrols,
        expires_at: new Date(at.getTime() + LIFETIME),
      })
      .execute();
  });
  sendCookie(services, reply, fresh);
}

export interface PendingSignIn {
  readonly user: User;
  readonly passwordHash: string;
  readonly enrols: boolean;
}

export async function findPending({
  at,
  cookie,
  db,
}: Pick<CallContext, "at" | "cookie" | "db">): Promise<PendingSignIn | null> {
  if (cookie === null) return null;
  const row = await db
    .selectFrom("pending_sign_ins")
    .selectAll()
    .where("cookie_hash", "=", hashOf(cookie))
    .where("expires_at", ">", at)
    .executeTakeFirst();
  const found = row && (await findUserById(db, row.user_id));
  if (!row || !found || found.passwordHash !== row.password_hash || found.user.archived) {
    return null;
  }
  return { user: found.user, passwordHash: row.password_hash, enrols: row.enrols };
}

/** @throws ApiError EBADTOKEN if the browser has no pending sign-in. */
export async function requirePending(context: CallContext): Promise<PendingSignIn> {
  const pending = await findPending(context);
  if (pending && !pending.enrols) return pending;
  throw new ApiError("EBADTOKEN", message("factors.expired"));
}

export async function endPending(db: Kysely<Database>, cookie: string): Promise<void> {
  await db.deleteFrom("pending_sign_ins").where("cookie_hash", "=", hashOf(cookie)).execute();
}
