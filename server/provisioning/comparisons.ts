/** When Provision last compared a system with what policies require, and whether that is out of date. */
import type { Kysely } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { readPlanState } from "./planState.ts";

interface Comparison {
  /** What it depended on. */
  readonly state: string;
  readonly at: Date;
}

/** By the latest complete preview, or by a later one that was not kept. Null: never. */
async function findLastComparison(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<Comparison | null> {
  const plan = await db
    .selectFrom("provisioning_plans")
    .select(["state", "planned_at as at"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("planned_at", "is not", null)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  const dropped = await db
    .selectFrom("automatic_previews")
    .select(["compared_state as state", "compared_at as at"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  const [last] = [plan, dropped]
    .flatMap((one) => (one && one.at !== null ? [{ state: one.state ?? "", at: one.at }] : []))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return last ?? null;
}

export interface ComparedState {
  /** Null: never. */
  readonly comparedAt: Date | null;
  /** What a comparison would depend on now. */
  readonly state: string;
  readonly isCurrent: boolean;
}

export async function readComparedState(
  db: Kysely<Database>,
  place: SystemPlace,
  now: Date,
): Promise<ComparedState> {
  const last = await findLastComparison(db, place);
  const state = await readPlanState(db, place, { since: last?.at ?? now, now });
  return { comparedAt: last?.at ?? null, state, isCurrent: state === last?.state };
}
