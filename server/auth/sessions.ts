/**
 * Sessions: a random cookie, known to the database by its hash only, so that a copy of the database opens none.
 * Visitors who are not signed in have a cookie without a row: it carries their CSRF token.
 */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { User } from "#events/entities/user.ts";
import { SESSION_COOKIE } from "#events/rules/session.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";
import { findUserOfSession } from "./userQueries.ts";

/** Activity within this time of the last is not written again: a session may end this much early. */
const TOUCH_INTERVAL: Milliseconds = 5000;
/** Who works on and on signs in once a day all the same. */
export const MAX_SESSION: Milliseconds = 86_400_000;
const COOKIE = /^[\w-]{43}$/;
const USER_AGENT_LENGTH = 256;

/** 256 random bits. */
export function newCookie(): string {
  return randomBytes(32).toString("base64url");
}

/** The session cookie of a request, if it has one of our form. */
export function readCookie(request: FastifyRequest): string | null {
  const value = request.cookies[SESSION_COOKIE];
  return value !== undefined && COOKIE.test(value) ? value : null;
}

export function sendCookie(reply: FastifyReply, cookie: string, behindTls: boolean): void {
  reply.setCookie(SESSION_COOKIE, cookie, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: behindTls || reply.request.protocol === "https",
  });
}

export function hashOf(cookie: string): Buffer {
  return createHash("sha256").update(cookie).digest();
}

/** The user of a live session, whose expiry is pushed out; null where there is none. */
export async function resumeSession(
  db: Kysely<Database>,
  {
    cookie,
    now,
    length,
    address,
  }: {
    readonly cookie: string;
    readonly now: Date;
    readonly length: Milliseconds;
    readonly address: string;
  },
): Promise<User | null> {
  const idHash = hashOf(cookie);
  const found = await findUserOfSession(db, idHash, now);
  if (!found) return null;
  const last = found.createdAt.getTime() + MAX_SESSION;
  if (now.getTime() - found.lastSeenAt.getTime() >= TOUCH_INTERVAL) {
    await db
      .updateTable("sessions")
      .set({
        last_seen_at: now,
        expires_at: new Date(Math.min(now.getTime() + length, last)),
        address,
      })
      .where("id_hash", "=", idHash)
      .where("expires_at", ">", now)
      .modifyEnd(PLANNED_ONCE)
      .execute();
  }
  return found.user;
}

/** In what time a session ends, however much it is used; null where there is none. */
export async function endOfSession(
  db: Kysely<Database>,
  cookie: string | null,
  now: Date,
): Promise<Milliseconds | null> {
  if (cookie === null) return null;
  const session = await db
    .selectFrom("sessions")
    .select("created_at")
    .where("id_hash", "=", hashOf(cookie))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return session ? session.created_at.getTime() + MAX_SESSION - now.getTime() : null;
}

export async function startSession(
  tx: Kysely<Database>,
  session: {
    readonly cookie: string;
    readonly userId: string;
    readonly now: Date;
    readonly length: Milliseconds;
    readonly userAgent: string | undefined;
    readonly address: string;
    /** What the provider of a single sign-on said of the user. */
    readonly idToken?: string | null;
  },
): Promise<void> {
  await tx.deleteFrom("sessions").where("expires_at", "<=", session.now).execute();
  await tx
    .insertInto("sessions")
    .values({
      id_hash: hashOf(session.cookie),
      user_id: session.userId,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + Math.min(session.length, MAX_SESSION)),
      user_agent: session.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
      address: session.address,
      id_token: session.idToken ?? null,
    })
    .execute();
}

/** @returns the user whose session it was, if there was one. */
export async function endSession(
  tx: Kysely<Database>,
  cookie: string,
): Promise<{ id: string; username: string; id_token: string | null } | null> {
  const ended = await tx
    .deleteFrom("sessions")
    .using("users")
    .whereRef("users.id", "=", "sessions.user_id")
    .where("sessions.id_hash", "=", hashOf(cookie))
    .returning(["users.id", "users.username", "sessions.id_token"])
    .executeTakeFirst();
  return ended ?? null;
}

/** @returns how many there were. */
export async function endSessionsOfUser(tx: Kysely<Database>, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
