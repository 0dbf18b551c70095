/** Single sign-on at the organisation's provider, and the sign-out from both. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { authenticate, beginSignOn, endSession } from "#events/calls/session.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { mountCall } from "../mount.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import type { Attempts } from "./loginThrottle.ts";
import { baseUrl } from "./links.ts";
import {
  createProvider,
  newSecrets,
  type Provider,
  SignOnRefused,
  SignOnTooWeak,
} from "./provider.ts";
import { signIn, signOut } from "./signIn.ts";
import { keepSignOn, takeSignOn } from "./ssoStates.ts";
import { findUserByClaim } from "./userQueries.ts";

/** Sign-ons that an address of the network begins or ends: each asks the provider. */
const SIGN_ONS = { config: { rateLimit: { max: 600, timeWindow: 60_000 } } };

/** Whom the provider refused, or who is no active user here; as the audit calls it. */
const FAILED_SIGN_ON = "session/authenticateFailed";

export function mountSingleSignOnCalls(app: FastifyInstance, attempts: Attempts): void {
  const { db, config, now } = app.services;
  const settings = config.singleSignOn;
  const provider = settings && createProvider(settings, now);
  /** Where the provider sends browsers back to: the sign-in screen. */
  const returnUri = () => `${baseUrl(app)}/`;

  function requireProvider(): Provider {
    if (provider) return provider;
    throw notFound("signOn.notFound");
  }

  function tell(error: unknown, log: FastifyBaseLogger): never {
    if (error instanceof SignOnTooWeak) {
      log.warn({ err: error }, "A single sign-on was too weak");
      throw new ApiError("EBADCREDENTIALS", message("signOn.tooWeak"));
    }
    if (error instanceof SignOnRefused) {
      log.warn({ err: error }, "A single sign-on was refused");
      throw new ApiError("EBADTOKEN", message("signOn.refused"));
    }
    log.error({ err: error }, "Single sign-on does not work");
    throw new ApiError(
      "EUNAVAILABLE",
      message(config.passwordSignIn ? "signOn.unreachableUsePassword" : "signOn.unreachable"),
    );
  }

  async function recordFailure(request: FastifyRequest): Promise<void> {
    await attempts.countFailure(request);
    await recordAudit(db, {
      at: now(),
      actor: null,
      clientId: null,
      call: FAILED_SIGN_ON,
      after: { address: request.ip },
    });
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
      await attempts.refuseTooMany(request, reply);
      const { secrets, path } = await takeSignOn(db, {
        state: body.state,
        cookie: cookie ?? "",
        now: now(),
      });
      const { name, idToken } = await asked
        .finish(body.auth_code, secrets, returnUri())
        .catch(async (error: unknown) => {
          if (error instanceof SignOnRefused) await recordFailure(request);
          return tell(error, request.log);
        });
      const found = name === null ? null : await findUserByClaim(db, settings?.claim ?? "", name);
      const what = found && { user: found, call: authenticate.name, idToken };
      const user = what && (await signIn(app, what, { request, reply, cookie }));
      if (!user) {
        await recordFailure(request);
        throw new ApiError("EBADCREDENTIALS", message("signOn.noUser"));
      }
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
