/** The side effects of an import: counts, an audit row, and deletion of outdated mining reports. */
import type { Transaction } from "kysely";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import { storeCounts } from "../directory/queries.ts";
import { COUNTED, type ImportResult } from "./types.ts";

/** @param runBy the operating system user who started the import, if known. */
export async function recordImport(
  tx: Transaction<Database>,
  clientId: string,
  runBy: string | null,
  result: Omit<ImportResult, "accessGranted">,
): Promise<void> {
  await storeCounts(tx, clientId);
  // The same order as in all code that drops reports.
  await tx.deleteFrom("mining_reports").where("client_id", "=", clientId).execute();
  await tx.deleteFrom("mining_report_parts").where("client_id", "=", clientId).execute();
  await recordAudit(tx, {
    at: new Date(),
    actor: null,
    clientId,
    call: "server/directoryImported",
    target: clientId,
    after: {
      runBy,
      mode: result.mode,
      clientCreated: result.client.created,
      ...(result.client.formerName !== null && { clientFormerName: result.client.formerName }),
      ...Object.fromEntries(COUNTED.map((name) => [name, { ...result[name] }])),
    },
  });
}
