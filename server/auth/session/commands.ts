/** Signing in and out, and ending one's own sessions. */
import type { Transaction } from "kysely";
import type { SecondStep } from "#events/entities/signIn.ts";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { ApiError, notFound } from "../../plugins/errors.ts";
import { ACTIVATED, activated } from "../activation/activated.ts";
import { beginPending, secondStepOf } from "../factors/pendingSignIns.ts";
import { requirePasswords, verifyPassword } from "../password/hashing.ts";
import { findUserByName, findUserId } from "../queries.ts";
import { newCookie, sendCookie } from "./cookies.ts";
import { endOther, endOthers, endSession, startSession } from "./queries.ts";

/** The user is signed in, or the second factor is pending. */
export type LoginResult =
  | { readonly user: User; readonly secondStep?: never }
  | { readonly secondStep: SecondStep };

/** @returns null if the user is archived or the password has changed. */
async function passPassword(
  context: CallContext,
  { user, passwordHash }: { readonly user: User; readonly passwordHash: string | null },
): Promise<LoginResult | null> {
  const secondStep = await secondStepOf(context.db, user, context.services.config);
  if (secondStep === null || passwordHash === null) {
    const signedIn = await signIn(context, { user, passwordHash });
    return signedIn && { user: signedIn };
  }
  if (user.archived) return null;
  await beginPending(context, user, { passwordHash, enrols: secondStep.enrols });
  return { secondStep };
}

/** @throws ApiError EBADCREDENTIALS, ETOOMANYREQUESTS or EFORBIDDEN */
export async function login(
  context: CallContext,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<LoginResult> {
  const { app, at, db, reply, request, services } = context;
  requirePasswords(services.config);
  const userId = await findUserId(db, username);
  return app.loginThrottle.try(request, reply, {
    kind: "password",
    username,
    knownAs: userId && services.devices.find(request, userId, at),
    run: async () => {
      const found = await findUserByName(db, username);
      const isRight = await verifyPassword(found?.passwordHash ?? null, password);
      const result = found && isRight && (await passPassword(context, found));
      if (result) return result;
      // The typed name is not logged, because some users type their password there.
      const target = found ? { target: found.user.id } : {};
      await context.audit(db, { ...target, after: { address: request.ip }, failed: true });
      return null;
    },
    refusal: new ApiError("EBADCREDENTIALS", message("accounts.badCredentials")),
  });
}

export interface SignIn {
  readonly user: User;
  /** The hash that the password matched; absent for a sign-in without password. */
  readonly passwordHash?: string | null;
  /** The provider's data about the user. */
  readonly idToken?: string | null;
}

/**
 * Starts a session under a new cookie and ends the browser's previous one, so that a planted cookie opens nothing.
 * Users identified by a provider need no password and become active.
 *
 * @returns the signed-in user; null if the user was archived or got another password in the meantime.
 */
export async function signIn(
  context: CallContext,
  { user, passwordHash, idToken = null }: SignIn,
): Promise<User | null> {
  const { cookie, db, reply, request, services } = context;
  const fresh = newCookie();
  const becomesActive = idToken !== null && !user.onboarded;
  const isSignedIn = await inTransaction(db, async (tx) => {
    if (!(await holdSigner(tx, user.id, passwordHash))) return false;
    if (becomesActive) {
      await tx.updateTable("users").set(activated).where("id", "=", user.id).execute();
    }
    if (cookie) await endSession(tx, cookie);
    await startSession(tx, {
      cookie: fresh,
      userId: user.id,
      now: services.now(),
      length: services.config.sessionLength,
      userAgent: request.headers["user-agent"],
      address: request.ip,
      idToken,
    });
    const after = becomesActive ? { after: ACTIVATED } : {};
    await context.audit(tx, { actor: user, target: user.id, ...after });
    return true;
  });
  if (!isSignedIn) return null;
  sendCookie(services, reply, fresh);
  services.devices.remember(request, reply, user.id, services.now());
  return becomesActive ? { ...user, onboarded: true } : user;
}

/** Archiving a user and changing the password end all sessions, so none may start concurrently. */
async function holdSigner(
  tx: Transaction<Database>,
  id: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  let query = tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", id)
    .where("archived", "=", false)
    .forNoKeyUpdate();
  if (passwordHash !== undefined) query = query.where("password_hash", "=", passwordHash);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ends the browser's session and makes it a visitor. @returns the provider's data about its user, if any. */
export async function signOut(
  context: CallContext,
  { userTimedOut }: { readonly userTimedOut: boolean },
): Promise<{ readonly idToken: string | null }> {
  const { cookie, db, reply, services } = context;
  const ended = await inTransaction(db, async (tx) => {
    const actor = cookie && (await endSession(tx, cookie));
    if (!actor) return null;
    await context.audit(tx, { actor, target: actor.id, after: { userTimedOut } });
    return actor;
  });
  sendCookie(services, reply, newCookie());
  return { idToken: ended?.id_token ?? null };
}

/** Ends another session of the user. The current one ends by a sign-out, which replaces the cookie. */
export async function endOneSession(context: CallContext, sessionId: string): Promise<void> {
  const { cookie, db, user } = context;
  await inTransaction(db, async (tx) => {
    if (!(await endOther(tx, { id: sessionId, userId: user.id, cookie }))) {
      throw notFound("sessions.notFound");
    }
    await context.audit(tx, { target: sessionId });
  });
}

/** Ends all other sessions of the user. @returns how many ended. */
export async function endOtherSessions(context: CallContext): Promise<number> {
  const { cookie, db, user } = context;
  return inTransaction(db, async (tx) => {
    const ended = await endOthers(tx, { userId: user.id, cookie });
    await context.audit(tx, { target: user.id, after: { ended } });
    return ended;
  });
}
