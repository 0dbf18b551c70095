/**
 * The row of an import is also its job. The transaction that imports also marks the job as done, so an interrupted job
 * can be repeated: it was imported completely and is done, or not at all.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { message } from "#events/messages/message.ts";
import { IMPORT_REJECTS_KEPT } from "#events/rules/directoryImport.ts";
import type { Database, RowPatch } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  changeJob,
  changeLeasedJob,
  endLeases,
  type JobRows,
  lockNext,
} from "../../jobs/jobRows.ts";
import { LostJobError, MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../../jobs/leases.ts";
import type { AllowedPlan } from "../importDirectory.ts";
import { COUNTED, type ImportResult } from "../types.ts";
import { discardParts, filesOf, isGated, type AnnouncedFile } from "./queries.ts";

export interface ImportJob {
  readonly clientId: string;
  readonly importId: string;
  readonly workerId: string;
  readonly kind: "checking" | "importing";
  readonly mode: "merge" | "replace";
  readonly skipRejected: boolean;
  /** The plan beyond the safety gates that a user approved, or any within them. */
  readonly allowedPlan: AllowedPlan;
  readonly files: readonly AnnouncedFile[];
  readonly actor: { readonly id: string; readonly username: string };
  readonly attempt: number;
}

const WARNINGS_KEPT = 100;
const REJECTS_PER_STATEMENT = 2000;

const ROWS: JobRows<"directory_imports"> = {
  table: "directory_imports",
  open: ["checking", "importing"],
  running: ["checking", "importing"],
  order: sql`job.requested_at, job.id`,
};

/** Takes the job that has waited longest, if any. A job that was taken too often fails. */
export function takeJob(
  db: Kysely<Database>,
  workerId: string,
  now: Date,
): Promise<ImportJob | null> {
  return takeNext(db, (tx) => tryTake(tx, workerId, now));
}

