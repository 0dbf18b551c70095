/** Setting up a factor, by a session or by a sign-in that needs one. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Factor } from "#events/entities/factor.ts";
import type { User } from "#events/entities/user.ts";
import { checkFactorName } from "#events/rules/factors.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../../db/errors.ts";
import type { Database, Row } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { mailOwedNotices, noticesFor, oweNotices } from "../../mail/notices.ts";
import { ApiError, invalid } from "../../plugins/errors.ts";
import { fixKey } from "../../secrets/secretKey.ts";
import { withSecretKey } from "../../secrets/withSecretKey.ts";
import { requireFresh } from "../session/freshness.ts";
import { signIn } from "../session/commands.ts";
import { resumeSession } from "../session/queries.ts";
import { findChallenge, keepChallenge, takeChallenge, type ChallengeOf } from "./challenges.ts";
import { registrationOptions, verifyRegistration } from "./passkeys.ts";
import { endPending, findPending, type PendingSignIn } from "./pendingSignIns.ts";
import { findFactors, holdUser, MAX_FACTORS, toFactor } from "./queries.ts";
import { makeRecoveryCodes } from "./recoveryCodes.ts";
import { describeTotp, newTotpSecret, stepOfCode } from "./totp.ts";

export interface Added {
  readonly factor: Factor;
  readonly recoveryCodes: string[] | null;
}

/** The user who sets up a factor, and how the server identified them. */
interface Enroller {
  readonly user: User;
  readonly cookie: string;
  /** null: a session. */
  readonly pending: PendingSignIn | null;
}

/** @throws ApiError EBADTOKEN, or ENOTCONFIRMED for a session whose user was identified too long ago. */
async function requireEnroller(context: CallContext): Promise<Enroller> {
  const { at, cookie, db, request, services } = context;
  if (cookie !== null) {
    const length = services.config.sessionLength;
    const user = await resumeSession(db, { cookie, now: at, length, address: request.ip });
    if (user) {
      await requireFresh(context, db);
      return { user, cookie, pending: null };
    }
    const pending = await findPending(context);
    if (pending?.enrols) return { user: pending.user, cookie, pending };
  }
  throw new ApiError("EBADTOKEN", message("factors.expired"));
}

const challengeOf = (
  { at }: CallContext,
  { user, cookie }: Enroller,
  purpose: ChallengeOf["purpose"],
): ChallengeOf => ({ cookie, userId: user.id, purpose, now: at });

/** Binds a secret to its owner, so that another user's row cannot replace it. */
export const totpContext = (userId: string) => `totp ${userId}`;

export async function beginTotp(context: CallContext) {
  const { db, services } = context;
  const enroller = await requireEnroller(context);
  const { user } = enroller;
  const secret = newTotpSecret();
  await withSecrets(context, () => fixKey(db, services.secrets));
  const sealed = services.secrets.encrypt(secret, totpContext(user.id));
  await keepChallenge(db, challengeOf(context, enroller, "totp"), sealed);
  return describeTotp(secret, user.username);
}

/** A wrong code leaves the setup unchanged. */
export async function confirmTotp(
  context: CallContext,
  { code, name }: { readonly code: string; readonly name: string },
): Promise<Added> {
  const { app, at, db, reply, request, services } = context;
  requireName(name);
  const enroller = await requireEnroller(context);
  const { user } = enroller;
  const challenge = challengeOf(context, enroller, "totp");
  const sealed = await findChallenge(db, challenge);
  if (!sealed) throw new ApiError("EBADTOKEN", message("factors.setupExpired"));
  const secret = await withSecrets(context, async () =>
    services.secrets.decrypt(sealed, totpContext(user.id)),
  );
  const step = await app.loginThrottle.try(request, reply, {
    kind: "setup",
    username: user.username,
    knownAs: `user ${user.id}`,
    run: async () => stepOfCode(secret, code, at),
    refusal: invalid("/body/code", message("factors.badCode")),
  });
  return add(context, enroller, name, async (tx) => {
    // One of two concurrent confirmations adds the factor.
    if (!(await takeChallenge(tx, challenge))) {
      throw new ApiError("EBADTOKEN", message("factors.setupExpired"));
    }
    return { kind: "totp", secret: sealed, last_step: step };
  });
}

