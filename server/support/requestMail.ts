/**
 * Requests for support on their way to the support address. What was kept is mailed at least once: a mail that fails is
 * tried again, later each time, also after a restart. Several servers share the work, as each takes a request for itself.
 */
import type { FastifyInstance } from "fastify";
import { sql, type Selectable } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { SupportRequestsTable } from "../db/schema.ts";
import { supportMail } from "../mail/messages.ts";
import { toSupportRequest } from "./supportQueries.ts";

/** Longer than a mail may take: until then nobody else takes the request. Each further attempt waits twice as long. */
const FIRST_DELAY: Milliseconds = 120_000;
const LONGEST_DELAY: Milliseconds = 3_600_000;
/** How often a server looks for requests whose mail failed. */
export const MAIL_RETRY_INTERVAL: Milliseconds = 60_000;

type DueRequest = Selectable<SupportRequestsTable> & {
  readonly client_name: string;
  readonly email: string | null;
};

/** Mails the requests that are due, one after the other. Failures are logged and tried again later. */
export async function mailDueRequests(app: FastifyInstance): Promise<void> {
  const { mailer } = app.services;
  for (;;) {
    const due = await takeDue(app);
    if (!due) return;
    const { client_name: clientName, email: replyTo } = due;
    try {
      const request = toSupportRequest(due);
      await mailer.send(supportMail(due.mail_to ?? "", request, { clientName, replyTo }));
    } catch (error) {
      app.log.error(error, "A request for support could not be mailed; it is tried again");
      continue;
    }
    await app.services.db
      .updateTable("support_requests")
      .set({ mail_due_at: null })
      .where("client_id", "=", due.client_id)
      .where("id", "=", due.id)
      .execute();
  }
}

/** The request that is due longest; until it is due again it is the taker's. */
async function takeDue({ services }: FastifyInstance): Promise<DueRequest | null> {
  const now = services.now();
  const { rows } = await sql<DueRequest>`
    update support_requests r set
      mail_attempts = r.mail_attempts + 1,
      mail_due_at = ${now}::timestamptz + make_interval(secs =>
        least(${FIRST_DELAY} * power(2, least(r.mail_attempts, 10)), ${LONGEST_DELAY}) / 1000.0)
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
