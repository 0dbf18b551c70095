/** Accounts that are activated, and addresses that are confirmed, by the token of an e-mail. */
import type { FastifyInstance } from "fastify";
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import { checkName } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { ApiError, invalid } from "../plugins/errors.ts";
import { writeMissingKeys } from "../users/searchKeys.ts";
import { findTokenHolder, revokeTokens, takeToken } from "./accountTokens.ts";
import { ACTIVATED, activated } from "./activated.ts";
import { requireGoodPassword } from "./passwordChoice.ts";
import { hashPassword, requirePasswords } from "./passwords.ts";
import { endSessionsOfUser } from "./sessions.ts";
import { findUserByName } from "./userQueries.ts";

const TOKENS = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } };

export function mountActivationCalls(app: FastifyInstance): void {
  const { config, db, now } = app.services;

  mountCall(
    app,
    verifyToken,
    async ({ query: { verificationToken: token } }) => {
      const { username } = await findTokenHolder(db, { token, purpose: "verify", now: now() });
      const found = await findUserByName(db, username);
      if (!found) throw new ApiError("EBADTOKEN", message("accounts.deadLink"));
      return { status: 200, body: found.user };
    },
    TOKENS,
  );

  mountCall(
    app,
    activateUser,
    async ({ query: { verificationToken: token }, body }) => {
      requirePasswords(config);
      for (const [field, label] of [
        ["givenName", "labels.givenName"],
        ["familyName", "labels.familyName"],
      ] as const) {
        const problem = checkName(body[field], label);
        if (problem) throw invalid(`/body/${field}`, problem);
      }
      const at = now();
      const { username: name } = await findTokenHolder(db, { token, purpose: "verify", now: at });
      const found = await findUserByName(db, name);
      // A link that only confirms an address must not set a password.
      if (!found || found.user.onboarded) {
        throw new ApiError("EBADTOKEN", message("accounts.alreadyActive"));
      }
      const { givenName, familyName } = body;
      requireGoodPassword(
        body.password,
        { ...found.user, givenName, familyName },
        "/body/password",
      );
      const passwordHash = await hashPassword(body.password);
      const username = await inTransaction(db, async (tx) => {
        const holder = await takeToken(tx, { token, purpose: "verify", now: at });
        await tx
          .updateTable("users")
          .set((eb) => ({
            given_name: body.givenName.trim(),
            family_name: body.familyName.trim(),
            password_hash: passwordHash,
            email_verified_at: at,
            ...activated(eb),
          }))
          .where("id", "=", holder.id)
          .execute();
        await writeMissingKeys(tx, [holder.id]);
        await endSessionsOfUser(tx, holder.id);
        await revokeTokens(tx, holder.id, "reset");
        await recordAudit(tx, {
          at,
          actor: holder,
          clientId: null,
          call: activateUser.name,
          target: holder.id,
          after: ACTIVATED,
        });
        return holder.username;
      });
      return { status: 200, body: { username } };
    },
    TOKENS,
  );

  mountCall(
    app,
    verifyEmail,
    async ({ body: { token } }) => {
      const at = now();
      const username = await inTransaction(db, async (tx) => {
        const holder = await takeToken(tx, { token, purpose: "verify", now: at });
        // Where there are no passwords to choose, an account is active with its address.
        if (!holder.onboarded && config.passwordSignIn) {
          throw new ApiError("EBADTOKEN", message("accounts.notActive"));
        }
        await tx
          .updateTable("users")
          .set((eb) => ({
            email_verified_at: at,
            ...(!holder.onboarded && activated(eb)),
          }))
          .where("id", "=", holder.id)
          .execute();
        await recordAudit(tx, {
          at,
          actor: holder,
          clientId: null,
          call: verifyEmail.name,
          target: holder.id,
          ...(!holder.onboarded && { after: ACTIVATED }),
        });
        return holder.username;
      });
      return { status: 200, body: { username } };
    },
    TOKENS,
  );
}
