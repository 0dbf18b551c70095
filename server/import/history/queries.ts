/** Imports that were written and what they changed, as screens see them. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { DirectoryImport } from "#events/entities/directoryImport.ts";
import type { PastImport } from "#events/entities/importHistory.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { List } from "../../lists/list.ts";
import { matchesText } from "../../lists/sqlText.ts";
import { notFound } from "../../plugins/errors.ts";

export interface HistoryPlace {
  readonly clientId: string;
  readonly importId: string;
}

type PastRow = Row<"import_history">;

export const IMPORTS: List<{ readonly clientId: string }, PastRow, "no"> = {
  table: "import_history",
  alias: "history",
  key: ["no"],
  scope: ({ clientId }) => [sql`history.client_id = ${clientId}`],
  sorts: { no: [{ by: sql`history.no` }] },
  defaultOrder: { field: "no", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, history.* from page p
    join import_history history on history.client_id = ${clientId} and history.no = p.no`,
};

export function toPastImport(row: PastRow): PastImport {
  return {
    id: row.id,
    no: row.no,
    at: row.at.toISOString(),
    actor: row.actor,
    byCommand: row.by_command,
    mode: row.mode,
    // Only counts are stored.
    counts: row.counts as unknown as NonNullable<DirectoryImport["counts"]>,
    changes: row.changes,
    status: row.status,
    undoneBy: row.undone_by,
    undoable: row.status === "done" && !row.changes_dropped,
  };
}

/** @throws ApiError ENOTFOUND */
export async function requirePastImport(
  db: Kysely<Database>,
  place: HistoryPlace,
): Promise<PastRow> {
  const row = await selectPastImport(db, place).executeTakeFirst();
  if (!row) throw notFound("import.notFound");
  return row;
}

/** Keeps what the import changed until the transaction ends. @throws ApiError ENOTFOUND */
export async function holdPastImport(
  tx: Transaction<Database>,
  place: HistoryPlace,
): Promise<PastRow> {
  const row = await selectPastImport(tx, place).forUpdate().executeTakeFirst();
  if (!row) throw notFound("import.notFound");
  return row;
}

function selectPastImport(db: Kysely<Database>, { clientId, importId }: HistoryPlace) {
  return db
    .selectFrom("import_history")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("id", "=", importId);
}

export type ChangeRow = Row<"import_changes">;

interface ChangeSelection extends HistoryPlace {
  readonly kind?: ChangeRow["kind"] | undefined;
  readonly change?: ChangeRow["change"] | undefined;
  readonly contains?: string | undefined;
}

export const CHANGES: List<ChangeSelection, ChangeRow, "no"> = {
  table: "import_changes",
  alias: "change",
  key: ["no"],
  scope: ({ clientId, importId, kind, change }) => [
    sql`change.client_id = ${clientId}`,
    sql`change.import_id = ${importId}`,
    ...(kind === undefined ? [] : [sql`change.kind = ${kind}`]),
    ...(change === undefined ? [] : [sql`change.change = ${change}`]),
  ],
  filters: ({ contains }) => matchesText(sql`change.search_key`, contains),
  sorts: { no: [{ by: sql`change.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, importId }) => sql`
    select p.position, change.* from page p
    join import_changes change on change.client_id = ${clientId} and change.import_id = ${importId}
      and change.no = p.no`,
};
