/** Stored sessions, identified by the hash of their cookie. */
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { User } from "#events/entities/user.ts";
import { PLANNED_ONCE } from "../../db/preparedStatements.ts";
import type { Database } from "../../db/schema.ts";
import { findUserOfSession } from "../queries.ts";
import { hashOf } from "./cookies.ts";

/** Activity within this time of the last write is not written, so a session may end this much early. */
const TOUCH_INTERVAL: Milliseconds = 5000;
/** The absolute limit: even active users sign in once a day. */
const MAX_SESSION: Milliseconds = 86_400_000;
const USER_AGENT_LENGTH = 256;
/** Maximum listed sessions. Ending all others also ends unlisted ones. */
const MAX_SHOWN = 100;

/** Extends a live session and returns its user; null if there is none. */
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

/** Time until the session ends regardless of activity; null without a session. */
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
    /** The provider's data about the user. */
    readonly idToken?: string | null;
  },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ last_sign_in_at: session.now })
    .where("id", "=", session.userId)
    .execute();
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
      confirmed_at: session.now,
    })
    .execute();
}

/** @returns the session's user, if any. */
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

/** @returns how many were removed. */
export async function endSessionsOfUser(tx: Kysely<Database>, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The user's live sessions, the current one first. */
export function findSessions(
  db: Kysely<Database>,
  { userId, cookie, now }: { userId: string; cookie: string | null; now: Date },
) {
  return db
    .selectFrom("sessions")
    .select(["id", "user_agent", "address", "created_at", "last_seen_at"])
    .select(sql<boolean>`id_hash = ${hashOf(cookie ?? "")}`.as("current"))
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("current", "desc")
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .limit(MAX_SHOWN)
    .execute();
}

/** @param cookie of the remaining session. @returns false if the user has no other session with that id. */
export async function endOther(
  tx: Kysely<Database>,
  { id, userId, cookie }: { id: string; userId: string; cookie: string | null },
): Promise<boolean> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("id_hash", "!=", hashOf(cookie ?? ""))
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** @param cookie of the remaining session. @returns how many ended. */
export async function endOthers(
  tx: Kysely<Database>,
  { userId, cookie }: { userId: string; cookie: string | null },
): Promise<number> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id_hash", "!=", hashOf(cookie ?? ""))
    .returning("id")
    .execute();
  return ended.length;
}
