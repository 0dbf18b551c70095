/** Starts the scheduled runs that are due. */
import type { Kysely, Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Connector, SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { nextRunAt } from "../schedule.ts";
import { startAutomaticRun } from "./automaticRun.ts";

const SYSTEMS_PER_LOOK = 20;
/** The time after which a scheduled run reads everything. */
const FULL_INTERVAL: Milliseconds = 24 * 3_600_000;

/** A system whose last run is still open, or waits for a decision, skips the run and keeps its interval. */
export async function startDueRuns(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  now: Date,
): Promise<void> {
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
    await inTransaction(db, (tx) => startDueRun(tx, connectors, { clientId, resourceId }, now));
  }
}

/** Does nothing if another server has the system, or has started its run. */
async function startDueRun(
  tx: Transaction<Database>,
  connectors: readonly Connector[],
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<void> {
  const system = await tx
    .selectFrom("connected_systems")
    .select(["connector_id", "published_settings", "sync_token", "confirmed", "paused"])
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
  const readsChanges = connectors.find(({ id }) => id === system.connector_id)?.capabilities.sync;
  await startAutomaticRun(tx, {
    clientId,
    resourceId,
    kind: readsChanges && full && system.sync_token !== null ? "changes" : "full",
    at: now,
    actor: { id: null, username: "Schedule" },
    isScheduled: true,
  });
}
