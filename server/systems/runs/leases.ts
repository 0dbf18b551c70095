/**
 * The row of a run is also its job. A run that reads can be repeated. A plan is applied in parts, and the transaction of
 * each part stores in the run how far it has come: each entry is applied once. After its first part, a run does not fail:
 * it continues until the plan is applied completely.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { RunKind, RunProblem } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database, Row, RowPatch } from "../../db/schema.ts";
import type { AppliedParts } from "../../db/systemTables.ts";
import { inTransaction } from "../../db/transaction.ts";
import {
  changeJob,
  changeLeasedJob,
  endLeases,
  holdLeasedJob,
  type JobRows,
  lockNext,
  type LeasedJob,
} from "../../jobs/jobRows.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE, takeNext, type Turn } from "../../jobs/leases.ts";
import { hasWriter, lockSystem } from "../systemLock.ts";

export interface RunPlace extends SystemPlace {
  readonly oid: string;
}

export interface RunJob extends RunPlace {
  readonly workerId: string;
  readonly status: "reading" | "applying";
  readonly kind: RunKind;
  readonly actor: { readonly id: string | null; readonly username: string };
  readonly attempt: number;
}

/** Between attempts to continue a plan of which parts were applied. */
const PART_PAUSE: Milliseconds = 60_000;
const GAVE_UP: RunProblem = { code: "gaveUp", step: null, detail: "" };
export const DISK_FULL: RunProblem = { code: "diskFull", step: null, detail: "" };

const RUNNING = ["reading", "applying"] as const;
const ROWS: JobRows<"system_runs"> = {
  table: "system_runs",
  open: ["waiting", ...RUNNING],
  running: RUNNING,
  order: sql`job.due_at, job.oid`,
};

function own({ clientId, resourceId, oid, workerId }: RunJob): LeasedJob {
  return { key: { client_id: clientId, resource_id: resourceId, oid }, workerId };
}

/**
 * Takes a due run of the client with the fewest runs that this worker performs: the one that has waited longest, and to
 * whose system no worker writes. A run that was taken too often fails.
 */
export function takeRun(db: Kysely<Database>, turn: Turn): Promise<RunJob | null> {
  return takeNext(db, (tx) => tryTake(tx, turn));
}

async function tryTake(tx: Transaction<Database>, turn: Turn): Promise<RunJob | "failed" | null> {
  const { workerId, now } = turn;
  const condition = sql`job.due_at <= ${now} and not exists (
    select from provisioning_plans plan
    where plan.client_id = job.client_id and plan.resource_id = job.resource_id
      and plan.status = 'applying' and plan.lease_until >= ${now})`;
  const row = await lockNext(tx, ROWS, { now, turn, condition });
  if (!row) return null;
  const key = { client_id: row.client_id, resource_id: row.resource_id, oid: row.oid };
  const place = { clientId: row.client_id, resourceId: row.resource_id, oid: row.oid };
  if (!(await lockSystem(tx, place)) || (await hasWriter(tx, place, now))) return null;
  const applied = row.status === "applying" ? (row.applied?.no ?? 0) : 0;
  if (row.attempts >= MAX_ATTEMPTS) {
    await changeJob(
      tx,
      ROWS,
      key,
      row.applied && applied > 0
        ? postponed(row.applied, GAVE_UP, now)
        : { status: "failed", problem: JSON.stringify(GAVE_UP), ended_at: now, ...NO_LEASE },
    );
    return "failed";
  }
  const attempt = row.attempts + 1;
  const status = row.status === "applying" ? "applying" : "reading";
  await changeJob(tx, ROWS, key, {
    status,
    progress: applied,
    attempts: attempt,
    ...newLease(workerId, now),
  });
  const actor = { id: row.actor_id, username: row.actor };
  return { ...place, workerId, status, kind: row.kind, actor, attempt };
}

