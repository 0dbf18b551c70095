/** Mails of support requests to the support address. */
import type { FastifyInstance } from "fastify";
import { sql, type Selectable } from "kysely";
import type { SupportRequestsTable } from "../db/schema.ts";
import { supportMail } from "../mail/messages.ts";
import { mailOwed, nextAttempt } from "../mail/outbox.ts";
import { toSupportRequest } from "./queries.ts";

type DueRequest = Selectable<SupportRequestsTable> & {
  readonly client_name: string;
  readonly email: string | null;
};

/** Mails the requests that are due. */
export function mailDueRequests(app: FastifyInstance): Promise<void> {
  const { db, mailer } = app.services;
  return mailOwed(app, {
    failure: "A request for support could not be mailed; it is tried again",
    take: () => takeDue(app),
    send: async (due) => {
      const { client_name: clientName, email: replyTo } = due;
      const request = toSupportRequest(due);
      await mailer.send(supportMail(due.mail_to ?? "", request, { clientName, replyTo }));
      return true;
    },
    settle: async (due) => {
      await db
        .updateTable("support_requests")
        .set({ mail_due_at: null })
        .where("client_id", "=", due.client_id)
        .where("id", "=", due.id)
        .execute();
    },
  });
}

/** Takes the request that is due longest, exclusively until it is due again. */
async function takeDue({ services }: FastifyInstance): Promise<DueRequest | null> {
  const now = services.now();
  const { rows } = await sql<DueRequest>`
    update support_requests r set
      mail_attempts = r.mail_attempts + 1,
      mail_due_at = ${nextAttempt(now, sql`r.mail_attempts`)}
    from clients c
    where c.id = r.client_id and (r.client_id, r.id) in (
      select client_id, id from support_requests
      where mail_due_at <= ${now} order by mail_due_at limit 1 for update skip locked
    )
    returning r.*, c.name as client_name,
      (select email from users where users.id = r.user_id) as email
  `.execute(services.db);
  return rows[0] ?? null;
}
