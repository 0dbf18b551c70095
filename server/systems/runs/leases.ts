/**
 * The row of a run is also its job. A run that reads can be repeated, and the transaction that applies a plan also marks
 * the run as done: a plan is applied completely, once, or not at all.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { RunKind, RunProblem } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database, RowPatch } from "../../db/schema.ts";
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
  if (row.attempts >= MAX_ATTEMPTS) {
    const problem: RunProblem = { code: "gaveUp", step: null, detail: "" };
    await changeJob(tx, ROWS, key, {
      status: "failed",
      problem: JSON.stringify(problem),
      ended_at: now,
      ...NO_LEASE,
    });
    return "failed";
  }
  const attempt = row.attempts + 1;
  const status = row.status === "applying" ? "applying" : "reading";
  await changeJob(tx, ROWS, key, {
    status,
    progress: 0,
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
export async function holdOwnRun(tx: Transaction<Database>, job: RunJob): Promise<void> {
  await holdLeasedJob(tx, ROWS, own(job), "share");
}

/** Stores progress and renews the lease. @returns whether the worker still has the run. */
export function noteProgress(
  db: Kysely<Database>,
  job: RunJob,
  progress: number | null,
  lease: Date | null,
): Promise<boolean> {
  return changeOwnRun(db, job, RUNNING, {
    ...(progress !== null && { progress }),
    ...(lease && { lease_until: lease }),
  });
}

/** Ends the run with a problem that its user can act on, or repeats it later if the system asked for that. */
export async function failRun(
  db: Kysely<Database>,
  job: RunJob,
  { problem, retryAfter, now }: { problem: RunProblem; retryAfter: number | null; now: Date },
): Promise<void> {
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

/** Records an attempt that failed unexpectedly: the run is taken again, or fails after the last attempt. */
export async function failAttempt(db: Kysely<Database>, job: RunJob, now: Date): Promise<void> {
  if (job.attempt >= MAX_ATTEMPTS) {
    const problem: RunProblem = { code: "gaveUp", step: null, detail: "" };
    return failRun(db, job, { problem, retryAfter: null, now });
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
