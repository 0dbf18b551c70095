/**
 * Mails that notify the owner of an account or of a system of a change, or the owners of a client of systems that are set up.
 * They are queued in the transaction of the change, so that none is lost.
 */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { Database } from "../db/schema.ts";
import { noticeMail } from "./messages.ts";
import { mailOwed } from "./outbox.ts";
import type { NoticeKind } from "./texts.ts";

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

/** Sends the queued mails one after the other. */
export function mailOwedNotices(app: FastifyInstance): void {
  const { background, mailer } = app.services;
  background.runInTurn("notices", () =>
    mailOwed(app, {
      table: "notices_owed",
      key: ["id"],
      due: "due_at",
      attempts: "attempts",
      failure: "A notice could not be sent; it is tried again",
      givenUp: ({ kind }) => [{ kind }, "A notice was given up"],
      send: async ({ language, ...notice }) => {
        await mailer.send(noticeMail(notice, language));
        return true;
      },
    }),
  );
}
