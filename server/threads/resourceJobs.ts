/**
 * Jobs that are rows about a resource: previews, simulations and plans. A worker leases a row and computes it in a thread, which
 * stores the outcome in the row.
 */
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import type { Database, RowPatch } from "../db/schema.ts";
import type { JobLoop, WorkerOptions } from "../jobs/jobLoop.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../jobs/leases.ts";
import { startThreadedJobs } from "./threadedJobs.ts";

type JobTable = "mapping_previews" | "correlation_simulations" | "provisioning_plans";

export interface JobRows<Table extends JobTable> {
  readonly table: Table;
  readonly idColumn: "id" | "oid";
  /** The status while a worker computes it; before that it is "waiting". */
  readonly runningStatus: "running" | "computing";
  readonly progressColumn: "evaluated" | "progress";
  /** Further columns of a job that failed too often. */
  readonly gaveUp?: RowPatch<Table>;
}

interface JobPlace {
  readonly clientId: string;
  readonly resourceId: string;
  readonly id: string;
}

export interface ResourceJob extends JobPlace {
  readonly workerId: string;
  readonly attempt: number;
}

/** What the thread of a job gets. */
export interface ResourceJobSettings {
  readonly job: ResourceJob;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface ResourceJobsOptions extends WorkerOptions {
  readonly dataDirectory: string;
}

interface Work<Settings extends ResourceJobSettings> {
  /** The module of the thread. */
  readonly entry: URL;
  /** Name of the folder with the private directories of the jobs. */
  readonly folder: string;
  /** What the thread gets besides the job; by default nothing. */
  readonly settingsOf?: (job: ResourceJob) => Promise<Omit<Settings, keyof ResourceJobSettings>>;
}

/** Computes the requested rows while the server runs. */
export function startResourceJobs<
  Table extends JobTable,
  Settings extends ResourceJobSettings = ResourceJobSettings,
>(
  rows: JobRows<Table>,
  { entry, folder, settingsOf }: Work<Settings>,
  { database, clock, onError, workerId, dataDirectory }: ResourceJobsOptions,
): JobLoop {
  const failAttempt = async (db: Kysely<Database>, job: ResourceJob): Promise<void> => {
    await changeOwn(
      db,
      rows,
      job,
      job.attempt >= MAX_ATTEMPTS ? failed(rows, clock()) : { ...NO_LEASE },
    );
  };
  return startThreadedJobs<ResourceJob, number, never>({
    database,
    clock,
    onError,
    entry,
    parallel: 1,
    endLeases: async (db) => {
      await sql`
        update ${sql.table(rows.table)} set ${assignments(NO_LEASE)} where status = ${rows.runningStatus}
      `.execute(db);
    },
    take: (db) => takeJob(db, rows, workerId, clock()),
    directoryOf: ({ id }) => join(dataDirectory, folder, id),
    settingsOf: async (job) => ({ job, now: clock().getTime(), ...(await settingsOf?.(job)) }),
    note: (db, job, progress, lease) =>
      changeOwn(db, rows, job, {
        // Something has to be set to learn whether the worker still has it.
        lease_owner: workerId,
        ...(progress !== null && { [rows.progressColumn]: progress }),
        ...(lease && { lease_until: lease }),
      }),
    fail: failAttempt,
    failAttempt,
    giveBack: async (db, job) => {
      await changeOwn(db, rows, job, { attempts: job.attempt - 1, ...NO_LEASE });
    },
  });
}

/** @returns whether the worker still had the job. */
export const changeOwnJob: <Table extends JobTable>(
  db: Kysely<Database>,
  rows: JobRows<Table>,
  job: ResourceJob,
  change: RowPatch<Table>,
) => Promise<boolean> = changeOwn;

type Columns = Readonly<Record<string, unknown>>;

/** The job that has waited longest, if any. One that was taken too often fails. */
function takeJob<Table extends JobTable>(
  db: Kysely<Database>,
  rows: JobRows<Table>,
  workerId: string,
  now: Date,
): Promise<ResourceJob | null> {
  const id = sql.ref(rows.idColumn);
  return takeNext(db, async (tx) => {
    const found = await sql<JobPlace & { readonly attempts: number }>`
      select client_id as "clientId", resource_id as "resourceId", ${id} as id, attempts
      from ${sql.table(rows.table)}
      where status in ('waiting', ${rows.runningStatus})
        and (lease_until is null or lease_until < ${now})
      order by created_at, ${id} limit 1
      for update skip locked
    `.execute(tx);
    const [row] = found.rows;
    if (!row) return null;
    const { attempts, ...place } = row;
    const attempt = attempts + 1;
    const isGivenUp = attempts >= MAX_ATTEMPTS;
    const change = isGivenUp
      ? failed(rows, now)
      : { status: rows.runningStatus, attempts: attempt, ...newLease(workerId, now) };
    await sql`
      update ${sql.table(rows.table)} set ${assignments(change)} where ${isJob(rows, place)}
    `.execute(tx);
    return isGivenUp ? "failed" : { ...place, workerId, attempt };
  });
}

async function changeOwn<Table extends JobTable>(
  db: Kysely<Database>,
  rows: JobRows<Table>,
  job: ResourceJob,
  change: Columns,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(rows.table)} set ${assignments(change)}
    where ${isJob(rows, job)} and lease_owner = ${job.workerId} and status = ${rows.runningStatus}
  `.execute(db);
  return numAffectedRows === 1n;
}

function failed<Table extends JobTable>({ gaveUp }: JobRows<Table>, now: Date): Columns {
  return { status: "failed", ended_at: now, ...NO_LEASE, ...gaveUp };
}

function assignments(change: Columns) {
  return sql.join(
    Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  );
}

function isJob<Table extends JobTable>(
  { idColumn }: JobRows<Table>,
  { clientId, resourceId, id }: JobPlace,
) {
  return sql`client_id = ${clientId} and resource_id = ${resourceId} and ${sql.ref(idColumn)} = ${id}`;
}
