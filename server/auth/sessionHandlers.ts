/** One's own sessions: where they are signed in, and ending them. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { endOneSession, endOtherSessions, listSessions } from "#events/calls/sessions.ts";
import { recordAudit } from "../audit/audit.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { notFound } from "../plugins/errors.ts";
import { deviceOf } from "./userAgent.ts";
import { hashOf } from "./sessions.ts";

/** Nobody reads more; "Sign out everywhere else" ends those that are not shown, too. */
const MAX_SHOWN = 100;

export function mountSessionCalls(app: FastifyInstance): void {
  const { db, now } = app.services;

  mountCall(app, listSessions, async (_input, { user, cookie }) => {
    const own = hashOf(cookie ?? "");
    const rows = await db
      .selectFrom("sessions")
      .select(["id", "user_agent", "address", "created_at", "last_seen_at"])
      .select(sql<boolean>`id_hash = ${own}`.as("current"))
      .where("user_id", "=", user.id)
      .where("expires_at", ">", now())
      .orderBy("current", "desc")
      .orderBy("last_seen_at", "desc")
      .orderBy("id")
      .limit(MAX_SHOWN)
      .execute();
    const sessions = rows.map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.current,
    }));
    return { status: 200, body: { _embedded: { sessions } } };
  });

  mountCall(app, endOneSession, async ({ params }, { user, cookie }) => {
    const { sessionId } = params;
    await inTransaction(db, async (tx) => {
      // The own one ends by a sign-out, which gives the browser another cookie.
      const ended = await tx
        .deleteFrom("sessions")
        .where("id", "=", sessionId)
        .where("user_id", "=", user.id)
        .where("id_hash", "!=", hashOf(cookie ?? ""))
        .returning("id")
        .executeTakeFirst();
      if (!ended) throw notFound("sessions.notFound");
      await recordAudit(tx, {
        at: now(),
        actor: user,
        clientId: null,
        call: endOneSession.name,
        target: sessionId,
      });
    });
    return { status: 200, body: {} };
  });

  mountCall(app, endOtherSessions, async (_input, { user, cookie }) => {
    const ended = await inTransaction(db, async (tx) => {
      const rows = await tx
        .deleteFrom("sessions")
        .where("user_id", "=", user.id)
        .where("id_hash", "!=", hashOf(cookie ?? ""))
        .returning("id")
        .execute();
      await recordAudit(tx, {
        at: now(),
        actor: user,
        clientId: null,
        call: endOtherSessions.name,
        target: user.id,
        after: { ended: rows.length },
      });
      return rows.length;
    });
    return { status: 200, body: { ended } };
  });
}
