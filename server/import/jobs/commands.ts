/** Starting, sending, checking, applying and cancelling an import. */
import { randomUUID } from "node:crypto";
import type { DirectoryImport, ImportFile } from "#events/entities/directoryImport.ts";
import { message } from "#events/messages/message.ts";
import { checkImportFiles, IMPORT_PART_BYTES, partsOf } from "#events/rules/directoryImport.ts";
import type { CallContext } from "../../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../../db/errors.ts";
import type { RowPatch } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { NO_LEASE } from "../../jobs/leases.ts";
import { ApiError, invalid } from "../../plugins/errors.ts";
import {
  discardParts,
  evictImports,
  filesOf,
  isComplete,
  isGated,
  requireImport,
  toImport,
  type AnnouncedFile,
  type ImportPlace,
} from "./queries.ts";

/** The maximum size of a file that a browser sends. */
export function maxImportBytes({ config }: CallContext["services"]): number {
  return config.importMegabytes * 1_000_000;
}

interface AnnouncedImport {
  readonly mode: "merge" | "replace";
  readonly identities: Omit<AnnouncedFile, "kind"> | null;
  readonly access: Omit<AnnouncedFile, "kind"> | null;
}

/** @throws ApiError EINVALID; ECONFLICT while another import of the client runs. */
export async function createImport(
  context: CallContext,
  { mode, identities, access }: AnnouncedImport,
): Promise<DirectoryImport> {
  const { at, client, db, services, user } = context;
  const maxBytes = maxImportBytes(services);
  const problem = checkImportFiles({ identities, access }, { mode, maxBytes });
  if (problem) throw invalid("/body", problem);
  const files = Object.entries({ identities, access }).flatMap(([kind, file]) =>
    file === null ? [] : [{ kind, ...file }],
  );
  return inTransaction(db, async (tx) => {
    await evictImports(tx, client.id, at);
    const running = await tx
      .selectFrom("directory_imports")
      .select("id")
      .where("client_id", "=", client.id)
      .where("status", "in", ["checking", "importing"])
      .executeTakeFirst();
    if (running) throw isRunning();
    const row = await tx
      .insertInto("directory_imports")
      .values({
        client_id: client.id,
        id: randomUUID(),
        actor_id: user.id,
        actor: user.username,
        created_at: at,
        mode,
        files: JSON.stringify(files),
        status: "uploading",
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await context.audit(tx, { target: row.id, after: { mode, files } });
    return toImport(row);
  });
}

/** @throws ApiError ENOTFOUND, EINVALID, or ECONFLICT if the import has its files already. */
export async function addPart(
  { client, db }: CallContext,
  importId: string,
  {
    file,
    part,
    content,
  }: { readonly file: ImportFile; readonly part: number; readonly content: string },
): Promise<void> {
  const row = await requireImport(db, { clientId: client.id, importId });
  if (row.status !== "uploading") throw new ApiError("ECONFLICT", message("import.notUploading"));
  const announced = filesOf(row).find(({ kind }) => kind === file);
  const body = Buffer.from(content, "base64");
  if (Math.ceil(body.length / 3) * 4 !== content.length) {
    throw invalid("/body/content", message("values.notBase64"));
  }
  const expected = Math.min(IMPORT_PART_BYTES, (announced?.size ?? 0) - part * IMPORT_PART_BYTES);
  if (announced === undefined || part >= partsOf(announced.size) || body.length !== expected) {
    throw invalid("/body/part", message("import.badPart"));
  }
  await db
    .insertInto("import_parts")
    .values({ client_id: client.id, import_id: importId, file, part, body })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @throws ApiError ENOTFOUND, EINVALID, ECONFLICT */
export async function startCheck(context: CallContext, importId: string): Promise<DirectoryImport> {
  const { client, db } = context;
  const row = await requireImport(db, { clientId: client.id, importId });
  if (row.status !== "uploading") throw new ApiError("ECONFLICT", message("import.notUploading"));
  if (!(await isComplete(db, row))) throw invalid("/params/importId", message("import.incomplete"));
  return start(context, importId, "uploading", { status: "checking" }, "import.notUploading");
}

/**
 * @param hash of the plan that the user has seen.
 * @throws ApiError ENOTFOUND; ECONFLICT also for another plan than that of the check, if it is beyond the safety gates.
 */
export async function startImport(
  context: CallContext,
  importId: string,
  { skipRejected, hash = null }: { readonly skipRejected: boolean; readonly hash?: string | null },
): Promise<DirectoryImport> {
  const { client, db } = context;
  const row = await requireImport(db, { clientId: client.id, importId });
  if (row.status === "checked" && row.rejected > 0 && !skipRejected) {
    throw invalid("/body/skipRejected", message("import.rejected"));
  }
  if (row.status === "checked" && isGated(row)) requireSeen(row.hash, hash);
  const change = { status: "importing", skip_rejected: skipRejected } as const;
  return start(context, importId, "checked", change, "import.notChecked");
}

/**
 * @param planned null: an earlier version checked the files.
 * @throws ApiError ECONFLICT
 */
function requireSeen(planned: string | null, seen: string | null): void {
  if (planned === null) throw new ApiError("ECONFLICT", message("import.unknownPlan"));
  if (planned !== seen) throw new ApiError("ECONFLICT", message("import.otherPlan"));
}

/** Queues a job. The index on running imports refuses a second one. */
async function start(
  context: CallContext,
  importId: string,
  from: "uploading" | "checked",
  change: RowPatch<"directory_imports">,
  refusal: "import.notUploading" | "import.notChecked",
): Promise<DirectoryImport> {
  const { at, client, db, services } = context;
  try {
    const started = await inTransaction(db, async (tx) => {
      const row = await tx
        .updateTable("directory_imports")
        .set({ phase: "waiting", progress: 0, attempts: 0, requested_at: at, ...change })
        .where("client_id", "=", client.id)
        .where("id", "=", importId)
        .where("status", "=", from)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new ApiError("ECONFLICT", message(refusal));
      const { skip_rejected: skipRejected, mode } = row;
      await context.audit(tx, { target: importId, after: { mode, skipRejected } });
      return toImport(row);
    });
    services.importer.poke();
    return started;
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw isRunning();
    throw error;
  }
}

/** @throws ApiError ENOTFOUND; ECONFLICT once it writes or has ended. */
export async function cancelImport(
  context: CallContext,
  importId: string,
): Promise<DirectoryImport> {
  const { client, db, services } = context;
  const place: ImportPlace = { clientId: client.id, importId };
  await requireImport(db, place);
  const cancelled = await inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable("directory_imports")
      .set({ status: "cancelled", ...NO_LEASE })
      .where("client_id", "=", client.id)
      .where("id", "=", importId)
      .where("status", "in", ["uploading", "checking", "checked", "importing"])
      .where((eb) => eb.or([eb("status", "!=", "importing"), eb("phase", "!=", "writing")]))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new ApiError("ECONFLICT", message("import.notCancellable"));
    await discardParts(tx, place);
    await context.audit(tx, { target: importId, after: { cancelled: true } });
    return toImport(row);
  });
  services.importer.poke();
  return cancelled;
}

function isRunning(): ApiError {
  return new ApiError("ECONFLICT", message("import.isRunning"));
}
