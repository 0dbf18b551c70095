/** Stored support requests. */
import { sql } from "kysely";
import type { SupportRequest, SupportTopic } from "#events/entities/supportRequest.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import type { Row } from "../db/schema.ts";
import type { List } from "../lists/list.ts";
import type { Reader } from "../lists/mountList.ts";

type RequestRow = Omit<Row<"support_requests">, `mail_${string}`>;

export interface RequestSelection {
  readonly clientId: string;
  /** null = all users. */
  readonly userId: string | null;
}

/** User administrators read the requests of all users, other users their own. */
export function readableBy({ clientId, user }: Omit<Reader, "at">): RequestSelection {
  return { clientId, userId: holdsGroup(user, "EditAllUsers") ? null : user.id };
}

/** Newest first. */
export const REQUESTS: List<RequestSelection, RequestRow, "createdAt"> = {
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
