/** The limits of a system's correlation: the probabilities from which accounts are linked, and from which people decide. */
import type { Kysely } from "kysely";
import { DEFAULT_SIMULATION, type SimulationSettings } from "#events/entities/correlation.ts";
import { checkLimits } from "#events/rules/correlation.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalidFields } from "../plugins/errors.ts";
import { holdSystem, type SystemPlace } from "../systems/queries.ts";

export async function readCorrelationSettings(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<SimulationSettings> {
  const row = await db
    .selectFrom("connected_systems")
    .select("correlation")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  return row?.correlation ?? DEFAULT_SIMULATION;
}

/** @throws ApiError EINVALID */
export function requireLimits(settings: SimulationSettings): void {
  const problems = checkLimits(settings);
  if (Object.values(problems).some(Boolean)) throw invalidFields(problems);
}

/** @throws ApiError ENOTFOUND, EINVALID */
export function saveCorrelationSettings(
  context: CallContext,
  place: SystemPlace,
  settings: SimulationSettings,
): Promise<SimulationSettings> {
  requireLimits(settings);
  return inTransaction(context.db, async (tx) => {
    await holdSystem(tx, place);
    const before = await readCorrelationSettings(tx, place);
    if (isSameLimits(before, settings)) return before;
    await tx
      .updateTable("connected_systems")
      .set({ correlation: JSON.stringify(settings) })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .execute();
    await context.audit(tx, {
      target: place.resourceId,
      before: { ...before },
      after: { ...settings },
    });
    return settings;
  });
}

export function isSameLimits(one: SimulationSettings, other: SimulationSettings): boolean {
  return one.linkFrom === other.linkFrom && one.reviewFrom === other.reviewFrom;
}
