/**
 * Jobs that are rows about a resource: previews, simulations and plans. A worker leases a row and computes it in a thread, which
 * stores the outcome in the row.
 */
import { join } from "node:path";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database, RowPatch } from "../db/schema.ts";
import type { JobLoop, WorkerOptions } from "../jobs/jobLoop.ts";
import {
  changeJob,
  changeLeasedJob,
  endLeases,
  type JobKey,
  type JobRows,
  lockNext,
} from "../jobs/jobRows.ts";
import { MAX_ATTEMPTS, newLease, NO_LEASE, takeNext } from "../jobs/leases.ts";
import { startThreadedJobs } from "./threadedJobs.ts";

type ResourceTable = "mapping_previews" | "correlation_simulations" | "provisioning_plans";

export interface ResourceRows<Table extends ResourceTable> {
  readonly table: Table;
  readonly idColumn: "id" | "oid";
  /** The status while a worker computes it; before that it is "waiting". */
  readonly runningStatus: "running" | "computing";
  readonly progressColumn: "evaluated" | "progress";
  /** Further columns of a job that failed too often, or that does not fit on the disk. */
  readonly gaveUp?: (code: "gaveUp" | "diskFull") => RowPatch<Table>;
  /** Of the rows `job`: those that come before others that have waited longer. */
  readonly first?: RawBuilder<unknown>;
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
  /** Adds jobs that are due, before the worker takes one. Its failures do not hold up requested jobs. */
  readonly queueDue?: (db: Kysely<Database>) => Promise<void>;
}

/** Computes the requested rows while the server runs. */
export function startResourceJobs<
  Table extends ResourceTable,
  Settings extends ResourceJobSettings = ResourceJobSettings,
>(
  rows: ResourceRows<Table>,
  { entry, folder, settingsOf, queueDue }: Work<Settings>,
  { database, disk, clock, onError, workerId, dataDirectory }: ResourceJobsOptions,
): JobLoop {
  const changeOwn = (db: Kysely<Database>, job: ResourceJob, change: Columns) =>
    changeResourceJob(db, rows, job, change as RowPatch<Table>);
  const failAttempt = async (
    db: Kysely<Database>,
    job: ResourceJob,
    isDiskFull: boolean,
  ): Promise<void> => {
    const isLast = job.attempt >= MAX_ATTEMPTS;
    const code = isDiskFull ? "diskFull" : "gaveUp";
    await changeOwn(db, job, isLast ? failed(rows, code, clock()) : { ...NO_LEASE });
  };
  return startThreadedJobs<ResourceJob, number, never>({
    database,
    disk,
    clock,
    onError,
    entry,
    parallel: 1,
    endLeases: (db) => endLeases(db, jobRows(rows)),
    take: async (db) => {
      await queueDue?.(db).catch(onError);
      return takeResourceJob(db, rows, workerId, clock());
    },
    directoryOf: ({ id }) => join(dataDirectory, folder, id),
    settingsOf: async (job) => ({ job, now: clock().getTime(), ...(await settingsOf?.(job)) }),
    note: (db, job, progress, lease) =>
      changeOwn(db, job, {
        ...(progress !== null && { [rows.progressColumn]: progress }),
        ...(lease && { lease_until: lease }),
      }),
    fail: (db, job) => failAttempt(db, job, false),
    failAttempt,
    giveBack: async (db, job) => {
      await changeOwn(db, job, { attempts: job.attempt - 1, ...NO_LEASE });
    },
  });
}

/** @returns whether the worker still had the job. */
export function changeResourceJob<Table extends ResourceTable>(
  db: Kysely<Database>,
  rows: ResourceRows<Table>,
  job: ResourceJob,
  change: RowPatch<Table>,
): Promise<boolean> {
  return changeLeasedJob(
    db,
    jobRows(rows),
    { key: keyOf(rows, job), workerId: job.workerId },
    change,
  );
}

/** How long jobs wait for the first imports of other systems, which may take hours. */
const FIRST_IMPORTS_TIME: Milliseconds = 5 * 60_000;

/**
 * A result would be stale if the system, the people or a new system are imported while it is computed. An import that waits
 * for a later attempt holds nothing up.
 */
const noOpenImport = (now: Date) => sql`not exists (
  select from system_runs run
  join connected_systems system on system.client_id = run.client_id
    and system.resource_id = run.resource_id
  where run.client_id = job.client_id
    and (run.status in ('reading', 'applying') or (run.status = 'waiting' and run.due_at <= ${now}))
    and (run.resource_id = job.resource_id or system.kind = 'hr' or (
      not system.initial_import_complete
      and job.created_at > ${new Date(now.getTime() - FIRST_IMPORTS_TIME)})))`;

/** The job that has waited longest, if any. One that was taken too often fails. */
export function takeResourceJob<Table extends ResourceTable>(
  db: Kysely<Database>,
  rows: ResourceRows<Table>,
  workerId: string,
  now: Date,
): Promise<ResourceJob | null> {
  return takeNext(db, async (tx) => {
    const row: Columns | null = await lockNext(tx, jobRows(rows), {
      now,
      condition: noOpenImport(now),
    });
    if (!row) return null;
    const place = {
      clientId: String(row["client_id"]),
      resourceId: String(row["resource_id"]),
      id: String(row[rows.idColumn]),
    };
    const attempts = Number(row["attempts"]);
    const attempt = attempts + 1;
    const isGivenUp = attempts >= MAX_ATTEMPTS;
    const change = isGivenUp
      ? failed(rows, "gaveUp", now)
      : { status: rows.runningStatus, attempts: attempt, ...newLease(workerId, now) };
    await changeJob(tx, jobRows(rows), keyOf(rows, place), change as RowPatch<Table>);
    return isGivenUp ? "failed" : { ...place, workerId, attempt };
  });
}

type Columns = Readonly<Record<string, unknown>>;

function failed<Table extends ResourceTable>(
  { gaveUp }: ResourceRows<Table>,
  code: "gaveUp" | "diskFull",
  now: Date,
): Columns {
  return { status: "failed", ended_at: now, ...NO_LEASE, ...gaveUp?.(code) };
}

function jobRows<Table extends ResourceTable>({
  table,
  idColumn,
  runningStatus,
  first,
}: ResourceRows<Table>): JobRows<Table> {
  return {
    table,
    open: ["waiting", runningStatus],
    running: [runningStatus],
    order: sql`${first ? sql`${first} desc, ` : sql``}job.created_at, ${sql.ref(`job.${idColumn}`)}`,
  };
}

function keyOf<Table extends ResourceTable>(
  { idColumn }: ResourceRows<Table>,
  { clientId, resourceId, id }: JobPlace,
): JobKey {
  return { client_id: clientId, resource_id: resourceId, [idColumn]: id };
}
