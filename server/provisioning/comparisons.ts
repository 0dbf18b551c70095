/** When Provision last compared systems with what policies require, and whether that is out of date. */
import { sql, type Kysely } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import { listedKeys } from "../db/listedKeys.ts";
import type { Database } from "../db/schema.ts";
import { readPlanStates } from "./planState.ts";

interface Comparison {
  readonly resourceId: string;
  /** What it depended on. */
  readonly state: string;
  readonly at: Date;
}

/**
 * By resource, from the latest complete preview, or from a later one that was not kept. Systems that were never compared are
 * missing.
 */
async function findLastComparisons(
  db: Kysely<Database>,
  clientId: string,
  resourceIds: readonly string[],
): Promise<ReadonlyMap<string, Comparison>> {
  const { rows } = await sql<Comparison>`
    select listed.id as "resourceId", last.state, last.at
    from unnest(${listedKeys("uuid", resourceIds)}) as listed (id)
    cross join lateral (
      (select coalesce(state, '') as state, planned_at as at, 0 as rank from provisioning_plans
        where client_id = ${clientId} and resource_id = listed.id and planned_at is not null
        order by no desc limit 1)
      union all
      (select coalesce(compared_state, ''), compared_at, 1 from automatic_previews
        where client_id = ${clientId} and resource_id = listed.id and compared_at is not null)
      order by at desc, rank limit 1
    ) last
  `.execute(db);
  return new Map(rows.map((row) => [row.resourceId, row]));
}

export interface ComparedState {
  /** Null: never. */
  readonly comparedAt: Date | null;
  /** What a comparison would depend on now. */
  readonly state: string;
  readonly isCurrent: boolean;
}

/** By resource. */
export async function readComparedStates(
  db: Kysely<Database>,
  { clientId, resourceIds }: { readonly clientId: string; readonly resourceIds: readonly string[] },
  now: Date,
): Promise<ReadonlyMap<string, ComparedState>> {
  if (resourceIds.length === 0) return new Map();
  const comparisons = await findLastComparisons(db, clientId, resourceIds);
  const systems = resourceIds.map((resourceId) => ({
    resourceId,
    since: comparisons.get(resourceId)?.at ?? now,
  }));
  const states = await readPlanStates(db, clientId, systems, now);
  return new Map(
    resourceIds.map((resourceId) => {
      const last = comparisons.get(resourceId);
      const state = states.get(resourceId) ?? "";
      return [
        resourceId,
        { comparedAt: last?.at ?? null, state, isCurrent: state === last?.state },
      ];
    }),
  );
}

export async function readComparedState(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<ComparedState> {
  const states = await readComparedStates(db, { clientId, resourceIds: [resourceId] }, now);
  const state = states.get(resourceId);
  if (!state) throw new Error(`The system ${resourceId} has no state`);
  return state;
}
