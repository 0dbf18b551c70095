/** Mails with a link that activates an account or, if it is active, confirms its address. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { verificationMail } from "../../mail/messages.ts";
import type { Invitation } from "../../mail/texts.ts";
import { mailOwed } from "../../mail/outbox.ts";
import { issueToken } from "../accountTokens.ts";
import { linkTo } from "../links.ts";

export interface Verified {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly onboarded: boolean;
}

/** @throws Error if the mail could not be handed over or the address is no longer the user's. */
export async function sendVerification(
  app: FastifyInstance,
  user: Verified,
  { language, ...invitation }: Invitation & { readonly language: Language },
): Promise<void> {
  const { config, db, now, mailer } = app.services;
  const token = await inTransaction(db, (tx) =>
    issueToken(tx, { userId: user.id, email: user.email, purpose: "verify", now: now() }),
  );
  if (token === null) throw new Error("The user's address was changed meanwhile");
  const link = linkTo(app, "/activate", { verificationToken: token });
  const step = user.onboarded ? "confirm" : config.passwordSignIn ? "choosePassword" : "activate";
  await mailer.send(verificationMail(user, link, { language, step, ...invitation }));
}

/** The signed-in user invites to the client of the call. */
export function invitationOf({ user, client }: Pick<CallContext, "user" | "client">): Invitation {
  const name = `${user.givenName} ${user.familyName}`.trim();
  return { invitedBy: name || user.username, clientName: client.name };
}

/** Queues mails that are sent after the transaction commits. @param userIds at least one. */
export async function oweVerifications(
  tx: Kysely<Database>,
  userIds: readonly string[],
  { language, at, user, client }: Pick<CallContext, "language" | "at" | "user" | "client">,
): Promise<void> {
  const { invitedBy, clientName } = invitationOf({ user, client });
  await tx
    .insertInto("verifications_owed")
    .values(
      userIds.map((user_id) => ({
        user_id,
        language,
        invited_by: invitedBy,
        client_name: clientName,
        due_at: at,
      })),
    )
    .execute();
}

/** Sends the queued mails immediately, one after the other. */
export function mailOwedVerifications(app: FastifyInstance): void {
  const { background, db } = app.services;
  background.runInTurn("verifications", () =>
    mailOwed(app, {
      table: "verifications_owed",
      key: ["user_id"],
      due: "due_at",
      attempts: "attempts",
      failure: "A validation email could not be sent; it is tried again",
      givenUp: ({ user_id: userId }) => [
        { userId },
        "A validation email was given up; it can be sent from Edit User",
      ],
      send: async ({ user_id: id, language, invited_by: invitedBy, client_name: clientName }) => {
        const user = await db
          .selectFrom("users")
          .select(["id", "username", "email", "onboarded"])
          .where("id", "=", id)
          .where("archived", "=", false)
          .executeTakeFirst();
        // The user may have been archived or lost the address since.
        if (!user || user.email === null) return true;
        const { email } = user;
        const until = app.countMail(email);
        if (until) {
          await postpone(db, id, until);
          return false;
        }
        const invitation = { language, invitedBy, clientName };
        await sendVerification(app, { ...user, email }, invitation);
        return true;
      },
    }),
  );
}

/** Does not count an attempt that the address's limit refused, because the mail itself did not fail. */
async function postpone(db: Kysely<Database>, userId: string, until: Date): Promise<void> {
  await db
    .updateTable("verifications_owed")
    .set((eb) => ({ attempts: eb("attempts", "-", 1), due_at: until }))
    .where("user_id", "=", userId)
    .execute();
}
