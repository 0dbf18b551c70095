/** Passwords that are forgotten, reset by a link, or changed. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  updatePassword,
} from "#events/calls/password.ts";
import { checkEmail } from "#events/rules/email.ts";
import { CSRF_HEADER, decodeRedirectPath } from "#events/rules/session.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { passwordChangedMail, resetMail } from "../mail/messages.ts";
import { mountCall } from "../mount.ts";
import { ApiError, invalid } from "../plugins/errors.ts";
import { findTokenHolder, issueToken, revokeTokens, takeToken } from "./accountTokens.ts";
import { ACTIVATED, activated } from "./activated.ts";
import type { Attempts } from "./loginThrottle.ts";
import { linkTo } from "./links.ts";
import { requireGoodPassword } from "./passwordChoice.ts";
import { hashPassword, requirePasswords, verifyPassword } from "./passwords.ts";
import { endSession, endSessionsOfUser, newCookie, sendCookie, startSession } from "./sessions.ts";
import { findUserByName, hasEmail, usernameKey } from "./userQueries.ts";

const MINUTE = 60_000;
/** Links that are asked for an e-mail address, whether somebody has it or not, and by one address of the network. */
const LINKS_PER_EMAIL = { max: 5, timeWindow: 15 * MINUTE };
const LINKS_PER_ADDRESS = { max: 60, timeWindow: 15 * MINUTE };
/** Tokens that an address of the network tries: hashing passwords costs memory and time. */
const TOKENS = { max: 60, timeWindow: MINUTE };
/** Accounts that share an e-mail address and are each sent a link. */
const MAX_ACCOUNTS = 5;

interface LinkWanted {
  /** The name of the call. */
  readonly call: string;
  readonly landingPage: string | null;
  readonly language: Language;
}

