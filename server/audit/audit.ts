/** The audit trail: who changed what by which call. A row is written in the transaction of the change. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";

export interface AuditEntry {
  readonly at: Date;
  /** null for changes of the server itself. */
  readonly actor: { readonly id: string; readonly username: string } | null;
  readonly clientId: string | null;
  /** The name of the call or of the server's operation. */
  readonly call: string;
  /** The id of the changed thing. */
  readonly target?: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

export async function recordAudit(tx: Kysely<Database>, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry]);
}

export async function recordAudits(
  tx: Kysely<Database>,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto("audit")
    .values(
      entries.map((entry) => ({
        id: randomUUID(),
        at: entry.at,
        client_id: entry.clientId,
        actor_id: entry.actor?.id ?? null,
        actor: entry.actor?.username ?? "system",
        call: entry.call,
        target: entry.target ?? null,
        before: toJson(entry.before),
        after: toJson(entry.after),
      })),
    )
    .execute();
}

function toJson(value: JsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
