/**
 * The row of an approved plan is also the job that applies it. No import of the same system runs at the same time: a job is
 * taken under a lock of the system, and only while the other kind has no worker.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { Database, Row, RowPatch } from "../../db/schema.ts";
import {
  changeJob,
  changeLeasedJob,
  endLeases,
  holdLeasedJob,
  type JobRows,
  lockNext,
} from "../../jobs/jobRows.ts";
import { newLease, NO_LEASE, takeNext, type Turn } from "../../jobs/leases.ts";
import { hasRunningImport, lockSystem } from "../../systems/systemLock.ts";
import { DISK_FULL } from "../diskWait.ts";
import type { PlanPlace } from "../queries.ts";
import { skipOpenChanges } from "./openChanges.ts";
import { refreshApplied } from "./refreshApplied.ts";

/** Attempts that may end unexpectedly without a stored change. Each reads the system first, so that many do no harm. */
const MAX_ATTEMPTS = 10;

const GAVE_UP: ProvisionProblem = { code: "gaveUp", detail: "" };

export interface ApplyJob extends PlanPlace {
  readonly no: number;
  readonly workerId: string;
  readonly attempt: number;
  /** Consecutive failures of the system before this attempt. */
  readonly tries: number;
  /** Who approved the plan. */
  readonly actor: { readonly id: string; readonly username: string } | null;
}

const ROWS: JobRows<"provisioning_plans"> = {
  table: "provisioning_plans",
  open: ["applying"],
  running: ["applying"],
  order: sql`job.due_at nulls first, job.approved_at, job.id`,
};

function keyOf({ clientId, resourceId, planId }: PlanPlace) {
  return { client_id: clientId, resource_id: resourceId, id: planId };
}

/**
 * Takes a due plan of the client with the fewest plans that this worker applies: the one that has waited longest. A plan
 * that was taken too often without a change fails.
 */
export function takeApply(db: Kysely<Database>, turn: Turn): Promise<ApplyJob | null> {
  const { now } = turn;
  return takeNext(db, async (tx) => {
    const condition = sql`(job.due_at is null or job.due_at <= ${now}) and not exists (
      select from system_runs r
      where r.client_id = job.client_id and r.resource_id = job.resource_id
        and r.status in ('reading', 'applying'))`;
    const row = await lockNext(tx, ROWS, { now, turn, condition });
    if (!row) return null;
    const place = { clientId: row.client_id, resourceId: row.resource_id, planId: row.id };
    if (!(await lockSystem(tx, place)) || (await hasRunningImport(tx, place))) return null;
    return take(tx, row, place, turn);
  });
}

async function take(
  tx: Transaction<Database>,
  row: Row<"provisioning_plans">,
  place: PlanPlace,
  { workerId, now }: Turn,
): Promise<ApplyJob | "failed"> {
  if (row.attempts >= MAX_ATTEMPTS) {
    const problem = row.problem?.code === "diskFull" ? DISK_FULL : GAVE_UP;
    await changeJob(tx, ROWS, keyOf(place), { problem: JSON.stringify(problem) });
    await endApply(tx, place, { problem, now });
    return "failed";
  }
  const attempt = row.attempts + 1;
  await changeJob(tx, ROWS, keyOf(place), { attempts: attempt, ...newLease(workerId, now) });
  const actor =
    row.approved_by_id === null || row.approved_by === null
      ? null
      : { id: row.approved_by_id, username: row.approved_by };
  return { ...place, no: row.no, workerId, attempt, tries: row.tries, actor };
}

/** @returns whether the worker still had the plan. */
export function changeOwnPlan(
  db: Kysely<Database>,
  job: ApplyJob,
  change: RowPatch<"provisioning_plans">,
): Promise<boolean> {
  return changeLeasedJob(db, ROWS, { key: keyOf(job), workerId: job.workerId }, change);
}

/** Locks the plan. @returns whether a person cancelled it. @throws LostJobError if another worker has it. */
export async function holdOwnPlan(
  tx: Transaction<Database>,
  job: ApplyJob,
): Promise<{ readonly isCancelled: boolean }> {
  const own = { key: keyOf(job), workerId: job.workerId };
  const { cancelled_at } = await holdLeasedJob(tx, ROWS, own, "no key update");
  return { isCancelled: cancelled_at !== null };
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
  await changeJob(tx, ROWS, keyOf(place), {
    status,
    ended_at: now,
    due_at: null,
    tries: 0,
    attempts: 0,
    ...NO_LEASE,
  });
}

/**
 * Records an attempt that failed unexpectedly, or because the plan does not fit on the disk: the plan is taken again, or fails
 * after the last attempt.
 */
export async function failAttempt(
  db: Kysely<Database>,
  job: ApplyJob,
  isDiskFull: boolean,
): Promise<void> {
  await changeOwnPlan(db, job, {
    ...NO_LEASE,
    ...(isDiskFull && { problem: JSON.stringify(DISK_FULL) }),
  });
}

/** Returns the plan without counting the attempt. */
export async function giveBack(db: Kysely<Database>, job: ApplyJob): Promise<void> {
  await changeOwnPlan(db, job, { attempts: job.attempt - 1, ...NO_LEASE });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await endLeases(db, ROWS);
}
