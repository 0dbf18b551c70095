/** Runs of connected systems and what they change, as screens see them. */
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import type {
  AffectedDepartment,
  EntryFilter,
  RunCounts,
  RunEntry,
  RunGate,
  SystemRun,
} from "#events/entities/systemRun.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database, Row } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import type { List } from "../../lists/list.ts";
import { matchesText } from "../../lists/sqlText.ts";
import { notFound } from "../../plugins/errors.ts";
import { EXCLUDED, parseContent } from "./content.ts";
import type { RunPlace } from "./leases.ts";

/** The actor of runs that new versions of watched files started. */
export const WATCHED_FILE = "Watched file";

type RunRow = Row<"system_runs"> & {
  /** Whether it can be undone if nothing later depends on it, which `requireIndependent` says. */
  readonly is_undoable: boolean;
  readonly needs_other_person: boolean;
};

const IS_UNDOABLE = sql<boolean>`(
  run.status = 'done' and run.kind <> 'undo' and not run.entries_dropped
  and not exists (
    select 1 from system_runs later
    where later.client_id = run.client_id and later.resource_id = run.resource_id and later.no > run.no
      and later.status = 'applying'
  )
  and not exists (
    select 1 from connected_systems system
    where system.client_id = run.client_id and system.resource_id = run.resource_id and system.kind = 'hr'
      and not run.keeps_people
  )
)`;

/** Whether the client requires a second person to apply the waiting plan of the run, or to undo it. */
export const NEEDS_OTHER_PERSON = sql<boolean>`(
  exists (
    select 1 from connected_systems system join clients client on client.id = system.client_id
    where system.client_id = run.client_id and system.resource_id = run.resource_id and system.kind = 'hr'
      and client.requires_second_approver
  )
  and (run.status = 'planned' or ${IS_UNDOABLE})
)`;

const FIELDS = sql`run.*, ${IS_UNDOABLE} as is_undoable, ${NEEDS_OTHER_PERSON} as needs_other_person`;

export const RUNS: List<SystemPlace, RunRow, "no"> = {
  table: "system_runs",
  alias: "run",
  key: ["no"],
  scope: ({ clientId, resourceId }) => [
    sql`run.client_id = ${clientId}`,
    sql`run.resource_id = ${resourceId}`,
  ],
  sorts: { no: [{ by: sql`run.no` }] },
  defaultOrder: { field: "no", direction: "desc" },
  items: ({ clientId, resourceId }) => sql`
    select p.position, ${FIELDS}
    from page p join system_runs run
      on run.client_id = ${clientId} and run.resource_id = ${resourceId} and run.no = p.no`,
};

export interface EntrySelection extends RunPlace {
  readonly change?: EntryFilter | undefined;
  readonly contains?: string | undefined;
}

type EntryRow = Row<"system_run_entries"> & {
  /** The name of the account's owner, or of the person whom the object describes. */
  readonly person: string | null;
};

/** The oid of the person whom an entry describes, or else of its account's owner, who may be the last one. */
const OWNER_OID = sql`coalesce(
  (select account.identity_oid from system_objects stored
    join accounts account on account.client_id = stored.client_id and account.resource_id = stored.resource_id
      and account.name = stored.account_name
    where stored.client_id = entry.client_id and stored.resource_id = entry.resource_id
      and stored.object_class = entry.object_class and stored.object_id = entry.object_id),
  (entry.former ->> 'owner')::uuid,
  (select described.oid from identities described
    where described.client_id = entry.client_id and described.external_id = entry.person_id))`;

/** Condition on an entry. */
function matchesFilter(filter: EntryFilter): RawBuilder<unknown> {
  if (filter === "leaving") return sql`entry.leaves`;
  if (filter === "excluded") return sql`position(${EXCLUDED} in entry.after) > 0`;
  return sql`entry.change = ${filter}`;
}

