/** What every sign-in does once it is known who signs in: a new session under a new cookie. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import type { User } from "#events/entities/user.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { ACTIVATED, activated } from "./activated.ts";
import { endSession, newCookie, sendCookie, startSession } from "./sessions.ts";

export interface SignIn {
  readonly user: User;
  /** The name of the call. */
  readonly call: string;
  /** For which the password was right; not there where the user signs in without one. */
  readonly passwordHash?: string | null;
  /** What the provider of a single sign-on said of the user. */
  readonly idToken?: string | null;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly cookie: string | null;
}

/**
 * Ends the session that the browser had. The cookie changes, so that one that was planted opens nothing. Who is known to a
 * provider needs no password, and is active.
 *
 * @returns the user as signed in; null where meanwhile the user was archived or got another password.
 */
export async function signIn(
  app: FastifyInstance,
  { user, call, passwordHash, idToken = null }: SignIn,
  { request, reply, cookie }: Exchange,
): Promise<User | null> {
  const { db, config, now } = app.services;
  const at = now();
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
      now: at,
      length: config.sessionLength,
      userAgent: request.headers["user-agent"],
      address: request.ip,
      idToken,
    });
    await recordAudit(tx, {
      at,
      actor: user,
      clientId: null,
      call,
      target: user.id,
      ...(becomesActive && { after: ACTIVATED }),
    });
    return true;
  });
  if (!isSignedIn) return null;
  giveCookie(app, reply, fresh);
  return becomesActive ? { ...user, onboarded: true } : user;
}

/** Whoever archives the user, or changes the password, thereby ends all sessions: none may begin behind that. */
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

/** Ends the session of the browser, which becomes a visitor. @returns what the provider said of its user, if it did. */
export async function signOut(
  app: FastifyInstance,
  { call, userTimedOut }: { readonly call: string; readonly userTimedOut: boolean },
  { reply, cookie }: Omit<Exchange, "request">,
): Promise<{ readonly idToken: string | null }> {
  const { db, now } = app.services;
  const at = now();
  const ended = await inTransaction(db, async (tx) => {
    const actor = cookie && (await endSession(tx, cookie));
    if (!actor) return null;
    await recordAudit(tx, {
      at,
      actor,
      clientId: null,
      call,
      target: actor.id,
      after: { userTimedOut },
    });
    return actor;
  });
  giveCookie(app, reply, newCookie());
  return { idToken: ended?.id_token ?? null };
}

function giveCookie(app: FastifyInstance, reply: FastifyReply, cookie: string): void {
  const { config, csrf } = app.services;
  sendCookie(reply, cookie, config.behindTls);
  reply.header(CSRF_HEADER, csrf.tokenOf(cookie));
}
