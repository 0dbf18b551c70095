/** Forgotten passwords, resets by a link, and changes. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import * as calls from "#events/calls/password.ts";
import { message } from "#events/messages/message.ts";
import { mountCall } from "../../mount.ts";
import { ApiError } from "../../plugins/errors.ts";
import { findTokenHolder } from "../accountTokens.ts";
import * as commands from "./commands.ts";

const MINUTE = 60_000;
/** Limits link requests by e-mail address, whether or not it belongs to a user, and by network address. */
const LINKS_PER_EMAIL = { max: 5, timeWindow: 15 * MINUTE };
const LINKS_PER_ADDRESS = { max: 60, timeWindow: 15 * MINUTE };
/** Limits tokens that a network address tries, because hashing passwords costs memory and time. */
const TOKENS = { max: 60, timeWindow: MINUTE };

export function mountPasswords(app: FastifyInstance): void {
  const links = app.createRateLimit({
    ...LINKS_PER_EMAIL,
    keyGenerator: (request) => emailOf(request),
  });

  /** @throws ApiError ETOOMANYREQUESTS */
  async function countLink(request: FastifyRequest): Promise<void> {
    const state = await links(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new ApiError("ETOOMANYREQUESTS", message("accounts.tooManyLinks"));
    }
  }

  mountCall(
    app,
    calls.forgotPassword,
    async ({ body: { email } }, context) => {
      commands.requireEmail(context, email);
      await countLink(context.request);
      commands.mailLinks(context, email);
      return { status: 200, body: {} };
    },
    { config: { rateLimit: LINKS_PER_ADDRESS } },
  );

  mountCall(
    app,
    calls.checkResetToken,
    async ({ body: { token } }, { at, db }) => {
      const { username } = await findTokenHolder(db, { token, purpose: "reset", now: at });
      return { status: 200, body: { username } };
    },
    { config: { rateLimit: TOKENS } },
  );

  mountCall(
    app,
    calls.resetPassword,
    async ({ body }, context) => ({
      status: 200,
      body: { landingPage: await commands.resetPassword(context, body) },
    }),
    { config: { rateLimit: TOKENS } },
  );

  mountCall(app, calls.changePassword, async ({ body }, context) => {
    const email = commands.requireOwnEmail(context);
    await countLink(context.request);
    await commands.mailOwnLink(context, email, body.landingPage);
    return { status: 200, body: {} };
  });

  mountCall(app, calls.updatePassword, async ({ body }, context) => {
    await commands.updatePassword(context, body);
    return { status: 200, body: {} };
  });
}

/** The address of a link request: the body's, or the signed-in user's. */
function emailOf(request: FastifyRequest): string {
  const body = request.body as { readonly email?: string } | null;
  return (body?.email ?? request.access?.user?.email ?? "").trim().toLowerCase();
}
