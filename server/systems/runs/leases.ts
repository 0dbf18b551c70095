/**
 * The row of a run is also its job. A run that reads can be repeated, and the transaction that applies a plan also marks
 * the run as done: a plan is applied completely, once, or not at all.
 */
import { sql, type Kysely, type Transaction } from "kysely";
import type { RunKind, RunProblem } from "#events/entities/systemRun.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database, Row, RowPatch } from "../../db/schema.ts";
import {
  LostJobError,
  MAX_ATTEMPTS,
  newLease,
  NO_LEASE,
  takeNext,
  type Turn,
} from "../../jobs/leases.ts";
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

/**
 * Takes a due run of the client with the fewest runs that this worker performs: the one that has waited longest, and to
 * whose system no worker writes. A run that was taken too often fails.
 */
export function takeRun(db: Kysely<Database>, turn: Turn): Promise<RunJob | null> {
  return takeNext(db, (tx) => tryTake(tx, turn));
}

async function tryTake(
  tx: Transaction<Database>,
  { workerId, now, maxOfClient }: Turn,
): Promise<RunJob | "failed" | null> {
  const runningOfClient = sql<number>`(
    select count(*) from system_runs busy where busy.client_id = system_runs.client_id
      and busy.status in ('reading', 'applying') and busy.lease_owner = ${workerId} and busy.lease_until >= ${now})`;
  const row = await tx
    .selectFrom("system_runs")
    .selectAll()
    .where("status", "in", ["waiting", "reading", "applying"])
    .where("due_at", "<=", now)
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", now)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("provisioning_plans as plan")
            .select("plan.id")
            .whereRef("plan.client_id", "=", "system_runs.client_id")
            .whereRef("plan.resource_id", "=", "system_runs.resource_id")
            .where("plan.status", "=", "applying")
            .where("plan.lease_until", ">=", now),
        ),
      ),
    )
    .where(runningOfClient, "<", maxOfClient)
    .orderBy(runningOfClient)
    .orderBy("due_at")
    .orderBy("oid")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const place = { clientId: row.client_id, resourceId: row.resource_id, oid: row.oid };
  if (!(await lockSystem(tx, place)) || (await hasWriter(tx, place, now))) return null;
  if (row.attempts >= MAX_ATTEMPTS) {
    const problem: RunProblem = { code: "gaveUp", step: null, detail: "" };
    await changeRun(tx, row, {
      status: "failed",
      problem: JSON.stringify(problem),
      ended_at: now,
      ...NO_LEASE,
    });
    return "failed";
  }
  const attempt = row.attempts + 1;
  const status = row.status === "applying" ? "applying" : "reading";
  await changeRun(tx, row, {
    status,
    progress: 0,
    attempts: attempt,
    ...newLease(workerId, now),
  });
  const actor = { id: row.actor_id, username: row.actor };
  return { ...place, workerId, status, kind: row.kind, actor, attempt };
}

async function changeRun(
  tx: Kysely<Database>,
  row: Row<"system_runs">,
  change: RowPatch<"system_runs">,
): Promise<void> {
  await tx
    .updateTable("system_runs")
    .set(change)
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("oid", "=", row.oid)
    .execute();
}

const RUNNING = ["reading", "applying"] as const;

/** @returns whether the worker still had the run, in one of the statuses. */
export async function changeOwnRun(
  db: Kysely<Database>,
  { clientId, resourceId, oid, workerId }: RunJob,
  statuses: readonly (typeof RUNNING)[number][],
  change: RowPatch<"system_runs">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("system_runs")
    .set(change)
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .where("lease_owner", "=", workerId)
    .where("status", "in", statuses)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Keeps other workers from taking the run until the transaction ends. @throws LostJobError if one has it. */
export async function holdOwnRun(
  tx: Transaction<Database>,
  { clientId, resourceId, oid, workerId }: RunJob,
): Promise<void> {
  const held = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .where("lease_owner", "=", workerId)
    .where("status", "in", RUNNING)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new LostJobError();
}

/** Stores progress and renews the lease. @returns whether the worker still has the run. */
export async function noteProgress(
  db: Kysely<Database>,
  job: RunJob,
  progress: number | null,
  lease: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("system_runs")
    .set({
      progress: progress ?? sql<number>`progress`,
      lease_until: lease ?? sql<Date | null>`lease_until`,
    })
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("oid", "=", job.oid)
    .where("lease_owner", "=", job.workerId)
    .where("status", "in", RUNNING)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
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
  await db
    .updateTable("system_runs")
    .set({ ...NO_LEASE })
    .where("status", "in", ["reading", "applying"])
    .execute();
}
