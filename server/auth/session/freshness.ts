/** Sensitive changes require a recent identification, so that an open session cannot become a takeover. */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { ApiError } from "../../plugins/errors.ts";
import { requirePasswords, verifyPassword } from "../password/hashing.ts";
import { findUserByName } from "../queries.ts";
import { hashOf } from "./cookies.ts";

const FRESH: Milliseconds = 5 * 60_000;

/** @throws ApiError ENOTCONFIRMED if the sign-in and the last password confirmation are too long ago. */
export async function requireFresh(context: CallContext, tx: Kysely<Database>): Promise<void> {
  const { at, cookie } = context;
  const session = await tx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.confirmed_at", "sessions.id_token", "users.password_hash"])
    .where("sessions.id_hash", "=", hashOf(cookie ?? ""))
    .executeTakeFirst();
  if (session && at.getTime() - session.confirmed_at.getTime() <= FRESH) return;
  const hasPassword = session?.id_token === null && session.password_hash !== null;
  throw new ApiError(
    "ENOTCONFIRMED",
    message(hasPassword ? "accounts.confirmPassword" : "accounts.signInAgain"),
  );
}

/** @throws ApiError EBADCREDENTIALS, ETOOMANYREQUESTS or EFORBIDDEN */
export async function confirmPassword(context: CallContext, password: string): Promise<void> {
  const { app, cookie, db, reply, request, services, user } = context;
  requirePasswords(services.config);
  await app.loginThrottle.try(request, reply, {
    kind: "password",
    username: user.username,
    knownAs: `user ${user.id}`,
    run: async () => {
      const hash = (await findUserByName(db, user.username))?.passwordHash ?? null;
      if (await verifyPassword(hash, password)) return true;
      await context.audit(db, { target: user.id, after: { address: request.ip }, failed: true });
      return null;
    },
    refusal: new ApiError("EBADCREDENTIALS", message("accounts.badPassword")),
  });
  await db
    .updateTable("sessions")
    .set({ confirmed_at: services.now() })
    .where("id_hash", "=", hashOf(cookie ?? ""))
    .execute();
  await context.audit(db, { target: user.id });
}
