/** Calls of the app's start, sign-in and sign-out, and the user's sessions. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/session.ts";
import { endOneSession, endOtherSessions, listSessions } from "#events/calls/sessions.ts";
import type { SessionUser, User } from "#events/entities/user.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import type { CallContext } from "../../callContext.ts";
import { mountCall } from "../../mount.ts";
import * as commands from "./commands.ts";
import { confirmPassword } from "./freshness.ts";
import { newCookie, sendCookie } from "./cookies.ts";
import { endOfSession, findSessions } from "./queries.ts";
import { logKeyOf } from "./logKey.ts";
import { describeUserAgent } from "./userAgent.ts";

/** Limits sign-ins by address, successful or not, because hashing passwords costs memory and time. */
const SIGN_INS = { max: 600, timeWindow: 60_000 };

export function mountSessions(app: FastifyInstance): void {
  /** Gives a visitor the cookie and CSRF token that calls require. */
  mountCall(app, calls.getPublicInfo, async (_input, { cookie, reply, services }) => {
    const { config } = services;
    if (!cookie) sendCookie(services, reply, newCookie());
    return {
      status: 200,
      body: {
        sessionKeepAliveTimeoutThreshold: config.keepAliveThreshold,
        gtmContainerId: config.gtmContainerId,
        ssoEnabled: config.singleSignOn !== null,
        passwordEnabled: config.passwordSignIn,
        emailEnabled: config.smtpUrl !== null,
        eventLog: config.eventLog,
      },
    };
  });

  mountCall(app, calls.getAdminInfo, async (_input, { services: { config } }) => ({
    status: 200,
    body: {
      supportRequestsUrl: config.supportRequestsUrl,
      requestFormUrl: config.requestFormUrl,
      midpointURI: config.midpointUri,
      accessRoleArchTypeOID: config.accessRoleArchetypeOid,
    },
  }));

  mountCall(
    app,
    calls.login,
    async ({ body }, context) => {
      const result = await commands.login(context, body);
      if (result.secondStep) return { status: 202, body: { secondFactor: result.secondStep } };
      const redirectPath = decodeRedirectPath(body.redirectPath);
      const { user } = result;
      return { status: 200, body: { user, redirectPath, logKey: logKeyOf(context, user) } };
    },
    { config: { rateLimit: SIGN_INS } },
  );

  mountCall(app, calls.confirmPassword, async ({ body }, context) => {
    await confirmPassword(context, body.password);
    return { status: 200, body: {} };
  });

  mountCall(app, calls.logout, async ({ body: { userTimedOut } }, context) => {
    await commands.signOut(context, { userTimedOut });
    return { status: 200, body: { userTimedOut } };
  });

  mountCall(app, calls.getCurrentUser, async (_input, context) => {
    const { user } = context;
    return { status: 200, body: { ...user, logKey: logKeyOf(context, user) } };
  });

  mountCall(app, calls.getSession, async () => ({
    status: 200,
    body: { message: "The session is active" },
  }));

  mountCall(app, calls.renewSession, async (_input, context) => {
    const { user } = context;
    const times = await timesOf(context);
    return { status: 200, body: { user, sessionUser: toSessionUser(user), ...times } };
  });

  mountCall(app, calls.getSessionLength, async (_input, context) => ({
    status: 200,
    body: { data: await timesOf(context) },
  }));

  mountCall(app, listSessions, async (_input, { at, cookie, db, user }) => {
    const rows = await findSessions(db, { userId: user.id, cookie, now: at });
    const sessions = rows.map((row) => ({
      id: row.id,
      ...describeUserAgent(row.user_agent),
      address: row.address,
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      current: row.current,
    }));
    return { status: 200, body: { _embedded: { sessions } } };
  });

  mountCall(app, endOneSession, async ({ params }, context) => {
    await commands.endOneSession(context, params.sessionId);
    return { status: 200, body: {} };
  });

  mountCall(app, endOtherSessions, async (_input, context) => ({
    status: 200,
    body: { ended: await commands.endOtherSessions(context) },
  }));
}

async function timesOf({ at, cookie, db, services }: CallContext) {
  return {
    sessionLengthInMillis: services.config.sessionLength,
    sessionEndsInMillis: await endOfSession(db, cookie, at),
  };
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
