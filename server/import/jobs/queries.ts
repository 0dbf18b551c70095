/** The rows of imports in the browser: their files, progress and rejected records. */
import { sql, type Kysely } from "kysely";
import {
  IMPORT_FILES,
  type DirectoryImport,
  type ImportFile,
  type ImportReject,
} from "#events/entities/directoryImport.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { closedImportGates } from "#events/rules/importGates.ts";
import { partsOf } from "#events/rules/directoryImport.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { List } from "../../lists/list.ts";
import { notFound } from "../../plugins/errors.ts";

/** How long ended imports are kept, and those whose files wait for a decision. */
const KEPT: Milliseconds = 30 * 24 * 3_600_000;
const MAX_WAIT: Milliseconds = 24 * 3_600_000;

export interface ImportPlace {
  readonly clientId: string;
  readonly importId: string;
}

export interface AnnouncedFile {
  readonly kind: ImportFile;
  readonly name: string;
  readonly size: number;
}

type ImportRow = Row<"directory_imports">;

/** Only a validated array is stored. */
export function filesOf({ files }: Pick<ImportRow, "files">): readonly AnnouncedFile[] {
  return files as unknown as readonly AnnouncedFile[];
}

/** Whether the plan of a check does not pass the safety gates. */
export function isGated({ counts }: Pick<ImportRow, "counts">): boolean {
  return closedImportGates(counts as DirectoryImport["counts"]).length > 0;
}

export function toImport(row: ImportRow): DirectoryImport {
  return {
    id: row.id,
    actor: row.actor,
    createdAt: row.created_at.toISOString(),
    mode: row.mode,
    status: row.status,
    phase: row.phase,
    progress: row.progress,
    files: [...filesOf(row)],
    counts: row.counts as DirectoryImport["counts"],
    hash: row.hash,
    rejected: row.rejected,
    ...warningsOf(row.warnings as readonly (Message | string)[]),
    failure: row.failure as DirectoryImport["failure"],
  };
}

/** Earlier versions stored sentences. */
function warningsOf(
  stored: readonly (Message | string)[],
): Pick<DirectoryImport, "warnings" | "notes"> {
  const notes = stored.filter((warning) => typeof warning !== "string");
  const warnings = stored.map((warning) =>
    typeof warning === "string" ? warning : renderMessage(ENGLISH, warning),
  );
  return notes.length === stored.length ? { warnings, notes } : { warnings };
}

/** The client's newest import; null before the first. */
export async function findNewest(
  db: Kysely<Database>,
  clientId: string,
): Promise<DirectoryImport | null> {
  const row = await db
    .selectFrom("directory_imports")
    .selectAll()
    .where("client_id", "=", clientId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ? toImport(row) : null;
}

/** @throws ApiError ENOTFOUND */
export async function requireImport(
  db: Kysely<Database>,
  { clientId, importId }: ImportPlace,
): Promise<ImportRow> {
  const row = await db
    .selectFrom("directory_imports")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("id", "=", importId)
    .executeTakeFirst();
  if (!row) throw notFound("import.notFound");
  return row;
}

/** Removes the client's imports that wait for a decision, and old ones. Running ones stay. */
export async function evictImports(
  tx: Kysely<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom("directory_imports")
    .where("client_id", "=", clientId)
    .where((eb) =>
      eb.or([
        eb("status", "in", ["uploading", "checked"]),
        eb.and([
          eb("status", "in", ["done", "failed", "cancelled"]),
          eb("created_at", "<", new Date(now.getTime() - KEPT)),
        ]),
      ]),
    )
    .execute();
}

/** Removes imports of all clients whose files have waited too long. */
export async function removeAbandoned(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom("directory_imports")
    .where("status", "in", ["uploading", "checked"])
    .where("created_at", "<", new Date(now.getTime() - MAX_WAIT))
    .execute();
}

/** Whether all parts of all files are stored. */
export async function isComplete(db: Kysely<Database>, row: ImportRow): Promise<boolean> {
  const stored = await db
    .selectFrom("import_parts")
    .select(["file", sql<number>`count(*)`.as("parts"), sql<number>`sum(length(body))`.as("bytes")])
    .where("client_id", "=", row.client_id)
    .where("import_id", "=", row.id)
    .groupBy("file")
    .execute();
  return filesOf(row).every(({ kind, size }) => {
    const found = stored.find(({ file }) => file === kind);
    return Number(found?.bytes) === size && Number(found?.parts) === partsOf(size);
  });
}

/** The bytes of a part. @throws Error if it is missing. */
export async function readPart(
  db: Kysely<Database>,
  { clientId, importId }: ImportPlace,
  file: ImportFile,
  part: number,
): Promise<Uint8Array> {
  const { body } = await db
    .selectFrom("import_parts")
    .select("body")
    .where("client_id", "=", clientId)
    .where("import_id", "=", importId)
    .where("file", "=", file)
    .where("part", "=", part)
    .executeTakeFirstOrThrow();
  return body;
}

/** Files are not needed once an import has ended. */
export async function discardParts(
  db: Kysely<Database>,
  { clientId, importId }: ImportPlace,
): Promise<void> {
  await db
    .deleteFrom("import_parts")
    .where("client_id", "=", clientId)
    .where("import_id", "=", importId)
    .execute();
}

/** In the order of the reading: identities first. */
export function fileOrder(files: readonly AnnouncedFile[]): readonly AnnouncedFile[] {
  return IMPORT_FILES.flatMap((kind) => files.filter((file) => file.kind === kind));
}

type RejectRow = Row<"import_rejects">;

export const REJECTS: List<ImportPlace, RejectRow, "no"> = {
  table: "import_rejects",
  alias: "r",
  key: ["no"],
  scope: ({ clientId, importId }) => [
    sql`r.client_id = ${clientId}`,
    sql`r.import_id = ${importId}`,
  ],
  sorts: { no: [] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, importId }) => sql`
    select p.position, r.* from page p
    join import_rejects r on r.client_id = ${clientId} and r.import_id = ${importId} and r.no = p.no`,
};

export function toReject(row: RejectRow): ImportReject {
  return {
    no: row.no,
    file: row.file,
    line: row.line,
    column: row.column_name,
    // Only codes of the schema are stored.
    code: row.code as ImportReject["code"],
    reason: row.reason,
    ...(row.detail && { detail: row.detail }),
  };
}
