/** Mails with links to scheduled reports. They are queued together with the report, so that none is lost. */
import type { FastifyInstance } from "fastify";
import { sql, type Kysely } from "kysely";
import { baseUrl } from "../auth/links.ts";
import type { Database, Row } from "../db/schema.ts";
import { reportMail } from "../mail/messages.ts";
import { mailOwed } from "../mail/outbox.ts";
import { findRecipients } from "./queries.ts";

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

/** Sends the queued mails one after the other. */
export function mailOwedReports(app: FastifyInstance): void {
  const { background, db, mailer } = app.services;
  background.runInTurn("reports", () =>
    mailOwed(app, {
      table: "report_mails",
      key: ["client_id", "id"],
      due: "due_at",
      attempts: "attempts",
      failure: "A mail about a report could not be sent; it is tried again",
      givenUp: ({ report_id: reportId }) => [{ reportId }, "A mail about a report was given up"],
      send: async ({ client_id: clientId, report_id: id, user_id: userId, language }) => {
        const report = await db
          .selectFrom("reports")
          .select("kind")
          .where("client_id", "=", clientId)
          .where("id", "=", id)
          .executeTakeFirst();
        // The user may have lost the address or the permission, and the report may have been deleted.
        const [recipient] = await findRecipients(db, clientId, [userId]);
        if (!recipient || !report) return true;
        const link = `${baseUrl(app)}/reports/${id}`;
        await mailer.send(reportMail(recipient, { kind: report.kind, link }, language));
        return true;
      },
    }),
  );
}