async function tryTake(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<ImportJob | "failed" | null> {
  const row = await lockNext(tx, ROWS, { now });
  if (!row) return null;
  const place = { clientId: row.client_id, importId: row.id };
  if (row.attempts >= MAX_ATTEMPTS) {
    await endJob(tx, place, message("import.gaveUp"));
    return "failed";
  }
  const attempt = row.attempts + 1;
  await changeJob(tx, ROWS, keyOf(place), {
    phase: "reading",
    progress: 0,
    attempts: attempt,
    ...newLease(workerId, now),
  });
  return {
    ...place,
    workerId,
    kind: row.status === "checking" ? "checking" : "importing",
    mode: row.mode,
    skipRejected: row.skip_rejected,
    allowedPlan: isGated(row) && row.hash !== null ? { hash: row.hash } : "withinGates",
    files: filesOf(row),
    actor: { id: row.actor_id, username: row.actor },
    attempt,
  };
}

async function endJob(
  tx: Transaction<Database>,
  place: Pick<ImportJob, "clientId" | "importId">,
  failure: Message,
): Promise<void> {
  await changeJob(tx, ROWS, keyOf(place), {
    status: "failed",
    failure: JSON.stringify(failure),
    ...NO_LEASE,
  });
  await discardParts(tx, place);
}

/**
 * Stores progress and renews the lease; without either it only looks.
 *
 * @returns whether the worker still has the job.
 */
export async function noteProgress(
  db: Kysely<Database>,
  job: ImportJob,
  change: Pick<RowPatch<"directory_imports">, "phase" | "progress" | "lease_until">,
): Promise<boolean> {
  return changeOwn(db, job, change);
}

/** From here on it cannot be cancelled. @throws LostJobError */
export async function beginWriting(db: Kysely<Database>, job: ImportJob): Promise<void> {
  const isOurs = await changeOwn(db, job, { phase: "writing", progress: 0 });
  if (!isOurs) throw new LostJobError("The import was cancelled before it wrote");
}

/** Stores the preview. @throws LostJobError */
export async function finishCheck(
  tx: Transaction<Database>,
  job: ImportJob,
  result: ImportResult,
): Promise<void> {
  await finish(tx, job, result, { status: "checked" });
}

/** Stores the outcome, in the transaction of the import. @throws LostJobError */
export async function finishImport(
  tx: Transaction<Database>,
  job: ImportJob,
  result: ImportResult,
): Promise<void> {
  const isRefused = result.rejectedRows.length > 0 && !job.skipRejected;
  await finish(
    tx,
    job,
    result,
    isRefused
      ? { status: "failed", failure: JSON.stringify(message("import.rejected")) }
      : { status: "done" },
  );
  await discardParts(tx, job);
}

async function finish(
  tx: Transaction<Database>,
  job: ImportJob,
  result: ImportResult,
  end: RowPatch<"directory_imports">,
): Promise<void> {
  const counts = Object.fromEntries(COUNTED.map((kind) => [kind, result[kind]]));
  const isOurs = await changeOwn(tx, job, {
    phase: "waiting",
    progress: 0,
    counts: JSON.stringify(counts),
    ...(job.kind === "checking" && { hash: result.planHash }),
    rejected: result.rejectedRows.length,
    warnings: JSON.stringify(result.warnings.slice(0, WARNINGS_KEPT)),
    ...NO_LEASE,
    ...end,
  });
  if (!isOurs) throw new LostJobError();
  await writeRejects(tx, job, result);
}

async function writeRejects(
  tx: Transaction<Database>,
  { clientId, importId }: ImportJob,
  { rejectedRows }: ImportResult,
): Promise<void> {
  await tx
    .deleteFrom("import_rejects")
    .where("client_id", "=", clientId)
    .where("import_id", "=", importId)
    .execute();
  const kept = Math.min(rejectedRows.length, IMPORT_REJECTS_KEPT);
  for (let at = 0; at < kept; at += REJECTS_PER_STATEMENT) {
    const rows = rejectedRows
      .slice(at, Math.min(at + REJECTS_PER_STATEMENT, kept))
      .map(({ reason, ...row }, index) => ({
        ...row,
        no: at + index,
        reason: renderMessage(ENGLISH, reason),
        detail: reason,
      }));
    await sql`
      insert into import_rejects (client_id, import_id, no, file, line, column_name, code, reason, detail)
      select ${clientId}::uuid, ${importId}::uuid, no, file, line, "column", code, reason, detail
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (no integer, file text, line integer, "column" text, code text, reason text, detail jsonb)
    `.execute(tx);
  }
}

/** Ends the job with a reason that its user can act on. */
export async function failJob(
  db: Kysely<Database>,
  job: ImportJob,
  failure: Message,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const isOurs = await changeOwn(tx, job, {
      status: "failed",
      failure: JSON.stringify(failure),
      ...NO_LEASE,
    });
    if (isOurs) await discardParts(tx, job);
  });
}

/** Records an attempt that failed unexpectedly: the job waits for the next one, or fails after the last. */
export async function failAttempt(
  db: Kysely<Database>,
  job: ImportJob,
  isDiskFull: boolean,
): Promise<void> {
  if (job.attempt >= MAX_ATTEMPTS) {
    return failJob(db, job, message(isDiskFull ? "import.diskFull" : "import.failed"));
  }
  await changeOwn(db, job, { phase: "waiting", ...NO_LEASE });
}

/** Returns the job without counting the attempt. */
export async function giveBack(db: Kysely<Database>, job: ImportJob): Promise<void> {
  await changeOwn(db, job, {
    phase: "waiting",
    attempts: job.attempt - 1,
    ...NO_LEASE,
  });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await endLeases(db, ROWS, { phase: "waiting" });
}

function keyOf({ clientId: client_id, importId: id }: Pick<ImportJob, "clientId" | "importId">) {
  return { client_id, id };
}

function changeOwn(
  db: Kysely<Database>,
  job: ImportJob,
  change: RowPatch<"directory_imports">,
): Promise<boolean> {
  const { workerId, kind } = job;
  return changeLeasedJob(db, { ...ROWS, running: [kind] }, { key: keyOf(job), workerId }, change);
}
