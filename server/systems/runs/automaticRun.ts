/** Adds a run that no user started. */
import { sql, type Transaction } from "kysely";
import { recordAudit } from "../../audit/audit.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { insertRun, type NewRun } from "./insertRun.ts";
import { NEEDS_OTHER_PERSON } from "./queries.ts";

/**
 * The run replaces an incomplete plan, because it reads again what that plan contains. It also replaces a plan that waits only
 * because a user wanted to check it. A complete plan that a second person must apply stays. Otherwise the run would apply its
 * changes without that person.
 *
 * @returns false if another run is open.
 */
export async function startAutomaticRun(tx: Transaction<Database>, run: NewRun): Promise<boolean> {
  const { clientId, resourceId, at } = run;
  const replaced = await endReplaceable(tx, run, at);
  const oid = await insertRun(tx, run);
  if (replaced) {
    await recordAudit(tx, {
      at,
      actor: null,
      clientId,
      call: "systemRuns/replaced",
      target: resourceId,
      after: { run: replaced.oid, no: replaced.no },
    });
  }
  return oid !== null;
}

/** @returns the run whose incomplete plan waited for a decision, or whose plan waited only because a user wanted that. */
function endReplaceable(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<{ readonly oid: string; readonly no: number } | undefined> {
  return tx
    .updateTable("system_runs as run")
    .set({ status: "cancelled", ended_at: now })
    .where("run.client_id", "=", clientId)
    .where("run.resource_id", "=", resourceId)
    .where("run.status", "=", "planned")
    .where(({ and, eb, not, or }) =>
      or([
        eb("run.complete", "=", false),
        and([eb("run.waits", "=", true), sql<boolean>`run.gates = '[]'`, not(NEEDS_OTHER_PERSON)]),
      ]),
    )
    .returning(["run.oid", "run.no"])
    .executeTakeFirst();
}
