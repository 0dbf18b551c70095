/** Reads, checks and imports the files of one job, off the server's event loop. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { ImportFile, ImportPhase } from "#events/entities/directoryImport.ts";
import type { Message } from "#events/kernel/message.ts";
import { partsOf } from "#events/rules/directoryImport.ts";
import { inTransaction } from "../../db/transaction.ts";
import { serveJob, type JobContext } from "../../threads/jobThread.ts";
import { message } from "#events/messages/message.ts";
import { CsvError, WaitingPlanError } from "../errors.ts";
import { importTables, readTables, type ImportTables } from "../importDirectory.ts";
import { openTableFile } from "../tableFile.ts";
import type { TableSource } from "../types.ts";
import { beginWriting, finishCheck, finishImport } from "./leases.ts";
import { fileOrder, readPart, type AnnouncedFile } from "./queries.ts";
import type { ImportProgress, ImportThreadSettings } from "./threadMessages.ts";

type Context = JobContext<ImportThreadSettings, ImportProgress, never>;

function report({ reportProgress }: Context, phase: ImportPhase, done: number, all: number): void {
  const progress = all === 0 ? 0 : Math.min(100, Math.floor((100 * done) / all));
  reportProgress({ phase, progress });
}

/** Copies a file from the database to the disk, part by part. */
async function spool({ db, settings }: Context, file: AnnouncedFile): Promise<string> {
  const { job, directory } = settings;
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

async function readFiles(context: Context): Promise<ImportTables> {
  const { job, maxBytes } = context.settings;
  const files = fileOrder(job.files);
  const all = files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const onBytes = (bytes: number) => report(context, "reading", (done += bytes), all);
  const tables: Partial<Record<ImportFile, TableSource>> = {};
  for (const file of files) {
    const path = await spool(context, file);
    tables[file.kind] = await openTableFile(path, file.name, { maxBytes, onBytes });
  }
  return readTables({ ...tables, mode: job.mode });
}

async function run(context: Context): Promise<void> {
  const { db, settings } = context;
  const { job } = settings;
  const tables = await readFiles(context);
  const { clientId, mode, actor, skipRejected } = job;
  const request = { clientId, mode, actor };
  report(context, "comparing", 0, 0);
  if (job.kind === "checking") {
    const result = await importTables(db, tables, {
      ...request,
      dryRun: true,
      skipRejected: true,
      onStep: (done, all) => report(context, "comparing", done, all),
    });
    await inTransaction(db, (tx) => finishCheck(tx, job, result));
    return;
  }
  await beginWriting(db, job);
  await importTables(db, tables, {
    ...request,
    skipRejected,
    allowedPlan: job.allowedPlan,
    onStep: (done, all) => report(context, "writing", done, all),
    finish: (tx, result) => finishImport(tx, job, result),
  });
}

function toReason(error: unknown): Message | null {
  if (error instanceof CsvError) return error.reason;
  if (error instanceof WaitingPlanError) return message("import.planChanged");
  return null;
}

await serveJob(run, toReason);
