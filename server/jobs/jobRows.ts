/** Jobs as rows of a table: a worker locks the next one, and changes it for as long as it leases it. */
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import type { Database, Row, RowPatch } from "../db/schema.ts";
import { LostJobError, NO_LEASE, type Turn } from "./leases.ts";

type JobTable =
  | "mining_reports"
  | "reports"
  | "directory_imports"
  | "system_runs"
  | "mapping_previews"
  | "correlation_simulations"
  | "provisioning_plans";

export interface JobRows<Table extends JobTable> {
  readonly table: Table;
  /** The statuses of jobs that a worker can take: those that wait, and those whose lease may have expired. */
  readonly open: readonly string[];
  /** The statuses of jobs that a worker leases. */
  readonly running: readonly string[];
  /** The order of the rows `job` in which the one that has waited longest comes first. */
  readonly order: RawBuilder<unknown>;
}

/** The values of the columns that identify a job. */
export type JobKey = { readonly client_id: string } & Readonly<
  Partial<Record<"resource_id" | "id" | "oid" | "run_id", string>>
>;

/** A job, and the worker that leases it. */
export interface LeasedJob {
  readonly key: JobKey;
  readonly workerId: string;
}

/** What selects the next job. */
export interface NextJobQuery {
  readonly now: Date;
  /** For a worker that performs several jobs at the same time: the client with the fewest of them is next. */
  readonly turn?: Turn;
  /** A condition on the row `job`. */
  readonly condition?: RawBuilder<unknown>;
}

/** Locks the job without a worker that is next. null if there is none. */
export async function lockNext<Table extends JobTable>(
  tx: Transaction<Database>,
  jobs: JobRows<Table>,
  { now, turn, condition = sql`true` }: NextJobQuery,
): Promise<Row<Table> | null> {
  const { table, open, order } = jobs;
  const ofClient = turn && runningOfClient(jobs, turn);
  const { rows } = await sql<Row<Table>>`
    select job.* from ${sql.table(table)} job
    where job.status in (${sql.join(open)}) and ${condition}
      and (job.lease_until is null or job.lease_until < ${now})
      and ${turn ? sql`${ofClient} < ${turn.maxOfClient}` : sql`true`}
    order by ${ofClient ? sql`${ofClient}, ${order}` : order} limit 1
    for update of job skip locked
  `.execute(tx);
  return rows[0] ?? null;
}

/** How many jobs of the client of `job` the worker performs. */
function runningOfClient<Table extends JobTable>(
  { table, running }: JobRows<Table>,
  { workerId, now }: Turn,
): RawBuilder<number> {
  return sql`(
    select count(*) from ${sql.table(table)} busy
    where busy.client_id = job.client_id and busy.status in (${sql.join(running)})
      and busy.lease_owner = ${workerId} and busy.lease_until >= ${now})`;
}

export async function changeJob<Table extends JobTable>(
  tx: Kysely<Database>,
  { table }: JobRows<Table>,
  key: JobKey,
  change: RowPatch<Table>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${assignments(change)} where ${allEqual(key)}
  `.execute(tx);
}

/**
 * An empty change only checks the lease.
 *
 * @returns whether the worker still has the job: it was not cancelled, dropped or taken over.
 */
export async function changeLeasedJob<Table extends JobTable>(
  db: Kysely<Database>,
  rows: JobRows<Table>,
  job: LeasedJob,
  change: RowPatch<Table>,
): Promise<boolean> {
  if (Object.keys(change).length === 0) {
    const { rows: found } = await sql`
      select from ${sql.table(rows.table)} where ${isLeased(rows, job)}
    `.execute(db);
    return found.length === 1;
  }
  const { numAffectedRows } = await sql`
    update ${sql.table(rows.table)} set ${assignments(change)} where ${isLeased(rows, job)}
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Locks the job until the transaction ends. @throws LostJobError */
export async function holdLeasedJob<Table extends JobTable>(
  tx: Transaction<Database>,
  rows: JobRows<Table>,
  job: LeasedJob,
  lock: "share" | "no key update",
): Promise<Row<Table>> {
  const { rows: held } = await sql<Row<Table>>`
    select * from ${sql.table(rows.table)} where ${isLeased(rows, job)} for ${sql.raw(lock)}
  `.execute(tx);
  const [row] = held;
  if (!row) throw new LostJobError();
  return row;
}

/** Ends all leases, for a start on a directory that no other process uses. */
export async function endLeases<Table extends JobTable>(
  db: Kysely<Database>,
  { table, running }: JobRows<Table>,
  change?: RowPatch<Table>,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${assignments({ ...NO_LEASE, ...change })}
    where status in (${sql.join(running)})
  `.execute(db);
}

function isLeased(
  { running }: Pick<JobRows<JobTable>, "running">,
  { key, workerId }: LeasedJob,
): RawBuilder<unknown> {
  return sql`${allEqual(key)} and lease_owner = ${workerId} and status in (${sql.join(running)})`;
}

function allEqual(key: JobKey): RawBuilder<unknown> {
  const conditions = Object.entries(key).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return sql.join(conditions, sql` and `);
}

function assignments(change: object): RawBuilder<unknown> {
  const columns = Object.entries(change).filter(([, value]) => value !== undefined);
  return sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
}
