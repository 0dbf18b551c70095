/**
 * The row of an approved plan is also the job that applies it. No import of the same system runs at the same time: a job is
 * taken under a lock of the system, and only while the other kind has no worker.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { Database, RowPatch } from "../../db/schema.ts";
import { LostJobError, newLease, NO_LEASE, takeNext, type Turn } from "../../jobs/leases.ts";
import { hasRunningImport, lockSystem } from "../../systems/systemLock.ts";
import type { PlanPlace } from "../queries.ts";
import { skipOpenChanges } from "./openChanges.ts";
import { refreshApplied } from "./refreshApplied.ts";

/** Attempts that may end unexpectedly without a stored change. Each reads the system first, so that many do no harm. */
const MAX_ATTEMPTS = 10;

export interface ApplyJob extends PlanPlace {
  readonly no: number;
  readonly workerId: string;
  readonly attempt: number;
  /** Consecutive failures of the system before this attempt. */
  readonly tries: number;
  /** Who approved the plan. */
  readonly actor: { readonly id: string; readonly username: string } | null;
}

/**
 * Takes a due plan of the client with the fewest plans that this worker applies: the one that has waited longest. A plan
 * that was taken too often without a change fails.
 */
export function takeApply(
  db: Kysely<Database>,
  { workerId, now, maxOfClient }: Turn,
): Promise<ApplyJob | null> {
  const runningOfClient = sql`(
    select count(*) from provisioning_plans busy where busy.client_id = p.client_id
      and busy.status = 'applying' and busy.lease_owner = ${workerId} and busy.lease_until >= ${now})`;
  return takeNext(db, async (tx) => {
    const { rows } = await sql<{ clientId: string; resourceId: string; planId: string }>`
      select p.client_id as "clientId", p.resource_id as "resourceId", p.id as "planId"
      from provisioning_plans p
      where p.status = 'applying' and (p.due_at is null or p.due_at <= ${now})
        and (p.lease_until is null or p.lease_until < ${now})
        and not exists (select from system_runs r where r.client_id = p.client_id
          and r.resource_id = p.resource_id and r.status in ('reading', 'applying'))
        and ${runningOfClient} < ${maxOfClient}
      order by ${runningOfClient}, p.due_at nulls first, p.approved_at, p.id limit 1
      for update of p skip locked
    `.execute(tx);
    const [place] = rows;
    if (!place || !(await lockSystem(tx, place)) || (await hasRunningImport(tx, place)))
      return null;
    return take(tx, place, { workerId, now });
  });
}

async function take(
  tx: Transaction<Database>,
  place: PlanPlace,
  { workerId, now }: { readonly workerId: string; readonly now: Date },
): Promise<ApplyJob | "failed"> {
  const { clientId, resourceId, planId } = place;
  const row = await tx
    .selectFrom("provisioning_plans")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .executeTakeFirstOrThrow();
  if (row.attempts >= MAX_ATTEMPTS) {
    const problem: ProvisionProblem = { code: "gaveUp", detail: "" };
    await changePlan(tx, place, { problem: JSON.stringify(problem) });
    await endApply(tx, place, { problem, now });
    return "failed";
  }
  const attempt = row.attempts + 1;
  await changePlan(tx, place, { attempts: attempt, ...newLease(workerId, now) });
  const actor =
    row.approved_by_id === null || row.approved_by === null
      ? null
      : { id: row.approved_by_id, username: row.approved_by };
  return { ...place, no: row.no, workerId, attempt, tries: row.tries, actor };
}

async function changePlan(
  tx: Transaction<Database>,
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
  { clientId, resourceId, planId, workerId }: ApplyJob,
  change: RowPatch<"provisioning_plans">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("provisioning_plans")
    .set({ lease_owner: workerId, ...change })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .where("lease_owner", "=", workerId)
    .where("status", "=", "applying")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Locks the plan. @returns whether a person cancelled it. @throws LostJobError if another worker has it. */
export async function holdOwnPlan(
  tx: Transaction<Database>,
  { clientId, resourceId, planId, workerId }: ApplyJob,
): Promise<{ readonly isCancelled: boolean }> {
  const held = await tx
    .selectFrom("provisioning_plans")
    .select("cancelled_at")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .where("lease_owner", "=", workerId)
    .where("status", "=", "applying")
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw new LostJobError();
  return { isCancelled: held.cancelled_at !== null };
}

interface ApplyEnd {
  /** With which the changes that are left fail. Null if none is left, or if a person cancelled the plan. */
  readonly problem: ProvisionProblem | null;
  readonly now: Date;
}

/** Ends the plan, and counts the directory. Changes that are left fail with the problem, or are skipped. */
export async function endApply(
  tx: Transaction<Database>,
  place: PlanPlace,
  { problem, now }: ApplyEnd,
): Promise<void> {
  await skipOpenChanges(tx, place, { problem, now });
  await refreshApplied(tx, place, now);
  const { clientId, resourceId, planId } = place;
  const { rows } = await sql<{ failed: boolean; cancelled: boolean }>`
    select exists (select from provisioning_changes c where c.client_id = p.client_id
        and c.resource_id = p.resource_id and c.plan_id = p.id and c.state = 'failed') as failed,
      p.cancelled_at is not null as cancelled
    from provisioning_plans p
    where p.client_id = ${clientId} and p.resource_id = ${resourceId} and p.id = ${planId}
  `.execute(tx);
  const [end] = rows;
  const status = end?.cancelled ? "cancelled" : end?.failed ? "partlyFailed" : "done";
  await changePlan(tx, place, {
    status,
    ended_at: now,
    due_at: null,
    tries: 0,
    attempts: 0,
    ...NO_LEASE,
  });
}

/** Records an attempt that failed unexpectedly: the plan is taken again, or fails after the last attempt. */
export async function failAttempt(db: Kysely<Database>, job: ApplyJob): Promise<void> {
  await changeOwnPlan(db, job, { ...NO_LEASE });
}

/** Returns the plan without counting the attempt. */
export async function giveBack(db: Kysely<Database>, job: ApplyJob): Promise<void> {
  await changeOwnPlan(db, job, { attempts: job.attempt - 1, ...NO_LEASE });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable("provisioning_plans")
    .set({ ...NO_LEASE })
    .where("status", "=", "applying")
    .execute();
}
