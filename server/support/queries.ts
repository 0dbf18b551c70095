/** Stored support requests. */
import { sql, type Kysely, type Selectable } from "kysely";
import type { SupportLog, SupportRequest, SupportTopic } from "#events/entities/supportRequest.ts";
import type { Database, SupportLogsTable, SupportRequestsTable } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";

type RequestRow = Omit<Selectable<SupportRequestsTable>, `mail_${string}`>;

export interface RequestSelection {
  readonly clientId: string;
  /** null = all users. */
  readonly userId: string | null;
}

const REQUESTS: List<RequestSelection, RequestRow, "createdAt"> = {
  table: "support_requests",
  alias: "r",
  key: ["id"],
  scope: ({ clientId, userId }) => [
    sql`r.client_id = ${clientId}`,
    ...(userId === null ? [] : [sql`r.user_id = ${userId}`]),
  ],
  sorts: { createdAt: [{ by: sql`r.created_at` }] },
  defaultOrder: { field: "createdAt", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, r.* from page p
    join support_requests r on r.client_id = ${clientId} and r.id = p.id`,
};

/** One page, newest first. */
export async function listRequests(
  db: Kysely<Database>,
  selection: RequestSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, REQUESTS, selection, paging);
  return { supportRequests: items.map(toSupportRequest), page };
}

/** Requests of a user in a client after a time. */
export async function countRequests(
  db: Kysely<Database>,
  { clientId, userId, since }: { clientId: string; userId: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom("support_requests")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .where("user_id", "=", userId)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function addRequest(
  tx: Kysely<Database>,
  row: Omit<Selectable<SupportRequestsTable>, "mail_attempts">,
): Promise<SupportRequest> {
  await tx.insertInto("support_requests").values(row).execute();
  return toSupportRequest(row);
}

export async function addLog(
  tx: Kysely<Database>,
  row: Selectable<SupportLogsTable>,
): Promise<void> {
  await tx.insertInto("support_logs").values(row).execute();
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

export function toSupportRequest(row: RequestRow): SupportRequest {
  return {
    id: row.id,
    username: row.username,
    // Only topics of the schema are stored.
    topic: row.topic as SupportTopic,
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at.toISOString(),
    ...(row.log_size !== null && { logSize: row.log_size }),
  };
}
