/** Sign-in, sign-out and the session. */
import type { FastifyInstance } from "fastify";
import type { SessionUser, User } from "#events/entities/user.ts";
import {
  getCurrentUser,
  getSession,
  getSessionLength,
  login,
  logout,
  renewSession,
} from "#events/calls/session.ts";
import { CSRF_HEADER, decodeRedirectPath } from "#events/policy/session.ts";
import { recordAudit } from "../audit/audit.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { ApiError } from "../plugins/errors.ts";
import type { Attempts } from "./attempts.ts";
import { verifyPassword } from "./passwords.ts";
import { endSession, newCookie, sendCookie, startSession } from "./sessions.ts";
import { findUserByName } from "./userQueries.ts";

/** Sign-ins of an address, right or wrong: hashing passwords costs memory and time. */
const SIGN_INS = { max: 600, timeWindow: 60_000 };

export function mountAuthCalls(app: FastifyInstance, attempts: Attempts): void {
  const { db, config, csrf, now } = app.services;

  mountCall(
    app,
    login,
    async ({ body }, { request, reply, cookie }) => {
      const user = await attempts.try(
        request,
        reply,
        async () => {
          const found = await findUserByName(db, body.username);
          const isRight = await verifyPassword(found?.passwordHash ?? null, body.password);
          return found && isRight && !found.user.archived ? found.user : null;
        },
        new ApiError("EBADCREDENTIALS", "The username or password is not right"),
      );
      const fresh = newCookie();
      const at = now();
      await inTransaction(db, async (tx) => {
        if (cookie) await endSession(tx, cookie);
        await startSession(tx, {
          cookie: fresh,
          userId: user.id,
          now: at,
          length: config.sessionLength,
          userAgent: request.headers["user-agent"],
        });
        await recordAudit(tx, {
          at,
          actor: user,
          clientId: null,
          call: login.name,
          target: user.id,
        });
      });
      sendCookie(reply, fresh, config.behindTls);
      reply.header(CSRF_HEADER, csrf.tokenOf(fresh));
      return { status: 200, body: { user, redirectPath: decodeRedirectPath(body.redirectPath) } };
    },
    { config: { rateLimit: SIGN_INS } },
  );

  mountCall(app, logout, async ({ body }, { reply, cookie }) => {
    const at = now();
    await inTransaction(db, async (tx) => {
      const actor = cookie && (await endSession(tx, cookie));
      if (!actor) return;
      await recordAudit(tx, {
        at,
        actor,
        clientId: null,
        call: logout.name,
        target: actor.id,
        after: { userTimedOut: body.userTimedOut },
      });
    });
    const fresh = newCookie();
    sendCookie(reply, fresh, config.behindTls);
    reply.header(CSRF_HEADER, csrf.tokenOf(fresh));
    return { status: 200, body: { userTimedOut: body.userTimedOut } };
  });

  mountCall(app, getCurrentUser, async (_input, { user }) => ({ status: 200, body: user }));

  mountCall(app, getSession, async () => ({
    status: 200,
    body: { message: "The session is active" },
  }));

  mountCall(app, renewSession, async (_input, { user }) => ({
    status: 200,
    body: {
      user,
      sessionUser: toSessionUser(user),
      sessionLengthInMillis: config.sessionLength,
    },
  }));

  mountCall(app, getSessionLength, async () => ({
    status: 200,
    body: { data: { sessionLengthInMillis: config.sessionLength } },
  }));
}

function toSessionUser(user: User): SessionUser {
  return {
    id: user.id,
    clients: user.clients.map(({ id, limitSelfCertified, limitSystemExport, limitApi }) => ({
      clientId: id,
      limitSelfCertified,
      limitSystemExport,
      limitApi,
    })),
    resourceIds: user.resourceIds,
  };
}
