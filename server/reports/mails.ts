/** Mails with links to scheduled reports. They are queued together with the report, so that none is lost. */
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { ReportKind } from "#events/entities/report.ts";
import { baseUrl } from "../auth/links.ts";
import type { Database, Row } from "../db/schema.ts";
import { reportMail } from "../mail/messages.ts";
import { mailOwed, nextAttempt } from "../mail/outbox.ts";
import { findRecipients } from "./queries.ts";

/** A mail is given up after this many attempts, about eight hours. */
const ATTEMPTS_MAX = 12;

/** Queues the mails of a report that a schedule started; none if the schedule was deleted. */
export async function oweMails(
  tx: Kysely<Database>,
  { client_id, id, schedule_id }: Row<"reports">,
  at: Date,
): Promise<void> {
  if (schedule_id === null) return;
  await sql`
    insert into report_mails (client_id, report_id, user_id, language, due_at)
    select s.client_id, ${id}::uuid, u.id, s.language, ${at}
    from report_schedules s cross join lateral unnest(s.recipients) as u (id)
    where s.client_id = ${client_id} and s.id = ${schedule_id}
  `.execute(tx);
}

interface Owed {
  readonly client_id: string;
  readonly id: string;
  readonly report_id: string;
  readonly user_id: string;
  readonly language: Language;
  readonly attempts: number;
  /** null if the report was deleted. */
  readonly kind: ReportKind | null;
}

/** Sends the queued mails one after the other. */
export function mailOwedReports(app: FastifyInstance): void {
  const { background, db, mailer } = app.services;
  background.runInTurn("reports", () =>
    mailOwed<Owed>(app, {
      failure: "A mail about a report could not be sent; it is tried again",
      take: () => takeDue(app),
      send: async ({ client_id, report_id, user_id, language, kind, attempts }) => {
        // The user may have lost the address or the permission since the schedule was made.
        const [recipient] = await findRecipients(db, client_id, [user_id]);
        if (!recipient || kind === null || attempts > ATTEMPTS_MAX) return true;
        const link = `${baseUrl(app)}/reports/${report_id}`;
        await mailer.send(reportMail(recipient, { kind, link }, language));
        return true;
      },
      settle: async ({ client_id, id }) => {
        await db
          .deleteFrom("report_mails")
          .where("client_id", "=", client_id)
          .where("id", "=", id)
          .execute();
      },
    }),
  );
}

async function takeDue({ services }: FastifyInstance): Promise<Owed | null> {
  const now = services.now();
  const { rows } = await sql<Owed>`
    update report_mails m set
      attempts = m.attempts + 1,
      due_at = ${nextAttempt(now, sql`m.attempts`)}
    where (m.client_id, m.id) in (
      select client_id, id from report_mails
      where due_at <= ${now} order by due_at, id limit 1 for update skip locked
    )
    returning m.client_id, m.id, m.report_id, m.user_id, m.language, m.attempts, (
      select r.kind from reports r where r.client_id = m.client_id and r.id = m.report_id
    ) as kind
  `.execute(services.db);
  return rows[0] ?? null;
}
