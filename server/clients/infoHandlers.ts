/** What the app asks for at its start, before anyone is signed in. */
import type { FastifyInstance } from "fastify";
import { getAdminInfo, getPublicInfo } from "#events/calls/session.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import { newCookie, sendCookie } from "../auth/sessions.ts";
import { mountCall } from "../mount.ts";

export function mountInfoCalls(app: FastifyInstance): void {
  const { config, csrf } = app.services;

  /** Gives a visitor the cookie and the token without which no call can change anything. */
  mountCall(app, getPublicInfo, async (_input, { reply, cookie }) => {
    if (!cookie) {
      const fresh = newCookie();
      sendCookie(reply, fresh, config.behindTls);
      reply.header(CSRF_HEADER, csrf.tokenOf(fresh));
    }
    return {
      status: 200,
      body: {
        sessionKeepAliveTimeoutThreshold: config.keepAliveThreshold,
        gtmContainerId: config.gtmContainerId,
        ssoEnabled: config.singleSignOn !== null,
        passwordEnabled: config.passwordSignIn,
        eventLog: config.eventLog,
      },
    };
  });

  mountCall(app, getAdminInfo, async () => ({
    status: 200,
    body: {
      supportRequestsUrl: config.supportRequestsUrl,
      requestFormUrl: config.requestFormUrl,
      midpointURI: config.midpointUri,
      accessRoleArchTypeOID: config.accessRoleArchetypeOid,
    },
  }));
}
