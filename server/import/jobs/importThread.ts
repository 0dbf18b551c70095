/** Reads, checks and imports the files of one job, off the server's event loop. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import type { Kysely } from "kysely";
import type { ImportFile, ImportPhase } from "#events/entities/directoryImport.ts";
import { partsOf } from "#events/rules/directoryImport.ts";
import { DiskFullError, translateDatabaseError } from "../../db/errors.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { ThreadData } from "../../threads/startThread.ts";
import { message } from "#events/messages/message.ts";
import { CsvError } from "../errors.ts";
import { importTables, readTables, type ImportTables } from "../importDirectory.ts";
import { openTableFile } from "../tableFile.ts";
import type { TableSource } from "../types.ts";
import { beginWriting, finishCheck, finishImport, LostImportError } from "./leases.ts";
import { fileOrder, readPart, type AnnouncedFile } from "./queries.ts";
import { openRemoteDatabase } from "../../threads/lending/remoteDatabase.ts";
import type { FromImportThread, ImportFailure, ImportThreadSettings } from "./threadMessages.ts";

const port = parentPort;
if (!port) throw new Error("importThread.ts runs as a worker thread only");

const { job, directory, maxBytes } = (workerData as ThreadData<ImportThreadSettings>).settings;

function send(sent: FromImportThread): void {
  port?.postMessage(sent);
}

function tell(phase: ImportPhase, done: number, all: number): void {
  const progress = all === 0 ? 0 : Math.min(100, Math.floor((100 * done) / all));
  send({ kind: "progress", progress: { phase, progress } });
}

/** Copies a file from the database to the disk, part by part. */
async function spool(db: Kysely<Database>, file: AnnouncedFile): Promise<string> {
  const path = join(
    directory,
    file.name.toLowerCase().endsWith(".gz") ? `${file.kind}.gz` : file.kind,
  );
  const handle = await open(path, "wx", 0o600);
  try {
    for (let part = 0; part < partsOf(file.size); part += 1) {
      await handle.write(await readPart(db, job, file.kind, part));
    }
  } finally {
    await handle.close();
  }
  return path;
}

async function readFiles(db: Kysely<Database>): Promise<ImportTables> {
  const files = fileOrder(job.files);
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const onBytes = (bytes: number) => tell("reading", (done += bytes), all);
  const tables: Partial<Record<ImportFile, TableSource>> = {};
  for (const file of files) {
    const path = await spool(db, file);
    tables[file.kind] = await openTableFile(path, file.name, { maxBytes, onBytes });
  }
  return readTables({ ...tables, mode: job.mode });
}

async function run(db: Kysely<Database>): Promise<void> {
  const tables = await readFiles(db);
  const { clientId, mode, actor, skipRejected } = job;
  const request = { clientId, mode, actor };
  tell("comparing", 0, 0);
  if (job.kind === "checking") {
    const result = await importTables(db, tables, {
      ...request,
      dryRun: true,
      skipRejected: true,
      onStep: (done, all) => tell("comparing", done, all),
    });
    await inTransaction(db, (tx) => finishCheck(tx, job, result));
    return;
  }
  await beginWriting(db, job);
  await importTables(db, tables, {
    ...request,
    skipRejected,
    onStep: (done, all) => tell("writing", done, all),
    finish: (tx, result) => finishImport(tx, job, result),
  });
}

function failureOf(thrown: unknown): ImportFailure {
  const error = translateDatabaseError(thrown);
  if (error instanceof CsvError) return { reason: error.reason };
  if (error instanceof LostImportError) return { isLost: true };
  if (error instanceof DiskFullError) return { reason: message("server.diskFull") };
  return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

try {
  await run(openRemoteDatabase(port));
  send({ kind: "ended", failure: null });
} catch (error) {
  send({ kind: "ended", failure: failureOf(error) });
}
port.close();
