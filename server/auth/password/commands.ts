/** Mailing links for forgotten passwords, and setting new ones. */
import { message } from "#events/messages/message.ts";
import { checkEmail } from "#events/rules/email.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { passwordChangedMail, resetMail } from "../../mail/messages.ts";
import { ApiError, invalid } from "../../plugins/errors.ts";
import { findTokenHolder, issueToken, revokeTokens, takeToken } from "../accountTokens.ts";
import { ACTIVATED, activated } from "../activation/activated.ts";
import { linkTo } from "../links.ts";
import { findUserByName, usernameKey } from "../queries.ts";
import { newCookie, sendCookie } from "../session/cookies.ts";
import { endSession, endSessionsOfUser, startSession } from "../session/queries.ts";
import { requireGoodPassword } from "./choice.ts";
import { hashPassword, requirePasswords, verifyPassword } from "./hashing.ts";
import { findMailedUser, findUsersByEmail, replacePassword, type MailedUser } from "./queries.ts";

/** @throws ApiError EFORBIDDEN without passwords, EINVALID for an invalid address. */
export function requireEmail({ services }: CallContext, email: string): void {
  requirePasswords(services.config);
  const problem = checkEmail(email.trim());
  if (problem) throw invalid("/body/email", problem);
}

/** Runs in the background, so that the answer and its time are the same with and without an account. */
export function mailLinks(context: CallContext, email: string): void {
  const { db, services } = context;
  services.background.run(async () => {
    for (const user of await findUsersByEmail(db, email)) await mailLink(context, user, null);
  });
}

/** @throws ApiError EFORBIDDEN without passwords, EINVALID if the user has no address. */
export function requireOwnEmail({ services, user }: CallContext): string {
  requirePasswords(services.config);
  if (user.email !== null) return user.email;
  throw new ApiError("EINVALID", message("accounts.noEmail"));
}

/** @throws ApiError ECONFLICT if the address changed in the meantime. */
export async function mailOwnLink(
  context: CallContext,
  email: string,
  landingPage: string | null | undefined,
): Promise<void> {
  const { id, username } = context.user;
  const path = decodeRedirectPath(landingPage);
  if (await mailLink(context, { id, username, email }, path)) return;
  throw new ApiError("ECONFLICT", message("accounts.emailChanged"));
}

/** @returns false if the address is no longer the user's. */
async function mailLink(
  context: CallContext,
  user: MailedUser,
  landingPage: string | null,
): Promise<boolean> {
  const { app, db, language, services } = context;
  const { id: userId, email } = user;
  const token = await inTransaction(db, async (tx) => {
    const wanted = { userId, email, purpose: "reset", now: services.now(), landingPage } as const;
    const issued = await issueToken(tx, wanted);
    if (issued !== null) await context.audit(tx, { target: userId });
    return issued;
  });
  if (token === null) return false;
  const link = linkTo(app, "/reset-password", { token });
  await services.mailer.send(resetMail(user, link, language));
  return true;
}

/**
 * Sets a password by a link. Using the link confirms the user's address, and the password activates the account.
 *
 * @returns the user's destination path.
 * @throws ApiError EBADTOKEN, EINVALID or EFORBIDDEN
 */
export async function resetPassword(
  context: CallContext,
  { token, newPassword }: { readonly token: string; readonly newPassword: string },
): Promise<string | null> {
  const { at, cookie, db, reply, services } = context;
  requirePasswords(services.config);
  const { username } = await findTokenHolder(db, { token, purpose: "reset", now: at });
  const found = await findUserByName(db, username);
  // Renamed in the meantime.
  if (!found) throw new ApiError("EBADTOKEN", message("accounts.changed"));
  requireGoodPassword(newPassword, found.user, "/body/newPassword");
  const passwordHash = await hashPassword(newPassword);
  const holder = await inTransaction(db, async (tx) => {
    const taken = await takeToken(tx, { token, purpose: "reset", now: at });
    await tx
      .updateTable("users")
      .set((eb) => ({
        password_hash: passwordHash,
        email_verified_at: at,
        ...(!taken.onboarded && activated(eb)),
      }))
      .where("id", "=", taken.id)
      .execute();
    await endSessionsOfUser(tx, taken.id);
    // Another user may be signed in in this browser, whose session cookie is cleared.
    if (cookie) await endSession(tx, cookie);
    await revokeTokens(tx, taken.id, "verify");
    const after = taken.onboarded ? {} : { after: ACTIVATED };
    await context.audit(tx, { actor: taken, target: taken.id, ...after });
    return taken;
  });
  if (cookie) sendCookie(services, reply, newCookie());
  mailChange(context, holder.id);
  return holder.landingPage;
}

/** @throws ApiError EBADCREDENTIALS, EINVALID, ETOOMANYREQUESTS or EFORBIDDEN */
export async function updatePassword(
  context: CallContext,
  body: { readonly username: string; readonly password: string; readonly newPassword: string },
): Promise<void> {
  const { app, db, reply, request, services, user } = context;
  requirePasswords(services.config);
  if (usernameKey(body.username) !== usernameKey(user.username)) {
    throw invalid("/body/username", message("values.notYourOwn"));
  }
  requireGoodPassword(body.newPassword, user, "/body/newPassword");
  const refusal = new ApiError("EBADCREDENTIALS", message("accounts.badPassword"));
  const from = await app.loginThrottle.try(request, reply, {
    kind: "password",
    username: user.username,
    // A session identifies its user like a known device, so failed sign-ins elsewhere do not block it.
    knownAs: `user ${user.id}`,
    run: async () => {
      const hash = (await findUserByName(db, user.username))?.passwordHash ?? null;
      return (await verifyPassword(hash, body.password)) ? hash : null;
    },
    refusal,
  });
  const to = await hashPassword(body.newPassword);
  const cookie = newCookie();
  await inTransaction(db, async (tx) => {
    // A mailed link may have set another password in the meantime.
    if (!(await replacePassword(tx, { userId: user.id, from, to }))) throw refusal;
    await endSessionsOfUser(tx, user.id);
    await revokeTokens(tx, user.id, "reset");
    await startSession(tx, {
      cookie,
      userId: user.id,
      now: services.now(),
      length: services.config.sessionLength,
      userAgent: request.headers["user-agent"],
      address: request.ip,
    });
    await context.audit(tx, { target: user.id });
  });
  sendCookie(services, reply, cookie);
  mailChange(context, user.id);
}

/** Notifies the user of the new password. */
function mailChange({ db, language, services }: CallContext, userId: string): void {
  services.background.run(async () => {
    const user = await findMailedUser(db, userId);
    if (user) await services.mailer.send(passwordChangedMail(user, language));
  });
}
