/** Starts the scheduled runs that are due. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";

const MINUTE = 60_000;
const SYSTEMS_PER_LOOK = 20;
/** The time after which a scheduled run reads everything. */
const FULL_INTERVAL = 24 * 60 * MINUTE;

/** A system whose last run is still open, or waits for a decision, skips the run and keeps its interval. */
export async function startDueRuns(db: Kysely<Database>, now: Date): Promise<void> {
  const due = await db
    .selectFrom("connected_systems")
    .select(["client_id", "resource_id"])
    .where("next_run_at", "<=", now)
    .where("paused", "=", false)
    .where("published_at", "is not", null)
    .where((eb) =>
      eb.or([
        eb("secrets_changed_at", "is", null),
        eb("secrets_changed_at", "<=", eb.ref("published_at")),
      ]),
    )
    .orderBy("next_run_at")
    .limit(SYSTEMS_PER_LOOK)
    .execute();
  for (const { client_id: clientId, resource_id: resourceId } of due) {
    await inTransaction(db, async (tx) => {
      const system = await tx
        .selectFrom("connected_systems")
        .select(["published_settings", "sync_token", "next_run_at"])
        .where("client_id", "=", clientId)
        .where("resource_id", "=", resourceId)
        .where("next_run_at", "<=", now)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (!system) return;
      const minutes = system.published_settings?.everyMinutes ?? null;
      await tx
        .updateTable("connected_systems")
        .set({ next_run_at: minutes === null ? null : new Date(now.getTime() + minutes * MINUTE) })
        .where("client_id", "=", clientId)
        .where("resource_id", "=", resourceId)
        .execute();
      if (minutes === null) return;
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
      const kind = system.sync_token === null || !full ? "full" : "changes";
      await insertRun(tx, {
        clientId,
        resourceId,
        kind,
        at: now,
        actor: { id: null, username: "Schedule" },
        isScheduled: true,
      });
    });
  }
}

export interface NewRun {
  readonly clientId: string;
  readonly resourceId: string;
  readonly kind: "full" | "changes";
  readonly at: Date;
  readonly actor: { readonly id: string | null; readonly username: string };
  readonly isScheduled: boolean;
}

/** @returns the run's oid; null if another run of the resource is open. */
export async function insertRun(tx: Kysely<Database>, run: NewRun): Promise<string | null> {
  const { clientId, resourceId, kind, at, actor, isScheduled } = run;
  const oid = randomUUID();
  const { rows } = await sql<{ oid: string }>`
    insert into system_runs (
      client_id, resource_id, oid, no, kind, status, scheduled, actor_id, actor, created_at, due_at
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid,
      coalesce((select max(no) from system_runs where client_id = ${clientId} and resource_id = ${resourceId}), 0) + 1,
      ${kind}, 'waiting', ${isScheduled}, ${actor.id}::uuid, ${actor.username}, ${at}, ${at}
    on conflict do nothing
    returning oid
  `.execute(tx);
  return rows[0]?.oid ?? null;
}
