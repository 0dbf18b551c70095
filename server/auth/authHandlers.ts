/** Sign-in, sign-out and the session. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
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
import { verifyPassword } from "./passwords.ts";
import { endSession, newCookie, sendCookie, startSession } from "./sessions.ts";
import { Turns } from "./turns.ts";
import { findUserByName, usernameKey } from "./userQueries.ts";

const MINUTE = 60_000;
/** Sign-ins of an address, right or wrong: hashing passwords costs memory and time. */
const SIGN_INS = { max: 600, timeWindow: MINUTE };
/** Wrong passwords within five minutes, after which no password is tried any more. */
const FAILURES_PER_ACCOUNT = { max: 10, timeWindow: 5 * MINUTE };
const FAILURES_PER_ADDRESS = { max: 100, timeWindow: 5 * MINUTE };

export function mountAuthCalls(app: FastifyInstance): void {
  const { db, config, csrf, now } = app.services;
  const failures = [
    app.createRateLimit({ ...FAILURES_PER_ACCOUNT, keyGenerator: (request) => accountOf(request) }),
    app.createRateLimit(FAILURES_PER_ADDRESS),
  ];

  /** Tries at once would all pass before the first of them is counted. */
  const turns = new Turns();

  async function refuseTooManyFailures(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    for (const limit of failures) {
      const state = await limit(request, { increment: false });
      if (!state.isAllowed && state.remaining === 0) {
        reply.header("retry-after", state.ttlInSeconds);
        throw new ApiError("ETOOMANYREQUESTS", "Too many failed attempts; try again later");
      }
    }
  }

  mountCall(
    app,
    login,
    async ({ body }, { request, reply, cookie }) => {
      const user = await turns.take(accountOf(request), async () => {
        await refuseTooManyFailures(request, reply);
        const found = await findUserByName(db, body.username);
        const isRight = await verifyPassword(found?.passwordHash ?? null, body.password);
        if (found && isRight && !found.user.archived) return found.user;
        for (const limit of failures) await limit(request);
        throw new ApiError("EBADCREDENTIALS", "The username or password is not right");
      });
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

function accountOf(request: FastifyRequest): string {
  const body = request.body as { readonly username?: unknown } | null;
  return usernameKey(String(body?.username));
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
