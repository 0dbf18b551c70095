/** Runs simulations. The row of a simulation is also its job, which a worker leases. */
import { join } from "node:path";
import type { Kysely, Transaction } from "kysely";
import type { OpenDatabase } from "../db/open.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE } from "../jobs/leases.ts";
import { startThreadedJobs } from "../threads/threadedJobs.ts";

export interface SimulationJob {
  readonly clientId: string;
  readonly resourceId: string;
  readonly oid: string;
  readonly workerId: string;
  readonly attempt: number;
}

export interface SimulationThreadSettings {
  readonly job: SimulationJob;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface SimulatorOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
  readonly dataDirectory: string;
}

export function startSimulator(options: SimulatorOptions): JobLoop {
  const { database, clock, onError, workerId, dataDirectory } = options;
  return startThreadedJobs<SimulationJob, number, never>({
    database,
    clock,
    onError,
    entry: new URL("./simulationThread.ts", import.meta.url),
    endLeases: endAllLeases,
    take: (db) => inTransaction(db, (tx) => takeSimulation(tx, workerId, clock())),
    directoryOf: ({ oid }) => join(dataDirectory, "simulations", oid),
    settingsOf: async (job): Promise<SimulationThreadSettings> => ({ job, now: clock().getTime() }),
    note: (db, job, progress, lease) =>
      changeOwnSimulation(db, job, {
        // Something has to be set to learn whether the worker still has it.
        lease_owner: workerId,
        ...(progress !== null && { progress }),
        ...(lease && { lease_until: lease }),
      }),
    fail: (db, job) => failAttempt(db, job, clock()),
    failAttempt: (db, job) => failAttempt(db, job, clock()),
    giveBack: async (db, job) => {
      const attempts = job.attempt - 1;
      await changeOwnSimulation(db, job, { attempts, ...NO_LEASE });
    },
  });
}

async function takeSimulation(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<SimulationJob | null> {
  const row = await tx
    .selectFrom("correlation_simulations")
    .select(["client_id", "resource_id", "oid", "attempts"])
    .where("status", "in", ["waiting", "running"])
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", now)]))
    .orderBy("created_at")
    .orderBy("oid")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const attempt = row.attempts + 1;
  await tx
    .updateTable("correlation_simulations")
    .set({
      status: "running",
      attempts: attempt,
      ...newLease(workerId, now),
    })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("oid", "=", row.oid)
    .execute();
  const { client_id: clientId, resource_id: resourceId, oid } = row;
  return { clientId, resourceId, oid, workerId, attempt };
}

/** @returns whether the worker still had the simulation. */
export async function changeOwnSimulation(
  db: Kysely<Database>,
  { clientId, resourceId, oid, workerId }: SimulationJob,
  change: RowPatch<"correlation_simulations">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("correlation_simulations")
    .set(change)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .where("lease_owner", "=", workerId)
    .where("status", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function failAttempt(db: Kysely<Database>, job: SimulationJob, now: Date): Promise<void> {
  const isLast = job.attempt >= MAX_ATTEMPTS;
  await changeOwnSimulation(db, job, {
    ...(isLast && { status: "failed", ended_at: now }),
    ...NO_LEASE,
  });
}

async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable("correlation_simulations")
    .set(NO_LEASE)
    .where("status", "=", "running")
    .execute();
}
