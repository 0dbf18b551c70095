/** Activating an account and confirming an address. */
import { message } from "#events/messages/message.ts";
import { checkName } from "#events/rules/users.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { ApiError, invalid } from "../../plugins/errors.ts";
import { writeListed } from "../../users/listedUsers.ts";
import { findTokenHolder, revokeTokens, takeToken } from "../accountTokens.ts";
import { requireGoodPassword } from "../password/choice.ts";
import { hashPassword, requirePasswords } from "../password/hashing.ts";
import { findUserByName } from "../queries.ts";
import { endSessionsOfUser } from "../session/queries.ts";
import { ACTIVATED, activated } from "./activated.ts";

interface Activation {
  readonly givenName: string;
  readonly familyName: string;
  readonly password: string;
}

/**
 * @returns the username.
 * @throws ApiError EINVALID, EBADTOKEN or EFORBIDDEN
 */
export async function activateAccount(
  context: CallContext,
  token: string,
  { givenName, familyName, password }: Activation,
): Promise<string> {
  const { at, db, services } = context;
  requirePasswords(services.config);
  for (const [field, name, label] of [
    ["givenName", givenName, "labels.givenName"],
    ["familyName", familyName, "labels.familyName"],
  ] as const) {
    const problem = checkName(name, label);
    if (problem) throw invalid(`/body/${field}`, problem);
  }
  const { username } = await findTokenHolder(db, { token, purpose: "verify", now: at });
  const found = await findUserByName(db, username);
  // A link that only confirms an address must not set a password.
  if (!found || found.user.onboarded) {
    throw new ApiError("EBADTOKEN", message("accounts.alreadyActive"));
  }
  requireGoodPassword(password, { ...found.user, givenName, familyName }, "/body/password");
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (tx) => {
    const holder = await takeToken(tx, { token, purpose: "verify", now: at });
    await tx
      .updateTable("users")
      .set((eb) => ({
        given_name: givenName.trim(),
        family_name: familyName.trim(),
        password_hash: passwordHash,
        email_verified_at: at,
        ...activated(eb),
      }))
      .where("id", "=", holder.id)
      .execute();
    await writeListed(tx, [holder.id]);
    await endSessionsOfUser(tx, holder.id);
    await revokeTokens(tx, holder.id, "reset");
    await context.audit(tx, { actor: holder, target: holder.id, after: ACTIVATED });
    return holder.username;
  });
}

/**
 * Confirms the address that the token was sent to. Without passwords, this also activates the account.
 *
 * @returns the username.
 * @throws ApiError EBADTOKEN
 */
export async function confirmEmail(context: CallContext, token: string): Promise<string> {
  const { at, db, services } = context;
  return inTransaction(db, async (tx) => {
    const holder = await takeToken(tx, { token, purpose: "verify", now: at });
    const becomesActive = !holder.onboarded;
    if (becomesActive && services.config.passwordSignIn) {
      throw new ApiError("EBADTOKEN", message("accounts.notActive"));
    }
    await tx
      .updateTable("users")
      .set((eb) => ({ email_verified_at: at, ...(becomesActive && activated(eb)) }))
      .where("id", "=", holder.id)
      .execute();
    const after = becomesActive ? { after: ACTIVATED } : {};
    await context.audit(tx, { actor: holder, target: holder.id, ...after });
    return holder.username;
  });
}
