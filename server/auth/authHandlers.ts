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
import { decodeRedirectPath } from "#events/rules/session.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { mountCall } from "../mount.ts";
import { ApiError } from "../plugins/errors.ts";
import type { Attempts } from "./loginThrottle.ts";
import { requirePasswords, verifyPassword } from "./passwords.ts";
import { endOfSession } from "./sessions.ts";
import { signIn, signOut } from "./signIn.ts";
import { findUserByName } from "./userQueries.ts";

/** Sign-ins of an address, right or wrong: hashing passwords costs memory and time. */
const SIGN_INS = { max: 600, timeWindow: 60_000 };

/** A wrong password, or a name that nobody has; as the audit calls it. */
const FAILED_LOGIN = "session/loginFailed";

export function mountAuthCalls(app: FastifyInstance, attempts: Attempts): void {
  const { db, config, now } = app.services;
  const timesOf = async (cookie: string | null) => ({
    sessionLengthInMillis: config.sessionLength,
    sessionEndsInMillis: await endOfSession(db, cookie, now()),
  });

  mountCall(
    app,
    login,
    async ({ body }, { request, reply, cookie }) => {
      requirePasswords(config);
      const user = await attempts.try(
        request,
        reply,
        async () => {
          const found = await findUserByName(db, body.username);
          const isRight = await verifyPassword(found?.passwordHash ?? null, body.password);
          const signedIn =
            found &&
            isRight &&
            (await signIn(app, { ...found, call: login.name }, { request, reply, cookie }));
          if (signedIn) return signedIn;
          // Not the name that was typed: some type their password there.
          await recordAudit(db, {
            at: now(),
            actor: null,
            clientId: null,
            call: FAILED_LOGIN,
            ...(found && { target: found.user.id }),
            after: { address: request.ip },
          });
          return null;
        },
        new ApiError("EBADCREDENTIALS", message("accounts.badCredentials")),
      );
      return { status: 200, body: { user, redirectPath: decodeRedirectPath(body.redirectPath) } };
    },
    { config: { rateLimit: SIGN_INS } },
  );

  mountCall(app, logout, async ({ body: { userTimedOut } }, { reply, cookie }) => {
    await signOut(app, { call: logout.name, userTimedOut }, { reply, cookie });
    return { status: 200, body: { userTimedOut } };
  });

  mountCall(app, getCurrentUser, async (_input, { user }) => ({ status: 200, body: user }));

  mountCall(app, getSession, async () => ({
    status: 200,
    body: { message: "The session is active" },
  }));

  mountCall(app, renewSession, async (_input, { user, cookie }) => ({
    status: 200,
    body: { user, sessionUser: toSessionUser(user), ...(await timesOf(cookie)) },
  }));

  mountCall(app, getSessionLength, async (_input, { cookie }) => ({
    status: 200,
    body: { data: await timesOf(cookie) },
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
