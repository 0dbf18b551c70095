/** Starting and completing a single sign-on, and signing out of both sides. */
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { ApiError, notFound } from "../../plugins/errors.ts";
import { baseUrl } from "../links.ts";
import { findUserByClaim } from "../queries.ts";
import { signIn, signOut } from "../session/commands.ts";
import { newSecrets, SignOnRefused, SignOnTooWeak, type Provider } from "./provider.ts";
import { keepSignOn, takeSignOn } from "./queries.ts";

/** The provider's redirect address: the sign-in screen. */
const returnUri = ({ app }: CallContext) => `${baseUrl(app)}/`;

/** @throws ApiError ENOTFOUND without single sign-on. */
function requireProvider(provider: Provider | null): Provider {
  if (provider) return provider;
  throw notFound("signOn.notFound");
}

/** @returns the provider's sign-in address. */
export async function beginSso(
  context: CallContext,
  provider: Provider | null,
  path: string | null,
): Promise<string> {
  const { at, cookie, db } = context;
  const secrets = newSecrets();
  const url = await requireProvider(provider)
    .begin(secrets, returnUri(context))
    .catch((error: unknown) => refuse(context, error));
  await keepSignOn(db, { secrets, cookie: cookie ?? "", path, now: at });
  return url;
}

/**
 * @returns the user and the destination path.
 * @throws ApiError EBADTOKEN, EBADCREDENTIALS, ETOOMANYREQUESTS or EUNAVAILABLE
 */
export async function finishSso(
  context: CallContext,
  provider: Provider | null,
  { state, auth_code: code }: { readonly state: string; readonly auth_code: string },
): Promise<{ readonly user: User; readonly path: string | null }> {
  const { app, at, cookie, db, reply, request, services } = context;
  const asked = requireProvider(provider);
  await app.loginThrottle.refuseTooMany(request, reply);
  const { secrets, path } = await takeSignOn(db, { state, cookie: cookie ?? "", now: at });
  const { name, idToken } = await asked
    .finish(code, secrets, returnUri(context))
    .catch(async (error: unknown) => {
      if (error instanceof SignOnRefused) await recordFailure(context);
      return refuse(context, error);
    });
  const claim = services.config.singleSignOn?.claim ?? "";
  const found = name === null ? null : await findUserByClaim(db, claim, name);
  const user = found && (await signIn(context, { user: found, idToken }));
  if (user) return { user, path };
  await recordFailure(context);
  throw new ApiError("EBADCREDENTIALS", message("signOn.noUser"));
}

/**
 * A timeout here does not end the session at the provider, where the user may still work. Only an explicit sign-out
 * does.
 *
 * @returns the provider's sign-out address; null if there is none.
 */
export async function signOutOfBoth(
  context: CallContext,
  provider: Provider | null,
  { userTimedOut }: { readonly userTimedOut: boolean },
): Promise<string | null> {
  const { idToken } = await signOut(context, { userTimedOut });
  if (!provider || idToken === null || userTimedOut) return null;
  return provider.endAddress(idToken, returnUri(context));
}

async function recordFailure(context: CallContext): Promise<void> {
  const { app, db, request } = context;
  await app.loginThrottle.countFailure(request);
  await context.audit(db, { after: { address: request.ip }, failed: true });
}

function refuse({ request: { log }, services }: CallContext, error: unknown): never {
  if (error instanceof SignOnTooWeak) {
    log.warn({ err: error }, "A single sign-on was too weak");
    throw new ApiError("EBADCREDENTIALS", message("signOn.tooWeak"));
  }
  if (error instanceof SignOnRefused) {
    log.warn({ err: error }, "A single sign-on was refused");
    throw new ApiError("EBADTOKEN", message("signOn.refused"));
  }
  log.error({ err: error }, "Single sign-on does not work");
  const { passwordSignIn } = services.config;
  throw new ApiError(
    "EUNAVAILABLE",
    message(passwordSignIn ? "signOn.unreachableUsePassword" : "signOn.unreachable"),
  );
}
