/** Counts the directory again after a plan changed accounts. */
import type { Transaction } from "kysely";
import type { Database } from "../../db/schema.ts";
import { refreshDirectory } from "../../import/recordImport.ts";
import { readPlanState } from "../planState.ts";
import type { PlanPlace } from "../queries.ts";

/**
 * Does nothing for a plan without an applied change. Each count takes as long as the directory is large, so that it is made
 * once for many changes: see `DirectoryRefresh`. A plan that was not stale before its own changes is not stale because of
 * them.
 */
export async function refreshApplied(
  tx: Transaction<Database>,
  place: PlanPlace,
  now: Date,
): Promise<void> {
  const { clientId, resourceId, planId } = place;
  const applied = await tx
    .selectFrom("provisioning_changes")
    .select("no")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("state", "=", "applied")
    .limit(1)
    .executeTakeFirst();
  if (!applied) return;
  const plan = await tx
    .selectFrom("provisioning_plans")
    .select(["state", "planned_at"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .executeTakeFirstOrThrow();
  const period = { since: plan.planned_at ?? now, now };
  const isCurrent = (await readPlanState(tx, place, period)) === plan.state;
  await refreshDirectory(tx, clientId);
  if (!isCurrent) return;
  await tx
    .updateTable("provisioning_plans")
    .set({ state: await readPlanState(tx, place, period) })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", planId)
    .execute();
}

/** Milliseconds between two counts while a plan is applied. Its end and each pause count, too. */
const REFRESH_TIME = 10_000;

/** When the changes of one attempt are counted. */
export class DirectoryRefresh {
  #last: number;

  constructor(now: Date) {
    this.#last = now.getTime();
  }

  /** @returns whether the transaction that stores changes now counts as well. */
  isDue(now: Date): boolean {
    if (now.getTime() - this.#last < REFRESH_TIME) return false;
    this.#last = now.getTime();
    return true;
  }
}
