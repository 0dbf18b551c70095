/** Runs previews of all objects. The row of a preview is also its job, which a worker leases. */
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import type { OpenDatabase } from "../db/open.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE } from "../jobs/leases.ts";
import { startThreadedJobs, type FromJobThread } from "../threads/threadedJobs.ts";

export interface PreviewJob {
  readonly clientId: string;
  readonly resourceId: string;
  readonly previewId: string;
  readonly workerId: string;
  readonly attempt: number;
}

export interface PreviewThreadSettings {
  readonly job: PreviewJob;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type FromPreviewThread = FromJobThread<number, never>;

export interface PreviewerOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
  readonly dataDirectory: string;
}

export function startPreviewer(options: PreviewerOptions): JobLoop {
  const { database, clock, onError, workerId, dataDirectory } = options;
  return startThreadedJobs<PreviewJob, number, never>({
    database,
    clock,
    onError,
    entry: new URL("./previewThread.ts", import.meta.url),
    endLeases: endAllLeases,
    take: (db) => inTransaction(db, (tx) => takePreview(tx, workerId, clock())),
    directoryOf: ({ previewId }) => join(dataDirectory, "previews", previewId),
    settingsOf: async (job): Promise<PreviewThreadSettings> => ({ job, now: clock().getTime() }),
    note: (db, job, evaluated, lease) =>
      changeOwnPreview(db, job, {
        // Something has to be set to learn whether the worker still has it.
        lease_owner: workerId,
        ...(evaluated !== null && { evaluated }),
        ...(lease && { lease_until: lease }),
      }),
    fail: (db, job) => failAttempt(db, job, clock()),
    failAttempt: (db, job) => failAttempt(db, job, clock()),
    giveBack: async (db, job) => {
      const attempts = job.attempt - 1;
      await changeOwnPreview(db, job, { attempts, ...NO_LEASE });
    },
  });
}

async function takePreview(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<PreviewJob | null> {
  const row = await tx
    .selectFrom("mapping_previews")
    .select(["client_id", "resource_id", "id", "attempts"])
    .where("status", "in", ["waiting", "running"])
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", now)]))
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const attempt = row.attempts + 1;
  await tx
    .updateTable("mapping_previews")
    .set({
      status: "running",
      attempts: attempt,
      ...newLease(workerId, now),
    })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("id", "=", row.id)
    .execute();
  const { client_id: clientId, resource_id: resourceId, id: previewId } = row;
  return { clientId, resourceId, previewId, workerId, attempt };
}

/** @returns whether the worker still had the preview. */
export async function changeOwnPreview(
  db: Kysely<Database>,
  { clientId, resourceId, previewId, workerId }: PreviewJob,
  change: RowPatch<"mapping_previews">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mapping_previews")
    .set(change)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", previewId)
    .where("lease_owner", "=", workerId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function failAttempt(db: Kysely<Database>, job: PreviewJob, now: Date): Promise<void> {
  const isLast = job.attempt >= MAX_ATTEMPTS;
  await changeOwnPreview(db, job, {
    ...(isLast && { status: "failed", ended_at: now }),
    ...NO_LEASE,
  });
}

async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await db.updateTable("mapping_previews").set(NO_LEASE).where("status", "=", "running").execute();
}