export async function beginPasskey(context: CallContext) {
  const { app, db } = context;
  const enroller = await requireEnroller(context);
  const factors = await findFactors(db, enroller.user.id);
  const options = await registrationOptions(app, enroller.user, factors);
  const challenge = challengeOf(context, enroller, "passkey");
  await keepChallenge(db, challenge, Buffer.from(options.challenge));
  return options;
}

export async function confirmPasskey(
  context: CallContext,
  { credential, name }: { readonly credential: unknown; readonly name: string },
): Promise<Added> {
  const { app, db } = context;
  requireName(name);
  const enroller = await requireEnroller(context);
  const challenge = await takeChallenge(db, challengeOf(context, enroller, "passkey"));
  if (!challenge) throw new ApiError("EBADTOKEN", message("factors.setupExpired"));
  const passkey = await verifyRegistration(app, credential, challenge.toString());
  if (!passkey) throw new ApiError("EINVALID", message("factors.badPasskey"));
  const { credentialId, publicKey, counter, transports } = passkey;
  return add(context, enroller, name, async () => ({
    kind: "passkey",
    credential_id: credentialId,
    public_key: publicKey,
    counter,
    transports,
  }));
}

function requireName(name: string): void {
  const problem = checkFactorName(name);
  if (problem) throw invalid("/body/name", problem);
}

/** The first factor creates the recovery codes. A sign-in that needed the factor becomes a session. */
async function add(
  context: CallContext,
  { user, cookie, pending }: Enroller,
  name: string,
  rowOf: (tx: Kysely<Database>) => Promise<Partial<Row<"factors">> & Pick<Row<"factors">, "kind">>,
): Promise<Added> {
  const { app, at, db } = context;
  const added = await inTransaction(db, async (tx): Promise<Added> => {
    if (!(await holdUser(tx, user.id))) {
      throw new ApiError("EBADTOKEN", message("factors.expired"));
    }
    const others = await findFactors(tx, user.id);
    // The password alone must not allow adding a factor to a protected account.
    if (pending && others.length > 0) {
      throw new ApiError("EBADTOKEN", message("factors.expired"));
    }
    if (others.length >= MAX_FACTORS) throw new ApiError("ECONFLICT", message("factors.tooMany"));
    const row = await tx
      .insertInto("factors")
      .values({
        id: randomUUID(),
        user_id: user.id,
        name: name.trim(),
        created_at: at,
        ...(await rowOf(tx)),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const codes = others.length === 0 ? await makeRecoveryCodes(tx, user.id) : null;
    await context.audit(tx, { actor: user, target: user.id, after: { kind: row.kind } });
    await oweNotices(tx, noticesFor(user, "factorAdded"), context);
    return { factor: toFactor(row), recoveryCodes: codes && [...codes] };
  }).catch((error: unknown) => {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError("ECONFLICT", message("factors.known"));
  });
  mailOwedNotices(app);
  if (pending) {
    await endPending(db, cookie);
    const { passwordHash } = pending;
    const signedIn = await signIn(context, { user, passwordHash });
    if (!signedIn) throw new ApiError("EBADTOKEN", message("factors.expired"));
  }
  return added;
}

/** @throws ApiError EUNAVAILABLE if the secret key differs from the database's. */
export const withSecrets = <Result>(
  context: Pick<CallContext, "request">,
  task: () => Promise<Result>,
): Promise<Result> =>
  withSecretKey(
    context,
    {
      logged: "The secrets of second factors cannot be used",
      refusal: message("factors.unavailable"),
    },
    task,
  );
