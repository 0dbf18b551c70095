/** Requests for support as they are kept. */
import type { Kysely, Selectable } from "kysely";
import type { SupportRequest, SupportTopic } from "#events/entities/supportRequest.ts";
import type { Database, SupportRequestsTable } from "../db/schema.ts";
import type { Page } from "../lists/paging.ts";

export interface RequestSelection {
  readonly clientId: string;
  /** null = of all users. */
  readonly userId: string | null;
}

function selectRequests(db: Kysely<Database>, { clientId, userId }: RequestSelection) {
  const ofClient = db.selectFrom("support_requests").where("client_id", "=", clientId);
  return userId === null ? ofClient : ofClient.where("user_id", "=", userId);
}

export async function countRequests(
  db: Kysely<Database>,
  selection: RequestSelection,
  since: Date | null = null,
): Promise<number> {
  let query = selectRequests(db, selection).select((eb) => eb.fn.countAll<number>().as("count"));
  if (since) query = query.where("created_at", ">", since);
  return (await query.executeTakeFirstOrThrow()).count;
}

/** One page, the newest first. */
export async function listRequests(
  db: Kysely<Database>,
  selection: RequestSelection,
  page: Page,
): Promise<SupportRequest[]> {
  const rows = await selectRequests(db, selection)
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.size)
    .offset(page.size * page.number)
    .execute();
  return rows.map(toSupportRequest);
}

export async function addRequest(
  tx: Kysely<Database>,
  row: Omit<Selectable<SupportRequestsTable>, "mail_attempts">,
): Promise<SupportRequest> {
  await tx.insertInto("support_requests").values(row).execute();
  return toSupportRequest(row);
}

export function toSupportRequest(
  row: Omit<Selectable<SupportRequestsTable>, `mail_${string}`>,
): SupportRequest {
  return {
    id: row.id,
    username: row.username,
    // Only topics of the schema are written.
    topic: row.topic as SupportTopic,
    subject: row.subject,
    message: row.message,
    createdAt: row.created_at.toISOString(),
  };
}
