/**
 * Mails that notify the owner of an account or of a system of a change, or the owners of a client of systems that are set up.
 * They are queued in the transaction of the change, so that none is lost.
 */
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { Database } from "../db/schema.ts";
import { noticeMail } from "./messages.ts";
import { mailOwed, nextAttempt } from "./outbox.ts";
import type { NoticeKind } from "./texts.ts";

/** A notice is given up after this many attempts, about eight hours. */
const ATTEMPTS_MAX = 12;

export interface Notice {
  readonly kind: NoticeKind;
  readonly email: string;
  readonly username: string;
  /** Names of systems, one per line; empty for other kinds. */
  readonly systems: string;
}

/** Does nothing for an account without an address. */
export function noticesFor(
  { email, username }: { readonly email: string | null; readonly username: string },
  kind: NoticeKind,
  systems = "",
): Notice[] {
  return email === null ? [] : [{ email, username, kind, systems }];
}

/** Notifies a user's previous address of its replacement. */
export function addressNotices(
  before: { readonly email: string | null },
  { email, username }: { readonly email: string | null; readonly username: string },
): Notice[] {
  return before.email === email
    ? []
    : noticesFor({ email: before.email, username }, "addressChanged");
}

export async function oweNotices(
  tx: Kysely<Database>,
  notices: readonly Notice[],
  { language, at }: { readonly language: Language; readonly at: Date },
): Promise<void> {
  if (notices.length === 0) return;
  await tx
    .insertInto("notices_owed")
    .values(notices.map((notice) => ({ ...notice, language, due_at: at })))
    .execute();
}

interface Owed extends Notice {
  readonly id: string;
  readonly language: Language;
}

/** Sends the queued mails one after the other. */
export function mailOwedNotices(app: FastifyInstance): void {
  const { background, db, mailer } = app.services;
  background.runInTurn("notices", () =>
    mailOwed<Owed>(app, {
      failure: "A notice of a changed account could not be sent; it is tried again",
      take: () => takeDue(app),
      send: async ({ language, ...notice }) => {
        await mailer.send(noticeMail(notice, language));
        return true;
      },
      settle: async ({ id }) => {
        await db.deleteFrom("notices_owed").where("id", "=", id).execute();
      },
    }),
  );
}

async function takeDue({ log, services }: FastifyInstance): Promise<Owed | null> {
  const now = services.now();
  const givenUp = await services.db
    .deleteFrom("notices_owed")
    .where("attempts", ">=", ATTEMPTS_MAX)
    .where("due_at", "<=", now)
    .returning(["id", "kind"])
    .execute();
  for (const { kind } of givenUp) log.error({ kind }, "A notice of a changed account was given up");
  const { rows } = await sql<Owed>`
    update notices_owed n set
      attempts = n.attempts + 1,
      due_at = ${nextAttempt(now, sql`n.attempts`)}
    where n.id in (
      select id from notices_owed
      where due_at <= ${now} order by due_at, id limit 1 for update skip locked
    )
    returning n.id, n.kind, n.email, n.username, n.systems, n.language
  `.execute(services.db);
  return rows[0] ?? null;
}
