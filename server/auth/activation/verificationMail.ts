/** Mails with a link that activates an account or, if it is active, confirms its address. */
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { verificationMail } from "../../mail/messages.ts";
import { mailOwed, nextAttempt } from "../../mail/outbox.ts";
import { issueToken } from "../accountTokens.ts";
import { linkTo } from "../links.ts";

/** A mail is given up after this many attempts, about eight hours. Edit User can send it again. */
const ATTEMPTS_MAX = 12;

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
  language: Language,
): Promise<void> {
  const { config, db, now, mailer } = app.services;
  const token = await inTransaction(db, (tx) =>
    issueToken(tx, { userId: user.id, email: user.email, purpose: "verify", now: now() }),
  );
  if (token === null) throw new Error("The user's address was changed meanwhile");
  const link = linkTo(app, "/activate", { verificationToken: token });
  const choosesPassword = config.passwordSignIn && !user.onboarded;
  await mailer.send(verificationMail(user, link, { language, choosesPassword }));
}

/** Queues mails that are sent after the transaction commits. @param userIds at least one. */
export async function oweVerifications(
  tx: Kysely<Database>,
  userIds: readonly string[],
  { language, at }: { readonly language: Language; readonly at: Date },
): Promise<void> {
  await tx
    .insertInto("verifications_owed")
    .values(userIds.map((user_id) => ({ user_id, language, due_at: at })))
    .execute();
}

interface Owed extends Omit<Verified, "email"> {
  readonly email: string | null;
  readonly archived: boolean;
  readonly language: Language;
}

/** Sends the queued mails immediately, one after the other. */
export function mailOwedVerifications(app: FastifyInstance): void {
  const { background, db } = app.services;
  const work = () =>
    mailOwed<Owed>(app, {
      failure: "A validation email could not be sent; it is tried again",
      take: () => takeDue(app),
      send: async ({ email, archived, language, ...user }) => {
        // The user may have been archived or lost the address since.
        if (email === null || archived) return true;
        const until = app.countMail(email);
        if (until) {
          await postpone(db, user.id, until);
          return false;
        }
        await sendVerification(app, { ...user, email }, language);
        return true;
      },
      settle: async ({ id }) => {
        await db.deleteFrom("verifications_owed").where("user_id", "=", id).execute();
      },
    });
  background.runInTurn("verifications", work);
}

/** Does not count an attempt that the address's limit refused, because the mail itself did not fail. */
async function postpone(db: Kysely<Database>, userId: string, until: Date): Promise<void> {
  await db
    .updateTable("verifications_owed")
    .set((eb) => ({ attempts: eb("attempts", "-", 1), due_at: until }))
    .where("user_id", "=", userId)
    .execute();
}

async function takeDue({ log, services }: FastifyInstance): Promise<Owed | null> {
  const now = services.now();
  const givenUp = await services.db
    .deleteFrom("verifications_owed")
    .where("attempts", ">=", ATTEMPTS_MAX)
    .where("due_at", "<=", now)
    .returning("user_id")
    .execute();
  for (const { user_id: userId } of givenUp) {
    log.error({ userId }, "A validation email was given up; it can be sent from Edit User");
  }
  const { rows } = await sql<Owed>`
    update verifications_owed v set
      attempts = v.attempts + 1,
      due_at = ${nextAttempt(now, sql`v.attempts`)}
    from users u
    where u.id = v.user_id and v.user_id in (
      select user_id from verifications_owed
      where due_at <= ${now} order by due_at, user_id limit 1 for update skip locked
    )
    returning u.id, u.username, u.email, u.onboarded, u.archived, v.language
  `.execute(services.db);
  return rows[0] ?? null;
}
