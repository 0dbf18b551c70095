/** Support requests: stored first, and mailed at least once if a support address is configured. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Milliseconds } from "#events/entities/common.ts";
import {
  REQUIRED_TEXTS,
  type SentSupportRequest,
  type SupportRequest,
} from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { checkRequiredTexts } from "#events/rules/validation.ts";
import type { CallContext } from "../callContext.ts";
import { inTransaction } from "../db/transaction.ts";
import { supportMail } from "../mail/messages.ts";
import { mailOwed } from "../mail/outbox.ts";
import { ApiError, invalidFields } from "../plugins/errors.ts";
import { contentOf } from "../supportLog/logs.ts";
import { lockUsers } from "../users/queries.ts";
import { toSupportRequest } from "./queries.ts";

const HOUR: Milliseconds = 3_600_000;
/** Maximum requests of a user per hour. */
const MAX_PER_HOUR = 20;

/** @throws ApiError EINVALID, ETOOLARGE or ETOOMANYREQUESTS */
export async function createRequest(
  context: CallContext,
  { log, ...request }: SentSupportRequest,
): Promise<SupportRequest> {
  const problems = checkRequiredTexts(request, REQUIRED_TEXTS);
  if (problems) throw invalidFields(problems);
  const content = log ? contentOf(log) : null;
  const { app, at, client, db, services, user } = context;
  const { supportEmail } = services.config;
  const created = await inTransaction(db, async (tx) => {
    // Serializes concurrent requests, so that each is counted.
    await lockUsers(tx, client.id, [user.id]);
    const { recent } = await tx
      .selectFrom("support_requests")
      .select((eb) => eb.fn.countAll<number>().as("recent"))
      .where("client_id", "=", client.id)
      .where("user_id", "=", user.id)
      .where("created_at", ">", new Date(at.getTime() - HOUR))
      .executeTakeFirstOrThrow();
    if (recent >= MAX_PER_HOUR) {
      throw new ApiError("ETOOMANYREQUESTS", message("support.tooMany", { max: MAX_PER_HOUR }));
    }
    const row = {
      client_id: client.id,
      id: randomUUID(),
      user_id: user.id,
      username: user.username,
      ...request,
      created_at: at,
      mail_to: supportEmail,
      mail_due_at: supportEmail === null ? null : at,
      log_size: content && content.length,
    };
    await tx.insertInto("support_requests").values(row).execute();
    if (content) {
      const logRow = { client_id: client.id, request_id: row.id, content };
      await tx.insertInto("support_logs").values(logRow).execute();
    }
    const stored = toSupportRequest(row);
    const { id, topic, subject, logSize } = stored;
    const after = { topic, subject, ...(logSize !== undefined && { logSize }) };
    await context.audit(tx, { target: id, after });
    return stored;
  });
  services.background.run(() => mailDueRequests(app));
  return created;
}

/** Mails the requests that are due to the support address. */
export function mailDueRequests(app: FastifyInstance): Promise<void> {
  const { db, mailer } = app.services;
  return mailOwed(app, {
    table: "support_requests",
    key: ["client_id", "id"],
    due: "mail_due_at",
    attempts: "mail_attempts",
    failure: "A request for support could not be mailed; it is tried again",
    send: async ({ mail_to: to, ...row }) => {
      const sender = await db
        .selectFrom("clients as c")
        .leftJoin("users as u", (join) => join.on("u.id", "=", row.user_id))
        .select(["c.name as clientName", "u.email as replyTo"])
        .where("c.id", "=", row.client_id)
        .executeTakeFirst();
      // The client may have been deleted since.
      if (sender) await mailer.send(supportMail(to ?? "", toSupportRequest(row), sender));
      return true;
    },
    settle: async (row) => {
      await db
        .updateTable("support_requests")
        .set({ mail_due_at: null })
        .where("client_id", "=", row.client_id)
        .where("id", "=", row.id)
        .execute();
    },
  });
}
