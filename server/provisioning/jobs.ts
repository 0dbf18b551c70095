/** The row of a plan is also its job: a worker leases it to compute it, and again to apply it. */
import type { Kysely, Transaction } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../jobs/leases.ts";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";

export interface PlanPlace extends SystemPlace {
  readonly planId: string;
}

export interface PlanJob extends PlanPlace {
  readonly workerId: string;
  readonly status: "computing" | "applying";
  readonly attempt: number;
}

const RUNNING = ["computing", "applying"] as const;
const GAVE_UP: ProvisionProblem = { code: "gaveUp", detail: "" };

/** Takes the plan that has waited longest, if any is due. A plan that was taken too often fails. */
export function takePlan(
  db: Kysely<Database>,
  workerId: string,
  now: Date,
): Promise<PlanJob | null> {
  return takeNext(db, (tx) => tryTake(tx, workerId, now));
}

async function tryTake(
  tx: Transaction<Database>,
  workerId: string,
  now: Date,
): Promise<PlanJob | "failed" | null> {
  const row = await tx
    .selectFrom("provisioning_plans")
    .select(["client_id", "resource_id", "id", "status", "attempts"])
    .where("status", "in", ["waiting", "computing", "applying"])
    .where("due_at", "<=", now)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", now)]))
    .orderBy("due_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const place = { clientId: row.client_id, resourceId: row.resource_id, planId: row.id };
  if (row.attempts >= MAX_ATTEMPTS) {
    await changePlan(tx, place, failed(now));
    return "failed";
  }
  const status = row.status === "applying" ? "applying" : "computing";
  const attempt = row.attempts + 1;
  await changePlan(tx, place, { status, attempts: attempt, ...newLease(workerId, now) });
  return { ...place, workerId, status, attempt };
}

function failed(now: Date) {
  return {
    status: "failed" as const,
    problem: JSON.stringify(GAVE_UP),
    ended_at: now,
    ...NO_LEASE,
  };
}

async function changePlan(
  tx: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
  change: RowPatch<"provisioning_plans">,
): Promise<void> {
  await tx
    .updateTable("provisioning_plans")
    .set(change)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .execute();
}

/** @returns whether the worker still had the plan. */
export async function changeOwnPlan(
  db: Kysely<Database>,
  { clientId, resourceId, planId, workerId }: PlanJob,
  change: RowPatch<"provisioning_plans">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("provisioning_plans")
    .set(change)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .where("lease_owner", "=", workerId)
    .where("status", "in", RUNNING)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores progress and renews the lease. @returns whether the worker still has the plan. */
export function noteProgress(
  db: Kysely<Database>,
  job: PlanJob,
  evaluated: number | null,
  lease: Date | null,
): Promise<boolean> {
  return changeOwnPlan(db, job, {
    // Something has to be set to learn whether the worker still has it.
    lease_owner: job.workerId,
    ...(evaluated !== null && { evaluated }),
    ...(lease && { lease_until: lease }),
  });
}

/** Records an attempt that failed unexpectedly: the plan is taken again, or fails after the last attempt. */
export async function failAttempt(db: Kysely<Database>, job: PlanJob, now: Date): Promise<void> {
  await changeOwnPlan(db, job, job.attempt >= MAX_ATTEMPTS ? failed(now) : { ...NO_LEASE });
}

/** Returns the plan without counting the attempt. */
export async function giveBack(db: Kysely<Database>, job: PlanJob): Promise<void> {
  await changeOwnPlan(db, job, { attempts: job.attempt - 1, ...NO_LEASE });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable("provisioning_plans")
    .set({ ...NO_LEASE })
    .where("status", "in", RUNNING)
    .execute();
}
