/** The row of an import in the history of its client. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../db/schema.ts";
import { COUNTED, type ImportResult } from "../types.ts";

export interface WrittenImport {
  readonly clientId: string;
  readonly importId: string;
  readonly at: Date;
  readonly actor: string;
  readonly byCommand: boolean;
}

/**
 * Call it while no other import is written.
 *
 * @returns the number of the import; null if it changed nothing. It may change records that it counts as unchanged: people who
 *   were ended or created by hand, and interim entitlements.
 */
export async function recordHistory(
  tx: Transaction<Database>,
  { clientId, importId, at, actor, byCommand }: WrittenImport,
  result: Omit<ImportResult, "accessGranted" | "importNo">,
): Promise<number | null> {
  const counts = Object.fromEntries(COUNTED.map((kind) => [kind, result[kind]]));
  const mode = result.mode === "replace" ? "replace" : "merge";
  const { rows } = await sql<{ no: number }>`
    insert into import_history (client_id, id, no, at, actor, by_command, mode, counts, changes)
    select ${clientId}::uuid, ${importId}::uuid,
      (select coalesce(max(no), 0) + 1 from import_history where client_id = ${clientId}),
      ${at}, ${actor}, ${byCommand}, ${mode}, ${JSON.stringify(counts)}::jsonb, own.changes
    from (
      select count(*)::integer as changes from import_changes
      where client_id = ${clientId} and import_id = ${importId}
    ) as own
    where ${result.changed} or own.changes > 0
    returning no
  `.execute(tx);
  return rows[0]?.no ?? null;
}
