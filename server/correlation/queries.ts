/** How the correlation of a resource stands. */
import { sql, type Kysely } from "kysely";
import type {
  Correlation,
  CorrelationRule,
  OutcomeCounts,
  Simulation,
  SimulationSettings,
} from "#events/entities/correlation.ts";
import type { Database, Row } from "../db/schema.ts";
import { notFound } from "../plugins/errors.ts";
import { requireSystem, type SystemPlace } from "../systems/queries.ts";
import { isSameLimits, readCorrelationSettings } from "./settings.ts";
import { accountAttributes, readRules } from "./rules.ts";

export interface SimulationPlace extends SystemPlace {
  readonly oid: string;
}

export type SimulationRow = Row<"correlation_simulations">;

/** @throws ApiError ENOTFOUND if the resource is not connected to a system. */
export async function loadCorrelation(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<Correlation> {
  const { clientId, resourceId } = place;
  const system = await requireSystem(db, place);
  const { rows } = await sql<Pick<Correlation, "resourceName" | "accountCount" | "ownedCount">>`
    select r.name as "resourceName",
      (select count(*) from accounts a
        where a.client_id = ${clientId} and a.resource_id = ${resourceId}) as "accountCount",
      (select count(*) from accounts a where a.client_id = ${clientId}
        and a.resource_id = ${resourceId} and a.identity_oid is not null) as "ownedCount"
    from resources r where r.client_id = ${clientId} and r.id = ${resourceId}
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw notFound("resources.notFound");
  const newest = await simulationsOf(db, place).limit(1).executeTakeFirst();
  const applied = await simulationsOf(db, place)
    .where("status", "=", "applied")
    .limit(1)
    .executeTakeFirst();
  const rules = await readRules(db, place);
  const settings = await readCorrelationSettings(db, place);
  return {
    resourceId,
    ...counts,
    attributes: [...(accountAttributes(system) ?? [])],
    openCount: newest ? await countOpen(db, placeOf(newest)) : 0,
    decidedCount: await countDecisions(db, place),
    ...(newest && { decidedSince: await countDecidedSince(db, placeOf(newest)) }),
    settings,
    simulation: newest ? toSimulation(newest, { rules, settings }, applied?.oid ?? null) : null,
    appliedOid: applied?.oid ?? null,
  };
}

/** The newest first. */
export function simulationsOf(db: Kysely<Database>, { clientId, resourceId }: SystemPlace) {
  return db
    .selectFrom("correlation_simulations")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .orderBy("no", "desc");
}

export function placeOf(row: SimulationRow): SimulationPlace {
  return { clientId: row.client_id, resourceId: row.resource_id, oid: row.oid };
}

/** Of a result `result`: whether a person has decided about its account. */
export const IS_DECIDED = sql<boolean>`exists (
  select from correlation_decisions d
  where d.client_id = result.client_id and d.resource_id = result.resource_id
    and d.object_class = result.object_class and d.object_id = result.object_id
    and d.decision <> 'different')`;

async function countOpen(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: SimulationPlace,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from correlation_results result
    where result.client_id = ${clientId} and result.resource_id = ${resourceId}
      and result.simulation_oid = ${oid} and result.kind in ('probable', 'several')
      and not ${IS_DECIDED}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Orphaned accounts match nobody. */
async function countDecidedSince(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: SimulationPlace,
): Promise<OutcomeCounts> {
  const { rows } = await sql<OutcomeCounts>`
    select count(*) filter (where result.kind in ('linked', 'moved')) as matched,
      count(*) filter (where result.kind = 'probable') as probable,
      count(*) filter (where result.kind = 'several') as several,
      count(*) filter (where result.kind in ('none', 'orphaned')) as none
    from correlation_results result
    where result.client_id = ${clientId} and result.resource_id = ${resourceId}
      and result.simulation_oid = ${oid} and ${IS_DECIDED}
  `.execute(db);
  return rows[0] ?? { matched: 0, probable: 0, several: 0, none: 0 };
}

async function countDecisions(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<number> {
  const { count } = await db
    .selectFrom("correlation_decisions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether two lists of rules compare the same. */
function isSameRules(
  some: readonly CorrelationRule[],
  others: readonly CorrelationRule[],
): boolean {
  const keyOf = (rules: readonly CorrelationRule[]) =>
    rules
      .map(({ id, version }) => `${id} ${version}`)
      .toSorted()
      .join();
  return keyOf(some) === keyOf(others);
}

/** Whether the simulation used other rules or limits than the current ones. */
export function isOutdated(
  { rules, settings }: Pick<SimulationRow, "rules" | "settings">,
  current: { readonly rules: readonly CorrelationRule[]; readonly settings: SimulationSettings },
): boolean {
  return !isSameRules(rules, current.rules) || !isSameLimits(settings, current.settings);
}

export function toSimulation(
  row: SimulationRow,
  current: { readonly rules: readonly CorrelationRule[]; readonly settings: SimulationSettings },
  appliedOid: string | null,
): Simulation {
  const { model } = row;
  return {
    oid: row.oid,
    no: row.no,
    status: row.status,
    progress: row.progress,
    settings: row.settings,
    counts: row.counts,
    quality: model?.quality ?? null,
    weights: [...(model?.weights ?? [])],
    blocking: [...(model?.blocking ?? [])],
    outdated: isOutdated(row, current),
    undoable: row.oid === appliedOid,
    actor: row.actor,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    appliedBy: row.applied_by,
    appliedAt: row.applied_at?.toISOString() ?? null,
  };
}
