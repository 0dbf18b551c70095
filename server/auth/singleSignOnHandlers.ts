/** Single sign-on at the organisation's provider, and the sign-out from both. */
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { authenticate, beginSignOn, endSession } from "#events/calls/session.ts";
import { decodeRedirectPath } from "#events/policy/session.ts";
import { mountCall } from "../mount.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { baseUrl } from "./links.ts";
import { createProvider, newSecrets, type Provider, SignOnRefused } from "./provider.ts";
import { signIn, signOut } from "./signIn.ts";
import { keepSignOn, takeSignOn } from "./signOns.ts";
import { findUserByClaim } from "./userQueries.ts";

/** Sign-ons that an address of the network begins or ends: each asks the provider. */
const SIGN_ONS = { config: { rateLimit: { max: 600, timeWindow: 60_000 } } };

export function mountSingleSignOnCalls(app: FastifyInstance): void {
  const { db, config, now } = app.services;
  const settings = config.singleSignOn;
  const provider = settings && createProvider(settings, now);
  /** Where the provider sends browsers back to: the sign-in screen. */
  const returnUri = () => `${baseUrl(app)}/`;

  function requireProvider(): Provider {
    if (provider) return provider;
    throw notFound("Single sign-on");
  }

  function tell(error: unknown, log: FastifyBaseLogger): never {
    if (error instanceof SignOnRefused) {
      log.warn({ err: error }, "A single sign-on was refused");
      throw new ApiError("EBADTOKEN", "The sign-in could not be confirmed; begin it again");
    }
    log.error({ err: error }, "Single sign-on does not work");
    const otherwise = config.passwordSignIn ? ", or sign in with your password" : "";
    throw new ApiError(
      "EUNAVAILABLE",
      `The sign-in of your organisation cannot be reached; try again later${otherwise}`,
    );
  }

  mountCall(
    app,
    beginSignOn,
    async ({ body }, { request, cookie }) => {
      const secrets = newSecrets();
      const url = await requireProvider()
        .begin(secrets, returnUri())
        .catch((error: unknown) => tell(error, request.log));
      const path = decodeRedirectPath(body.path);
      await keepSignOn(db, { secrets, cookie: cookie ?? "", path, now: now() });
      return { status: 200, body: { url } };
    },
    SIGN_ONS,
  );

  mountCall(
    app,
    authenticate,
    async ({ body }, { request, reply, cookie }) => {
      const asked = requireProvider();
      const { secrets, path } = await takeSignOn(db, {
        state: body.state,
        cookie: cookie ?? "",
        now: now(),
      });
      const { name, idToken } = await asked
        .finish(body.auth_code, secrets, returnUri())
        .catch((error: unknown) => tell(error, request.log));
      const user = name === null ? null : await findUserByClaim(db, settings?.claim ?? "", name);
      if (!user) {
        throw new ApiError(
          "EBADCREDENTIALS",
          "Your organisation knows you, but no active user of Provision is yours; ask your administrator",
        );
      }
      await signIn(app, { user, call: authenticate.name, idToken }, { request, reply, cookie });
      return {
        status: 200,
        body: { user, redirectPath: decodeRedirectPath(body.path) ?? path },
      };
    },
    SIGN_ONS,
  );

  mountCall(app, endSession, async ({ body: { userTimedOut } }, { reply, cookie }) => {
    const call = endSession.name;
    const { idToken } = await signOut(app, { call, userTimedOut }, { reply, cookie });
    // Whoever was idle here may be at work elsewhere: the session at the provider ends by a person's wish alone.
    const providerUrl =
      provider && idToken !== null && !userTimedOut
        ? await provider.endAddress(idToken, returnUri())
        : null;
    return { status: 200, body: { userTimedOut, providerUrl } };
  });
}
