/** Activates accounts and confirms addresses by the token of an e-mail. */
import type { FastifyInstance } from "fastify";
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import { message } from "#events/messages/message.ts";
import { mountCall } from "../../mount.ts";
import { ApiError } from "../../plugins/errors.ts";
import { findTokenHolder } from "../accountTokens.ts";
import { findUserByName } from "../queries.ts";
import { activateAccount, confirmEmail } from "./commands.ts";

const TOKENS = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } };

export function mountActivation(app: FastifyInstance): void {
  mountCall(
    app,
    verifyToken,
    async ({ query: { verificationToken: token } }, { at, db }) => {
      const { username } = await findTokenHolder(db, { token, purpose: "verify", now: at });
      const found = await findUserByName(db, username);
      if (!found) throw new ApiError("EBADTOKEN", message("accounts.deadLink"));
      return { status: 200, body: found.user };
    },
    TOKENS,
  );

  mountCall(
    app,
    activateUser,
    async ({ query: { verificationToken }, body }, context) => ({
      status: 200,
      body: { username: await activateAccount(context, verificationToken, body) },
    }),
    TOKENS,
  );

  mountCall(
    app,
    verifyEmail,
    async ({ body: { token } }, context) => ({
      status: 200,
      body: { username: await confirmEmail(context, token) },
    }),
    TOKENS,
  );
}
