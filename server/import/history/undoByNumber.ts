/** The undo of an import by the command. */
import type { Kysely } from "kysely";
import { recordAudit } from "../../audit/audit.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { ApiError } from "../../plugins/errors.ts";
import { findClient, holdImports } from "../clientStage.ts";
import { ImportError } from "../errors.ts";
import { undoImport } from "./undoImport.ts";

export interface UndoneImport {
  /** Its name. */
  readonly client: string;
  readonly no: number;
  /** How many records it had changed. */
  readonly changes: number;
}

/** @throws ImportError ENOTUNDOABLE, with what depends on the import. */
export async function undoByNumber(
  db: Kysely<Database>,
  {
    client: name,
    no,
    runBy,
  }: { readonly client: string | undefined; readonly no: number; readonly runBy: string },
): Promise<UndoneImport> {
  const at = new Date();
  try {
    return await inTransaction(db, async (tx) => {
      await holdImports(tx);
      const client = await findClient(tx, name);
      const found =
        client.id !== null &&
        (await tx
          .selectFrom("import_history")
          .select(["client_id", "id"])
          .where("client_id", "=", client.id)
          .where("no", "=", no)
          .executeTakeFirst());
      if (!found) {
        const text = `There is no import ${no} into ${client.name}. Nothing was changed.`;
        throw new ImportError("ENOTUNDOABLE", text);
      }
      const place = { clientId: found.client_id, importId: found.id };
      const { changes } = await undoImport(tx, { ...place, at, actor: runBy });
      await recordAudit(tx, {
        at,
        actor: null,
        clientId: place.clientId,
        call: "server/importUndone",
        target: place.importId,
        after: { no, changes, runBy },
      });
      return { client: client.name, no, changes };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ImportError("ENOTUNDOABLE", `${error.message} Nothing was changed.`);
  }
}
