/** Starts the scheduled runs that are due. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { recordAudit } from "../../audit/audit.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { nextRunAt } from "../schedule.ts";
import { insertRun } from "./insertRun.ts";

const SYSTEMS_PER_LOOK = 20;
/** The time after which a scheduled run reads everything. */
const FULL_INTERVAL: Milliseconds = 24 * 3_600_000;

/**
 * A system whose last run is still open, or waits for a decision, skips the run and keeps its interval. The run takes the
 * place of an incomplete plan, because it reads again what that plan contains, and of a plan that waits only because a user
 * wanted to check it.
 */
export async function startDueRuns(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom("connected_systems")
    .select(["client_id", "resource_id"])
    .where("next_run_at", "<=", now)
    .where("paused", "=", false)
    .where("published_at", "is not", null)
    .whereRef("secrets_version", "=", "published_secrets_version")
    .orderBy("next_run_at")
    .limit(SYSTEMS_PER_LOOK)
    .execute();
  for (const { client_id: clientId, resource_id: resourceId } of due) {
    await inTransaction(db, (tx) => startDueRun(tx, { clientId, resourceId }, now));
  }
}

/** Does nothing if another server has the system, or has started its run. */
async function startDueRun(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<void> {
  const system = await tx
    .selectFrom("connected_systems")
    .select(["published_settings", "sync_token", "confirmed", "paused"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("next_run_at", "<=", now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!system) return;
  const next = nextRunAt(system, now);
  await tx
    .updateTable("connected_systems")
    .set({ next_run_at: next })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  if (next === null) return;
  // Only a full read finds what was removed from most systems.
  const full = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("kind", "=", "full")
    .where("status", "=", "done")
    .where("created_at", ">", new Date(now.getTime() - FULL_INTERVAL))
    .limit(1)
    .executeTakeFirst();
  const replaced = await endReplaceable(tx, { clientId, resourceId }, now);
  const kind = system.sync_token === null || !full ? "full" : "changes";
  await insertRun(tx, {
    clientId,
    resourceId,
    kind,
    at: now,
    actor: { id: null, username: "Schedule" },
    isScheduled: true,
  });
  if (!replaced) return;
  await recordAudit(tx, {
    at: now,
    actor: null,
    clientId,
    call: "systemRuns/replaced",
    target: resourceId,
    after: { run: replaced.oid, no: replaced.no },
  });
}

/** @returns the run whose incomplete plan waited for a decision, or whose plan waited only because a user wanted that. */
function endReplaceable(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<{ readonly oid: string; readonly no: number } | undefined> {
  return tx
    .updateTable("system_runs")
    .set({ status: "cancelled", ended_at: now })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "planned")
    .where(({ and, eb, or }) =>
      or([eb("complete", "=", false), and([eb("waits", "=", true), sql<boolean>`gates = '[]'`])]),
    )
    .returning(["oid", "no"])
    .executeTakeFirst();
}