/** @returns whether the worker still had the run, in one of the statuses. */
export function changeOwnRun(
  db: Kysely<Database>,
  job: RunJob,
  statuses: readonly (typeof RUNNING)[number][],
  change: RowPatch<"system_runs">,
): Promise<boolean> {
  return changeLeasedJob(db, { ...ROWS, running: statuses }, own(job), change);
}

/** Keeps other workers from taking the run until the transaction ends. @throws LostJobError if one has it. */
export function holdOwnRun(
  tx: Transaction<Database>,
  job: RunJob,
  lock: "share" | "no key update",
): Promise<Row<"system_runs">> {
  return holdLeasedJob(tx, ROWS, own(job), lock);
}

/** Stores how much was read and renews the lease. @returns whether the worker still has the run. */
export async function noteProgress(
  db: Kysely<Database>,
  job: RunJob,
  progress: number | null,
  lease: Date | null,
): Promise<boolean> {
  // A run that applies its plan stores its progress with each part.
  if (progress !== null) await changeOwnRun(db, job, ["reading"], { progress });
  return changeOwnRun(db, job, RUNNING, { ...(lease && { lease_until: lease }) });
}

/**
 * A plan of which parts were applied is applied to its end: the next part waits.
 *
 * @returns false for any other run.
 */
function postpone(
  db: Kysely<Database>,
  job: RunJob,
  problem: RunProblem,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Row<"system_runs">>`
      select * from system_runs
      where client_id = ${job.clientId} and resource_id = ${job.resourceId} and oid = ${job.oid}
      for no key update
    `.execute(tx);
    const [run] = rows;
    if (run?.status !== "applying" || !run.applied || run.applied.no === 0) return false;
    return changeOwnRun(tx, job, ["applying"], postponed(run.applied, problem, now));
  });
}

function postponed(applied: AppliedParts, problem: RunProblem, now: Date): RowPatch<"system_runs"> {
  return {
    applied: JSON.stringify({ ...applied, problem }),
    due_at: new Date(now.getTime() + PART_PAUSE),
    attempts: 0,
    ...NO_LEASE,
  };
}

/** Ends the run with a problem that its user can act on, or repeats it later if the system asked for that. */
export async function failRun(
  db: Kysely<Database>,
  job: RunJob,
  { problem, retryAfter, now }: { problem: RunProblem; retryAfter: number | null; now: Date },
): Promise<void> {
  if (await postpone(db, job, problem, now)) return;
  const isRepeated = retryAfter !== null && job.attempt < MAX_ATTEMPTS;
  // Its plan may be applied by now, whatever the job was when it was taken.
  await changeOwnRun(db, job, RUNNING, {
    ...(isRepeated
      ? { status: "waiting", due_at: new Date(now.getTime() + retryAfter) }
      : { status: "failed", ended_at: now }),
    problem: JSON.stringify(problem),
    ...NO_LEASE,
  });
}

/**
 * Records an attempt that failed unexpectedly, or because the run does not fit on the disk: the run is taken again, or fails
 * after the last attempt.
 */
export async function failAttempt(
  db: Kysely<Database>,
  job: RunJob,
  { isDiskFull, now }: { readonly isDiskFull: boolean; readonly now: Date },
): Promise<void> {
  if (job.attempt >= MAX_ATTEMPTS) {
    // With `DISK_FULL`, the postponed run would seem to wait for disk space.
    if (await postpone(db, job, GAVE_UP, now)) return;
    return failRun(db, job, { problem: isDiskFull ? DISK_FULL : GAVE_UP, retryAfter: null, now });
  }
  await changeOwnRun(db, job, RUNNING, { ...NO_LEASE });
}

/** Returns the run without counting the attempt. */
export async function giveBack(db: Kysely<Database>, job: RunJob): Promise<void> {
  await changeOwnRun(db, job, RUNNING, {
    attempts: job.attempt - 1,
    ...NO_LEASE,
  });
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endAllLeases(db: Kysely<Database>): Promise<void> {
  await endLeases(db, ROWS);
}