export function mountPasswordCalls(app: FastifyInstance, attempts: Attempts): void {
  const { db, config, csrf, now, mailer, background } = app.services;
  const links = app.createRateLimit({
    ...LINKS_PER_EMAIL,
    keyGenerator: (request) => emailOf(request),
  });

  async function countLink(request: FastifyRequest): Promise<void> {
    const state = await links(request);
    if (!state.isAllowed && state.isExceeded) {
      throw new ApiError("ETOOMANYREQUESTS", message("accounts.tooManyLinks"));
    }
  }

  /** @returns false where the address is not the user's any more. */
  async function mailLink(
    user: { readonly id: string; readonly username: string; readonly email: string },
    { call, landingPage, language }: LinkWanted,
  ): Promise<boolean> {
    const at = now();
    const { id: userId, email } = user;
    const token = await inTransaction(db, async (tx) => {
      const wanted = { userId, email, purpose: "reset", now: at, landingPage } as const;
      const issued = await issueToken(tx, wanted);
      if (issued === null) return null;
      await recordAudit(tx, { at, actor: null, clientId: null, call, target: userId });
      return issued;
    });
    if (token === null) return false;
    await mailer.send(resetMail(user, linkTo(app, "/reset-password", { token }), language));
    return true;
  }

  mountCall(
    app,
    forgotPassword,
    async ({ body: { email } }, { request, language }) => {
      requirePasswords(config);
      const problem = checkEmail(email.trim());
      if (problem) throw invalid("/body/email", problem);
      await countLink(request);
      // Nothing of this is waited for: the answer is the same, and as quick, whether there is an account or not.
      background.run(async () => {
        for (const user of await findUsersByEmail(db, email)) {
          await mailLink(user, { call: forgotPassword.name, landingPage: null, language });
        }
      });
      return { status: 200, body: {} };
    },
    { config: { rateLimit: LINKS_PER_ADDRESS } },
  );

  mountCall(
    app,
    checkResetToken,
    async ({ body: { token } }) => {
      const { username } = await findTokenHolder(db, { token, purpose: "reset", now: now() });
      return { status: 200, body: { username } };
    },
    { config: { rateLimit: TOKENS } },
  );

  mountCall(
    app,
    resetPassword,
    async ({ body: { token, newPassword } }, { reply, cookie, language }) => {
      requirePasswords(config);
      const at = now();
      const { username } = await findTokenHolder(db, { token, purpose: "reset", now: at });
      const found = await findUserByName(db, username);
      // Renamed meanwhile.
      if (!found) throw new ApiError("EBADTOKEN", message("accounts.changed"));
      requireGoodPassword(newPassword, found.user, "/body/newPassword");
      const passwordHash = await hashPassword(newPassword);
      const holder = await inTransaction(db, async (tx) => {
        const taken = await takeToken(tx, { token, purpose: "reset", now: at });
        // The link came to the user's address, which is thereby confirmed; with a password the account is active.
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
        // The browser may be somebody else's who is signed in: it loses the cookie of that session.
        if (cookie) await endSession(tx, cookie);
        await revokeTokens(tx, taken.id, "verify");
        await recordAudit(tx, {
          at,
          actor: taken,
          clientId: null,
          call: resetPassword.name,
          target: taken.id,
          ...(!taken.onboarded && { after: ACTIVATED }),
        });
        return taken;
      });
      if (cookie) {
        const fresh = newCookie();
        sendCookie(reply, fresh, config.behindTls);
        reply.header(CSRF_HEADER, csrf.tokenOf(fresh));
      }
      tellOfChange(holder.id, language);
      return { status: 200, body: { landingPage: holder.landingPage } };
    },
    { config: { rateLimit: TOKENS } },
  );

  mountCall(app, changePassword, async ({ body }, { user, request, language }) => {
    requirePasswords(config);
    const { email } = user;
    if (email === null) {
      throw new ApiError("EINVALID", message("accounts.noEmail"));
    }
    await countLink(request);
    const landingPage = decodeRedirectPath(body.landingPage);
    const wanted = { call: changePassword.name, landingPage, language };
    if (!(await mailLink({ ...user, email }, wanted))) {
      throw new ApiError("ECONFLICT", message("accounts.emailChanged"));
    }
    return { status: 200, body: {} };
  });

  mountCall(app, updatePassword, async ({ body }, { user, request, reply, language }) => {
    requirePasswords(config);
    if (usernameKey(body.username) !== usernameKey(user.username)) {
      throw invalid("/body/username", message("values.notYourOwn"));
    }
    requireGoodPassword(body.newPassword, user, "/body/newPassword");
    const refusal = new ApiError("EBADCREDENTIALS", message("accounts.badPassword"));
    const currentHash = await attempts.try(
      request,
      reply,
      async () => {
        const hash = (await findUserByName(db, user.username))?.passwordHash ?? null;
        return (await verifyPassword(hash, body.password)) ? hash : null;
      },
      refusal,
    );
    const passwordHash = await hashPassword(body.newPassword);
    const at = now();
    const cookie = newCookie();
    await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("users")
        .set({ password_hash: passwordHash })
        .where("id", "=", user.id)
        .where("password_hash", "=", currentHash)
        .where("archived", "=", false)
        .executeTakeFirstOrThrow();
      // Another one was chosen meanwhile, by a link that was mailed to whose account it is.
      if (numUpdatedRows !== 1n) throw refusal;
      await endSessionsOfUser(tx, user.id);
      await revokeTokens(tx, user.id, "reset");
      await startSession(tx, {
        cookie,
        userId: user.id,
        now: at,
        length: config.sessionLength,
        userAgent: request.headers["user-agent"],
        address: request.ip,
      });
      await recordAudit(tx, {
        at,
        actor: user,
        clientId: null,
        call: updatePassword.name,
        target: user.id,
      });
    });
    sendCookie(reply, cookie, config.behindTls);
    reply.header(CSRF_HEADER, csrf.tokenOf(cookie));
    tellOfChange(user.id, language);
    return { status: 200, body: {} };
  });

  function tellOfChange(userId: string, language: Language): void {
    background.run(async () => {
      const user = await db
        .selectFrom("users")
        .select(["username", "email"])
        .where("id", "=", userId)
        .executeTakeFirst();
      if (!user?.email) return;
      await mailer.send(passwordChangedMail({ ...user, email: user.email }, language));
    });
  }
}

async function findUsersByEmail(db: Kysely<Database>, email: string) {
  const rows = await db
    .selectFrom("users")
    .select(["id", "username", "email"])
    .where(hasEmail(email))
    .where("archived", "=", false)
    // Accounts that somebody else makes with the address are newer, and nobody has confirmed it for them.
    .orderBy(({ eb }) => eb("email_verified_at", "is", null))
    .orderBy("created_at")
    .orderBy("username_key")
    .limit(MAX_ACCOUNTS)
    .execute();
  return rows.flatMap(({ email: to, ...user }) => (to === null ? [] : [{ ...user, email: to }]));
}

/** The address that a link is asked for: the one of the body, or the signed-in user's. */
function emailOf(request: FastifyRequest): string {
  const body = request.body as { readonly email?: string } | null;
  return (body?.email ?? request.access?.user?.email ?? "").trim().toLowerCase();
}
