/** Keeps an import of a system and the writing of changes to it apart. Both take their job under this lock. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { conflict } from "../plugins/errors.ts";

/** @returns false while another transaction has the system. */
export async function lockSystem(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<boolean> {
  const { rows } = await sql`
    select from connected_systems where client_id = ${clientId} and resource_id = ${resourceId}
    for no key update skip locked
  `.execute(tx);
  return rows.length === 1;
}

/** Whether an import has a worker, or had one that ended unexpectedly. */
export async function hasRunningImport(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<boolean> {
  const running = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "in", ["reading", "applying"])
    .executeTakeFirst();
  return running !== undefined;
}

/** @throws ApiError ECONFLICT while an import changes the accounts of the system. */
export async function requireNotApplying(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<void> {
  const applying = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "applying")
    .executeTakeFirst();
  if (applying) throw conflict("systems.isRunning");
}

/** Whether a worker writes to the system. */
export async function hasWriter(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
): Promise<boolean> {
  const writing = await tx
    .selectFrom("provisioning_plans")
    .select("id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "applying")
    .where("lease_until", ">=", now)
    .executeTakeFirst();
  return writing !== undefined;
}

/** Locks a system, if the resource has one. @throws ApiError ECONFLICT while a run works on it or changes are written to it. */
export async function requireIdle(tx: Transaction<Database>, place: SystemPlace): Promise<void> {
  const { clientId, resourceId } = place;
  const system = await tx
    .selectFrom("connected_systems")
    .select("resource_id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .forUpdate()
    .executeTakeFirst();
  if (!system) return;
  if (await hasRunningImport(tx, place)) throw conflict("systems.isRunning");
  const applying = await tx
    .selectFrom("provisioning_plans")
    .select("id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "applying")
    .executeTakeFirst();
  if (applying) throw conflict("systems.isWriting");
}
