/** Generates previews without a person, for systems whose preview would show something new. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { isWorking } from "#events/rules/provisioning.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database, Row, RowPatch } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { SystemRow } from "../systems/queries.ts";
import { readComparedState } from "./comparisons.ts";
import { insertPlan } from "./insertPlan.ts";
import { findLatestPlan, type PlanRow } from "./queries.ts";

const MINUTE: Milliseconds = 60_000;
const SYSTEMS_PER_LOOK = 20;
/** Between two looks at a system that needs no preview. */
const LOOK_PAUSE = 5 * MINUTE;
/** A preview waits until nothing has changed for this time. */
const QUIET_TIME = MINUTE;
/** A preview is generated after this time although changes go on. */
const MAX_WAIT = 15 * MINUTE;
/** Between two automatic previews of a system. */
const MIN_PAUSE = 15 * MINUTE;
/** After a preview that was cancelled or failed before it was complete. */
const INCOMPLETE_PAUSE = 24 * 60 * MINUTE;

const PROVISION = { id: null, username: "Provision" } as const;

type Schedule = Row<"automatic_previews">;

export interface LookOptions {
  readonly now: Date;
  readonly isWritable: (system: SystemRow) => boolean;
}

/**
 * Queues a preview of each due system whose state differs from that of its last comparison. Several servers may call it at
 * the same time. Finding that nothing is due takes one short query.
 *
 * @throws AggregateError of the systems at which it could not look, after it has looked at the others.
 */
export async function queueAutomaticPreviews(
  db: Kysely<Database>,
  options: LookOptions,
): Promise<void> {
  const { rows } = await sql<{ clientId: string; resourceId: string }>`
    select c.client_id as "clientId", c.resource_id as "resourceId" from connected_systems c
    left join automatic_previews a on a.client_id = c.client_id and a.resource_id = c.resource_id
    where ${IS_WATCHED} and (a.due_at is null or a.due_at <= ${options.now})
    order by a.due_at nulls first, c.client_id, c.resource_id limit ${SYSTEMS_PER_LOOK}
  `.execute(db);
  const failures: unknown[] = [];
  for (const place of rows) {
    await inTransaction(db, (tx) => look(tx, place, options)).catch((error: unknown) => {
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, "Systems could not be looked at");
}

/** Of a connected system `c`. */
const IS_WATCHED = sql`c.confirmed and c.published_settings is not null and c.kind <> 'hr'
  and coalesce((c.activation ->> 'automaticPreviews')::boolean, true)`;

/** Does nothing if another transaction has the system, or another server has looked at it. */
async function look(
  tx: Transaction<Database>,
  place: SystemPlace,
  { now, isWritable }: LookOptions,
): Promise<void> {
  const { rows } = await sql<SystemRow>`
    select c.* from connected_systems c
    where c.client_id = ${place.clientId} and c.resource_id = ${place.resourceId} and ${IS_WATCHED}
    for no key update skip locked
  `.execute(tx);
  const [system] = rows;
  if (!system) return;
  const schedule = await tx
    .selectFrom("automatic_previews")
    .selectAll()
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .executeTakeFirst();
  if (schedule && schedule.due_at > now) return;
  const change = isWritable(system) ? await decide(tx, place, { schedule, now }) : {};
  const next = { due_at: after(now, LOOK_PAUSE), changed_state: null, changed_at: null, ...change };
  await storeSchedule(tx, place, next);
}

interface Look {
  readonly schedule: Schedule | undefined;
  readonly now: Date;
}

/** @returns what differs from a look that found nothing to do. */
async function decide(
  tx: Transaction<Database>,
  place: SystemPlace,
  { schedule, now }: Look,
): Promise<RowPatch<"automatic_previews">> {
  const latest = await findLatestPlan(tx, place);
  if (latest && (await isKept(tx, latest, now))) return {};
  const { state, isCurrent } = await readComparedState(tx, place, now);
  if (isCurrent) return {};
  const since = schedule?.changed_at ?? now;
  const isQuiet = schedule?.changed_state === state;
  const isOverdue = now.getTime() - since.getTime() >= MAX_WAIT;
  const waiting = { changed_state: state, changed_at: since };
  if ((!isQuiet && !isOverdue) || (await hasOpenImport(tx, place))) {
    return { ...waiting, due_at: after(now, QUIET_TIME) };
  }
  const earliest = schedule?.queued_at && after(schedule.queued_at, MIN_PAUSE);
  if (earliest && earliest > now) return { ...waiting, due_at: earliest };
  await insertPlan(tx, { ...place, id: randomUUID(), actor: PROVISION, at: now });
  return { queued_at: now };
}

function after(time: Date, pause: Milliseconds): Date {
  return new Date(time.getTime() + pause);
}

/** Whether no automatic preview may follow the plan: it is open, somebody works with it, or it ended early a short time ago. */
async function isKept(tx: Kysely<Database>, plan: PlanRow, now: Date): Promise<boolean> {
  if (isWorking(plan)) return true;
  if (plan.status !== "planned") {
    return plan.state === null && after(plan.created_at, INCOMPLETE_PAUSE) > now;
  }
  const isOfPerson = plan.actor_id !== null || plan.editors.length > 0;
  return isOfPerson && hasChanges(tx, plan);
}

async function hasChanges(db: Kysely<Database>, plan: PlanRow): Promise<boolean> {
  const change = await db
    .selectFrom("provisioning_changes")
    .select("no")
    .where("client_id", "=", plan.client_id)
    .where("resource_id", "=", plan.resource_id)
    .where("plan_id", "=", plan.id)
    .limit(1)
    .executeTakeFirst();
  return change !== undefined;
}

/** What is compared during an import of the system or of the people would be stale when it is done. */
async function hasOpenImport(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<boolean> {
  const { rows } = await sql`
    select from system_runs run
    join connected_systems system on system.client_id = run.client_id
      and system.resource_id = run.resource_id
    where run.client_id = ${clientId} and run.status in ('waiting', 'reading', 'applying')
      and (run.resource_id = ${resourceId} or system.kind = 'hr')
    limit 1
  `.execute(tx);
  return rows.length > 0;
}

type ScheduleChange = RowPatch<"automatic_previews"> & { readonly due_at: Date };

async function storeSchedule(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  change: ScheduleChange,
): Promise<void> {
  await tx
    .insertInto("automatic_previews")
    .values({ client_id: clientId, resource_id: resourceId, ...change })
    .onConflict((on) => on.columns(["client_id", "resource_id"]).doUpdateSet(change))
    .execute();
}
