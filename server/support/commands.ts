/** Support requests: stored first, and mailed at least once if a support address is configured. */
import { randomUUID } from "node:crypto";
import type { Milliseconds } from "#events/entities/common.ts";
import {
  SUPPORT_LOG_MAX_SIZE,
  type SentSupportRequest,
  type SupportLog,
  type SupportRequest,
} from "#events/entities/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { checkSupportRequest } from "#events/rules/supportRequest.ts";
import type { CallContext } from "../callContext.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, invalidFields } from "../plugins/errors.ts";
import { lockUsers } from "../users/queries.ts";
import { addLog, addRequest, countRequests } from "./queries.ts";
import { mailDueRequests } from "./requestMail.ts";

const HOUR: Milliseconds = 3_600_000;
/** Maximum requests of a user per hour. */
const MAX_PER_HOUR = 20;

/** @throws ApiError EINVALID, ETOOLARGE or ETOOMANYREQUESTS */
export async function createRequest(
  context: CallContext,
  { log, ...request }: SentSupportRequest,
): Promise<SupportRequest> {
  const problems = checkSupportRequest(request);
  if (problems) throw invalidFields({ ...problems });
  const content = log ? contentOf(log) : null;
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
      log_size: content && content.length,
    });
    if (content) {
      await addLog(tx, { client_id: client.id, request_id: added.id, content });
    }
    const { topic, subject, logSize } = added;
    const after = { topic, subject, ...(logSize !== undefined && { logSize }) };
    await context.audit(tx, { target: added.id, after });
    return added;
  });
  services.background.run(() => mailDueRequests(app));
  return created;
}

/** @throws ApiError EINVALID or ETOOLARGE */
function contentOf({ content }: SupportLog): Buffer {
  const bytes = Buffer.from(content, "base64");
  if (bytes.length > SUPPORT_LOG_MAX_SIZE) {
    throw new ApiError("ETOOLARGE", message("support.logTooLarge", { max: SUPPORT_LOG_MAX_SIZE }));
  }
  // Node skips what is no Base64.
  if (bytes.toString("base64") !== content) {
    throw invalidFields({ log: message("support.badLog") });
  }
  return bytes;
}