export const ENTRIES: List<EntrySelection, EntryRow, "no"> = {
  table: "system_run_entries",
  alias: "entry",
  key: ["no"],
  scope: ({ clientId, resourceId, oid, change }) => [
    sql`entry.client_id = ${clientId}`,
    sql`entry.resource_id = ${resourceId}`,
    sql`entry.run_oid = ${oid}`,
    ...(change === undefined ? [] : [matchesFilter(change)]),
  ],
  filters: ({ contains }) => matchesText(sql`entry.search_key`, contains),
  sorts: { no: [{ by: sql`entry.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, resourceId, oid }) => sql`
    select p.position, entry.*, (
      select ${personName("i")} from identities i where i.client_id = entry.client_id and i.oid = ${OWNER_OID}) as person
    from page p join system_run_entries entry on entry.client_id = ${clientId}
      and entry.resource_id = ${resourceId} and entry.run_oid = ${oid} and entry.no = p.no`,
};

const MAX_DEPARTMENTS = 100;

/** The owners of accounts that the plan changes, by department. New accounts have no owner yet. */
export async function countDepartments(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<{
  readonly departments: AffectedDepartment[];
  readonly departmentCount: number;
}> {
  const { rows } = await sql<AffectedDepartment & { readonly total: number }>`
    with affected as materialized (
      select ${OWNER_OID} as oid, bool_or(entry.change in ('gone', 'removed') or entry.leaves) as losing
      from system_run_entries entry
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and (entry.change <> 'added' or entry.leaves)
      group by 1
    )
    select i.department, count(*) as people, count(*) filter (where affected.losing) as losing,
      count(*) over () as total
    from affected join identities i on i.client_id = ${clientId} and i.oid = affected.oid
    group by i.department
    order by people desc, i.department collate "C" nulls last
    limit ${MAX_DEPARTMENTS}
  `.execute(db);
  return {
    departments: rows.map(({ department, people, losing }) => ({ department, people, losing })),
    departmentCount: rows[0]?.total ?? 0,
  };
}

export function toRun(row: RunRow): SystemRun {
  return {
    oid: row.oid,
    resourceId: row.resource_id,
    no: row.no,
    kind: row.kind,
    status: row.status,
    progress: row.progress,
    scheduled: row.scheduled,
    ...(row.actor_id === null && row.actor === WATCHED_FILE && { watched: true }),
    actor: row.actor,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    complete: row.complete,
    counts: row.counts as RunCounts | null,
    people: row.people,
    ...(row.planned_people && { plannedPeople: row.planned_people }),
    gates: row.gates as RunGate[],
    ...(row.compared && { compared: row.compared }),
    hash: row.hash,
    problem:
      (row.status === "applying" ? row.applied?.problem : null) ??
      (row.problem as SystemRun["problem"]),
    preparedBy: row.actor_id === null ? [] : [{ id: row.actor_id, username: row.actor }],
    needsOtherPerson: row.needs_other_person,
    ...firstApprovalOf(row),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    undoes: row.undoes,
    undoable: row.is_undoable,
  };
}

/** An approval of another plan does not count. */
function firstApprovalOf(row: RunRow): Pick<SystemRun, "firstApproval"> {
  const { first_approver_id: id, first_approver: username, first_approved_at: at } = row;
  const isOfPlan = row.hash !== null && row.first_approved_hash === row.hash;
  if (!isOfPlan || id === null || username === null || at === null) return {};
  return { firstApproval: { id, username, at: at.toISOString() } };
}

export function toEntry(row: EntryRow): RunEntry {
  return {
    no: row.no,
    objectClass: row.object_class,
    objectId: row.object_id,
    name: row.name,
    change: row.change,
    person: row.person,
    leaves: row.leaves,
    before: row.before === null ? null : parseContent(row.before),
    after: row.after === null ? null : parseContent(row.after),
  };
}

/** @throws ApiError ENOTFOUND */
export async function requireRun(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<RunRow> {
  const { rows } = await sql<RunRow>`
    select ${FIELDS} from system_runs run
    where run.client_id = ${clientId} and run.resource_id = ${resourceId} and run.oid = ${oid}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("systemRuns.notFound");
  return row;
}

/** The run, until the transaction ends. @throws ApiError ENOTFOUND */
export async function holdRun(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<Row<"system_runs">> {
  const row = await tx
    .selectFrom("system_runs")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("systemRuns.notFound");
  return row;
}

/** Of one statement, so that other requests get their turn. */
const ENTRIES_LOOKED_UP = 2000;

/**
 * How many people own accounts that the plan changes. New accounts have no owner yet.
 *
 * @param entries how many the plan has.
 */
export async function countPeople(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  entries: number,
): Promise<number> {
  const people = new Set<string>();
  for (let after = 0; after < entries; after += ENTRIES_LOOKED_UP) {
    // The limits make it look up each object and account: no statistics say how many there are.
    const { rows } = await sql<{ oid: string }>`
      select distinct account.identity_oid as oid
      from system_run_entries entry
      cross join lateral (
        select account_name from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId}
          and object_class = entry.object_class and object_id = entry.object_id
        limit 1
      ) as stored
      cross join lateral (
        select identity_oid from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name = stored.account_name
        limit 1
      ) as account
      where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
        and entry.no > ${after} and entry.no <= ${after + ENTRIES_LOOKED_UP} and entry.change <> 'added'
        and account.identity_oid is not null
    `.execute(db);
    for (const row of rows) people.add(row.oid);
  }
  return people.size;
}
