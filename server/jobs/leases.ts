/**
 * Jobs are rows. A worker leases a job for a limited time and renews the lease while it works. Any worker can take a job
 * whose lease has expired, so that no job is lost with its server.
 */
import type { Kysely, Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";

/** A job that ended unexpectedly this often fails. */
export const MAX_ATTEMPTS = 3;
export const LEASE_TIME: Milliseconds = 30_000;

/** The columns of a job without a worker. */
export const NO_LEASE = { lease_owner: null, lease_until: null } as const;

export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_TIME);
}

/** The columns of a job that a worker takes. */
export function newLease(workerId: string, now: Date) {
  return { lease_owner: workerId, lease_until: leaseEnd(now) };
}

/** The worker no longer has the job: it was cancelled, or another worker took it. Nothing is written. */
export class LostJobError extends Error {
  override readonly name = "LostJobError";

  constructor(message = "The job was cancelled or taken over") {
    super(message);
  }
}

/** Of a worker that performs several jobs at the same time. */
export interface Turn {
  readonly workerId: string;
  readonly now: Date;
  /** The most jobs of one client that the worker performs at the same time. */
  readonly maxOfClient: number;
}

/**
 * Takes the next job, if any.
 *
 * @param tryTake returns "failed" after it failed a job that was taken too often.
 */
export async function takeNext<Job>(
  db: Kysely<Database>,
  tryTake: (tx: Transaction<Database>) => Promise<Job | "failed" | null>,
): Promise<Job | null> {
  for (;;) {
    const taken = await inTransaction(db, tryTake);
    if (taken !== "failed") return taken;
  }
}
