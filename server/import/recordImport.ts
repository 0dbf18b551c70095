/** What an import leaves behind beside the directory: an audit row, and no mining report that it made stale. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { COUNTED, type ImportResult } from "./types.ts";

export async function recordImport(
  tx: Transaction<Database>,
  clientId: string,
  actor: string,
  result: ImportResult,
): Promise<void> {
  await tx.deleteFrom("mining_report_parts").where("client_id", "=", clientId).execute();
  await tx.deleteFrom("mining_reports").where("client_id", "=", clientId).execute();
  const counts = Object.fromEntries(COUNTED.map((name) => [name, result[name]]));
  await tx
    .insertInto("audit")
    .values({
      client_id: clientId,
      id: randomUUID(),
      at: new Date(),
      actor_id: null,
      actor,
      call: "import",
      target: clientId,
      before: null,
      after: JSON.stringify({ mode: result.mode, clientCreated: result.client.created, ...counts }),
    })
    .execute();
}
