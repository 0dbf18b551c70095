/** Attached event logs say what people did, so they are kept only as long as support needs them. */
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "../db/schema.ts";

const DAY: Milliseconds = 86_400_000;

/** Deletes the logs of requests that are older. The requests stay. */
export async function removeOldLogs(db: Kysely<Database>, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * DAY);
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
