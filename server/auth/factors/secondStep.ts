/** The second step of a sign-in: a code of an app, a recovery code or a passkey. */
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { mailOwedNotices, noticesFor, oweNotices } from "../../mail/notices.ts";
import { ApiError } from "../../plugins/errors.ts";
import { signIn } from "../session/commands.ts";
import { keepChallenge, takeChallenge, type ChallengeOf } from "./challenges.ts";
import { totpContext, withSecrets } from "./enrolment.ts";
import { authenticationOptions, verifyAuthentication } from "./passkeys.ts";
import { endPending, requirePending, type PendingSignIn } from "./pendingSignIns.ts";
import { findFactors, notePasskeyUse, noteTotpUse } from "./queries.ts";
import { takeRecoveryCode } from "./recoveryCodes.ts";
import { stepOfCode } from "./totp.ts";

/** An attacker who knows the password can try only a few of a million codes, even from many addresses. */
const ALL_DEVICES = { max: 20, window: 60 * 60_000 };

const cookieOf = ({ cookie }: CallContext) => cookie ?? "";

/** @param run returns whether the factor is correct. @throws ApiError EBADCREDENTIALS, EBADTOKEN or ETOOMANYREQUESTS */
async function attempt(
  context: CallContext,
  pending: PendingSignIn,
  refusal: ApiError,
  run: () => Promise<boolean>,
): Promise<User> {
  const { app, at, db, reply, request, services } = context;
  const { user, passwordHash } = pending;
  await app.loginThrottle.try(request, reply, {
    kind: "factor",
    username: user.username,
    knownAs: services.devices.find(request, user.id, at),
    ofAccount: ALL_DEVICES,
    run: async () => {
      if (await run()) return true;
      const after = { address: request.ip };
      await context.audit(db, { actor: null, target: user.id, after, failed: true });
      return null;
    },
    refusal,
  });
  await endPending(db, cookieOf(context));
  const signedIn = await signIn(context, { user, passwordHash });
  if (signedIn) return signedIn;
  throw new ApiError("EBADTOKEN", message("factors.expired"));
}

export async function verifyCode(context: CallContext, code: string): Promise<User> {
  const pending = await requirePending(context);
  const refusal = new ApiError("EBADCREDENTIALS", message("factors.badCode"));
  return attempt(context, pending, refusal, () =>
    /^[\d\s]*$/.test(code)
      ? isRightTotp(context, pending.user, code)
      : isRightRecoveryCode(context, pending.user, code),
  );
}

/** A code works once, and older codes are refused after it. */
async function isRightTotp(context: CallContext, user: User, code: string): Promise<boolean> {
  const { at, db, services } = context;
  for (const { id, secret } of await findFactors(db, user.id)) {
    if (secret === null) continue;
    const plain = await withSecrets(context, async () =>
      services.secrets.decrypt(secret, totpContext(user.id)),
    );
    const step = stepOfCode(plain, code, at);
    if (step !== null && (await noteTotpUse(db, { id, step, now: at }))) return true;
  }
  return false;
}

async function isRightRecoveryCode(
  context: CallContext,
  user: User,
  code: string,
): Promise<boolean> {
  const { app, db } = context;
  if (!(await takeRecoveryCode(db, user.id, code))) return false;
  await oweNotices(db, noticesFor(user, "recoveryCodeUsed"), context);
  mailOwedNotices(app);
  return true;
}

const challengeFor = (context: CallContext, user: User): ChallengeOf => ({
  cookie: cookieOf(context),
  userId: user.id,
  purpose: "signIn",
  now: context.at,
});

export async function challengePasskey(context: CallContext) {
  const { app, db } = context;
  const { user } = await requirePending(context);
  const options = await authenticationOptions(app, await findFactors(db, user.id));
  await keepChallenge(db, challengeFor(context, user), Buffer.from(options.challenge));
  return options;
}

/** The attempt uses up the challenge, whatever its outcome. */
export async function verifyPasskey(context: CallContext, credential: unknown): Promise<User> {
  const { app, at, db } = context;
  const pending = await requirePending(context);
  const { user } = pending;
  const refusal = new ApiError("EBADCREDENTIALS", message("factors.badPasskey"));
  return attempt(context, pending, refusal, async () => {
    const challenge = await takeChallenge(db, challengeFor(context, user));
    if (!challenge) return false;
    const factors = await findFactors(db, user.id);
    const used = await verifyAuthentication(app, credential, challenge.toString(), factors);
    return used !== null && (await notePasskeyUse(db, { ...used, now: at }));
  });
}
