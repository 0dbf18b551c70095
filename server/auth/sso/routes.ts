/** Single sign-on at the organisation's provider, and the sign-out from both. */
import type { FastifyInstance } from "fastify";
import { authenticate, beginSignOn, endSession } from "#events/calls/session.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { mountCall } from "../../mount.ts";
import { logKeyOf } from "../session/logKey.ts";
import { beginSso, finishSso, signOutOfBoth } from "./commands.ts";
import { createProvider } from "./provider.ts";

/** Limits sign-ons that a network address starts or completes, because each sends requests to the provider. */
const SIGN_ONS = { config: { rateLimit: { max: 600, timeWindow: 60_000 } } };

export function mountSso(app: FastifyInstance): void {
  const { config, now } = app.services;
  const provider = config.singleSignOn && createProvider(config.singleSignOn, now);

  mountCall(
    app,
    beginSignOn,
    async ({ body }, context) => ({
      status: 200,
      body: { url: await beginSso(context, provider, decodeRedirectPath(body.path)) },
    }),
    SIGN_ONS,
  );

  mountCall(
    app,
    authenticate,
    async ({ body }, context) => {
      const { user, path } = await finishSso(context, provider, body);
      const redirectPath = decodeRedirectPath(body.path) ?? path;
      return { status: 200, body: { user, redirectPath, logKey: logKeyOf(context, user) } };
    },
    SIGN_ONS,
  );

  mountCall(app, endSession, async ({ body: { userTimedOut } }, context) => {
    const providerUrl = await signOutOfBoth(context, provider, { userTimedOut });
    return { status: 200, body: { userTimedOut, providerUrl } };
  });
}
