/** The side effects of an import: counts, an audit row, and deletion of outdated mining reports. */
import type { Transaction } from "kysely";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import { storeCounts } from "../directory/queries.ts";
import { dropReports } from "../mining/queries.ts";
import { COUNTED, type ImportResult } from "./types.ts";

interface ImportActor {
  /** The operating system user who started the command, if known. */
  readonly runBy: string | null;
  /** The user who started the import in the browser. */
  readonly actor: { readonly id: string; readonly username: string } | null;
}

export async function recordImport(
  tx: Transaction<Database>,
  clientId: string,
  { runBy, actor }: ImportActor,
  result: Omit<ImportResult, "accessGranted">,
): Promise<void> {
  await refreshDirectory(tx, clientId);
  await recordAudit(tx, {
    at: new Date(),
    actor,
    clientId,
    call: "server/directoryImported",
    target: clientId,
    after: {
      ...(actor === null && { runBy }),
      ...(result.importNo !== null && { no: result.importNo }),
      mode: result.mode,
      clientCreated: result.client.created,
      ...(result.client.formerName !== null && { clientFormerName: result.client.formerName }),
      ...Object.fromEntries(COUNTED.map((name) => [name, { ...result[name] }])),
    },
  });
}

/** What follows every change of accounts and identities: counts, and no outdated mining reports. */
export async function refreshDirectory(tx: Transaction<Database>, clientId: string): Promise<void> {
  await storeCounts(tx, clientId);
  await dropReports(tx, clientId, null);
}
