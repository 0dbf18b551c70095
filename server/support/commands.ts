/** Support requests: stored first, and mailed at least once if a support address is configured. */
import { randomUUID } from "node:crypto";
import type { Milliseconds } from "#events/entities/common.ts";
import type { NewSupportRequest, SupportRequest } from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { checkSupportRequest } from "#events/rules/supportRequest.ts";
import type { CallContext } from "../callContext.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, invalidFields } from "../plugins/errors.ts";
import { lockUsers } from "../users/queries.ts";
import { addRequest, countRequests } from "./queries.ts";
import { mailDueRequests } from "./requestMail.ts";

const HOUR: Milliseconds = 3_600_000;
/** Maximum requests of a user per hour. */
const MAX_PER_HOUR = 20;

/** @throws ApiError EINVALID or ETOOMANYREQUESTS */
export async function createRequest(
  context: CallContext,
  request: NewSupportRequest,
): Promise<SupportRequest> {
  const problems = checkSupportRequest(request);
  if (problems) throw invalidFields({ ...problems });
  const { app, at, client, db, services, user } = context;
  const { supportEmail } = services.config;
  const created = await inTransaction(db, async (tx) => {
    // Serializes concurrent requests, so that each is counted.
    await lockUsers(tx, client.id, [user.id]);
    const since = new Date(at.getTime() - HOUR);
    const recent = await countRequests(tx, { clientId: client.id, userId: user.id, since });
    if (recent >= MAX_PER_HOUR) {
      throw new ApiError("ETOOMANYREQUESTS", message("support.tooMany", { max: MAX_PER_HOUR }));
    }
    const added = await addRequest(tx, {
      client_id: client.id,
      id: randomUUID(),
      user_id: user.id,
      username: user.username,
      ...request,
      created_at: at,
      mail_to: supportEmail,
      mail_due_at: supportEmail === null ? null : at,
    });
    const after = { topic: added.topic, subject: added.subject };
    await context.audit(tx, { target: added.id, after });
    return added;
  });
  services.background.run(() => mailDueRequests(app));
  return created;
}
