/** Event logs of support requests. They say what people did, so they are kept only as long as support needs them. */
import { sql, type Kysely } from "kysely";
import { SUPPORT_LOG_MAX_SIZE, type SupportLog } from "#events/entities/supportLog.ts";
import { message } from "#events/messages/message.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { ApiError, invalidFields } from "../plugins/errors.ts";
import type { RequestSelection } from "../support/queries.ts";

/** @throws ApiError EINVALID or ETOOLARGE */
export function contentOf({ content }: SupportLog): Buffer {
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

/** The log of a request; null if the selection has no such request, or the request no log. */
export async function readLog(
  db: Kysely<Database>,
  { clientId, userId }: RequestSelection,
  requestId: string,
): Promise<SupportLog | null> {
  const row = await db
    .selectFrom("support_logs as l")
    .innerJoin("support_requests as r", (join) =>
      join.onRef("r.client_id", "=", "l.client_id").onRef("r.id", "=", "l.request_id"),
    )
    .select("l.content")
    .where("l.client_id", "=", clientId)
    .where("l.request_id", "=", requestId)
    .$if(userId !== null, (query) => query.where("r.user_id", "=", userId))
    .executeTakeFirst();
  // The embedded database returns bytes that are no Buffer.
  return row ? { content: Buffer.from(row.content).toString("base64") } : null;
}

/** Deletes the logs of requests that are older. The requests stay. */
export async function removeOldLogs(db: Kysely<Database>, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * DAY_MS);
  await sql`
    with removed as (
      delete from support_logs l using support_requests r
      where r.client_id = l.client_id and r.id = l.request_id and r.created_at <= ${before}
      returning l.client_id, l.request_id
    )
    update support_requests r set log_size = null from removed
    where r.client_id = removed.client_id and r.id = removed.request_id
  `.execute(db);
}
